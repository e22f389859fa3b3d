import type { ServerView } from "../../../../src/console/views/api-types.js";
import { useConsole } from "../../context.js";
import { hrefOf, type ServerTab } from "../../route.js";
import { ServerSettings } from "./server-settings.js";
import { ServerStatePill } from "./server-state.js";
import { SignedIn } from "./signed-in.js";
import { t } from "../../messages/text.js";

interface Tab {
  readonly tab: ServerTab;
  readonly words: string;
  readonly count?: number | undefined;
}

/** The sections that a server has. Those without content are left out, except for the current one. */
function tabsOf(server: ServerView, current: ServerTab, requests: number): readonly Tab[] {
  const { capabilities, state, target, logSeq } = server;
  const isKnown = state === "ready" && capabilities !== undefined;
  const tabs: readonly (Tab & { readonly has: boolean })[] = [
    {
      tab: "tools",
      words: t("Tools"),
      count: server.toolCount,
      has: !isKnown || capabilities.tools || !(capabilities.prompts || capabilities.resources),
    },
    {
      tab: "prompts",
      words: t("Prompts"),
      count: server.promptCount,
      has: capabilities?.prompts === true,
    },
    {
      tab: "resources",
      words: t("Resources"),
      count:
        server.resourceCount === undefined
          ? undefined
          : server.resourceCount + (server.templateCount ?? 0),
      has: capabilities?.resources === true,
    },
    { tab: "tasks", words: t("Tasks"), has: capabilities?.listsTasks === true },
    { tab: "requests", words: t("Requests"), count: requests || undefined, has: true },
    { tab: "scenarios", words: t("Scenarios"), has: true },
    { tab: "timeline", words: t("Timeline"), has: true },
    { tab: "http", words: "HTTP", has: target.kind === "url" },
    { tab: "log", words: t("Log"), has: capabilities?.logging === true || logSeq > 0 },
    { tab: "output", words: t("Output"), has: target.kind === "command" },
    { tab: "about", words: t("About"), has: true },
    { tab: "edit", words: t("Edit"), has: false },
  ];
  return tabs.filter(({ tab, has }) => has || tab === current);
}

export interface ServerHeaderProps {
  readonly server: ServerView;
  readonly tab: ServerTab;
}

/** The server's name, state and sections; its settings are behind a button. */
export function ServerHeader({ server, tab: current }: ServerHeaderProps): React.ReactNode {
  const { id, name, state, info, negotiated } = server;
  const requests = useConsole((snapshot) => snapshot.requests).filter(
    ({ serverId, ended }) => serverId === id && !ended,
  );
  const tabs = tabsOf(server, current, requests.length);
  return (
    <>
      <div className="title">
        {info?.icon && <img className="server-icon" src={info.icon.src} alt="" />}
        <h1 tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <ServerStatePill state={state} />
        {negotiated !== undefined && (
          <span className="badge version" dir="ltr">
            {negotiated}
          </span>
        )}
        <ServerSettings server={server} />
      </div>
      <SignedIn server={server} />
      {info?.warnings.map((warning) => (
        <p key={warning} className="problem words">
          {warning}
        </p>
      ))}
      <nav className="tabs" aria-label={t("Sections of {0}", name)}>
        <ul>
          {tabs.map(({ tab, words, count }) => (
            <li key={tab}>
              <a
                href={hrefOf({ screen: "server", id, tab })}
                aria-current={tab === current ? "page" : undefined}
              >
                {words}
                {count !== undefined && (
                  <>
                    {" "}
                    <span className="tab-count">{count}</span>
                  </>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
