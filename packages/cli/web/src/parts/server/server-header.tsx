import type { ServerView } from "../../../../src/console/views/api-types.js";
import { hrefOf, type ServerTab } from "../../route.js";
import { ServerSettings } from "./server-settings.js";
import { ServerStatePill } from "./server-state.js";

const TABS: readonly [ServerTab, string][] = [
  ["tools", "Tools"],
  ["timeline", "Timeline"],
  ["output", "Output"],
];

/** The server's name, state and sections; its settings are behind a button. */
export function ServerHeader({
  server,
  tab,
}: {
  readonly server: ServerView;
  readonly tab: ServerTab;
}): React.ReactNode {
  const { name, state, info, negotiated } = server;
  return (
    <>
      <div className="title">
        <h1 tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <ServerStatePill state={state} />
        {negotiated !== undefined && <span className="badge">{negotiated}</span>}
        <ServerSettings server={server} />
      </div>
      {info?.warnings.map((warning) => (
        <p key={warning} className="problem words">
          {warning}
        </p>
      ))}
      <nav className="tabs" aria-label={`Sections of ${name}`}>
        <ul>
          {TABS.map(([to, words]) => (
            <li key={to}>
              <a
                href={hrefOf({ screen: "server", id: server.id, tab: to })}
                aria-current={to === tab ? "page" : undefined}
              >
                {words}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
