import { useMemo } from "react";
import type { ServerView, ToolView } from "../../../../src/console/views/api-types.js";
import { exampleArguments } from "../../data/example-arguments.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { useStartCall } from "../../hooks/use-start-call.js";
import { goTo, hrefOf } from "../../route.js";
import { ItemHead } from "../lists/item-head.js";
import { SearchedList } from "../lists/searched-list.js";
import { escapeJson, visibleName } from "../../visible-text.js";
import { t } from "../../messages/text.js";

/** The tools of a server. */
export function useTools({ id, toolsSeq }: ServerView): readonly ToolView[] | undefined {
  return useFetched<{ tools: readonly ToolView[] }>(`/servers/${id}/tools`, toolsSeq).data?.tools;
}

export function ToolList({ server }: { readonly server: ServerView }): React.ReactNode {
  const tools = useTools(server);
  if (!tools) return <p role="status">{t("Loading the tools…")}</p>;
  if (tools.length === 0) return <p className="empty">{t("This server has no tools.")}</p>;
  return (
    <section aria-labelledby="tools-title">
      <h2 id="tools-title" className="unseen">
        {t("Tools")}
      </h2>
      <SearchedList
        noun={t("tools")}
        items={tools}
        keyOf={({ name }) => name}
        textOf={({ name, title, description }) => `${name} ${title} ${description}`}
      >
        {(tool) => (
          <>
            <ItemHead {...tool} href={hrefOf({ screen: "tool", id: server.id, tool: tool.name })} />
            <Hints hints={tool.hints} />
            <TryIt server={server} tool={tool} />
          </>
        )}
      </SearchedList>
    </section>
  );
}

/** Calls a tool with arguments from its schema, and shows the call: for each tool whose arguments are known. */
function TryIt({ server, tool }: { server: ServerView; tool: ToolView }): React.ReactNode {
  const { start, problem } = useStartCall(server.id);
  const args = useMemo(
    () => (tool.hints.includes("destructive") ? undefined : exampleArguments(tool)),
    [tool],
  );
  if (!args) return null;
  const given = Object.entries(args)
    .map(([name, value]) => escapeJson(`${name}: ${JSON.stringify(value)}`))
    .join(", ");
  const tryIt = (): void => {
    start({ kind: "tool", name: tool.name, arguments: args });
    goTo({ screen: "tool", id: server.id, tool: tool.name });
  };
  return (
    <div className="try">
      <button type="button" className="small" onClick={tryIt}>
        {t("Try it")}
        <span className="unseen">: {tool.title || visibleName(tool.name)}</span>
      </button>
      {given && (
        <code className="muted clamp" dir="ltr">
          {given}
        </code>
      )}
      {problem !== undefined && <p className="problem">{problem}</p>}
    </div>
  );
}

/** What the annotations say, in the language of the page. */
const HINTS: Readonly<Record<string, string>> = {
  "read-only": t("read-only"),
  destructive: t("destructive"),
  "safe to repeat": t("safe to repeat"),
  "accesses external systems": t("accesses external systems"),
};

/** The server's annotations of a tool, which are unverified. */
export function Hints({ hints }: Pick<ToolView, "hints">): React.ReactNode {
  if (hints.length === 0) return null;
  return (
    <ul className="hints" aria-label={t("According to the server")}>
      {hints.map((hint) => (
        <li key={hint} className="badge" data-hint={hint}>
          {HINTS[hint] ?? hint}
        </li>
      ))}
    </ul>
  );
}
