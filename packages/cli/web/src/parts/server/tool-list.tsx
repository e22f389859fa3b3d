import { useId, useState } from "react";
import type { ServerView, ToolView } from "../../../../src/console/views/api-types.js";
import { hrefOf } from "../../route.js";
import { useFetched } from "../../hooks/use-fetched.js";

/** The tools of a server. */
export function useTools({ id, toolsSeq }: ServerView): readonly ToolView[] | undefined {
  return useFetched<{ tools: readonly ToolView[] }>(`/servers/${id}/tools`, toolsSeq).data?.tools;
}

const fits = ({ name, title, description }: ToolView, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${title} ${description}`.toLowerCase().includes(word));

export function ToolList({ server }: { readonly server: ServerView }): React.ReactNode {
  const tools = useTools(server);
  const [search, setSearch] = useState("");
  const id = useId();
  const found = tools?.filter((tool) => fits(tool, search.trim()));
  if (!found || !tools) return <p role="status">Loading the tools…</p>;
  if (tools.length === 0) {
    return <p className="empty">This server has no tools.</p>;
  }
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="unseen">
        Tools
      </h2>
      {tools.length > 4 && (
        <div className="labelled search">
          <label htmlFor={id}>Search {tools.length} tools</label>
          <input
            id={id}
            type="search"
            value={search}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <p className="unseen" role="status">
        {search.trim() && (found.length === 1 ? "1 tool" : `${found.length} tools`)}
      </p>
      {found.length === 0 && <p className="empty">No tools match your search.</p>}
      <ul className="cards tools">
        {found.map((tool) => (
          <li key={tool.name} className="card tool-card">
            <h3>
              <a href={hrefOf({ screen: "tool", id: server.id, tool: tool.name })}>
                <bdi>{tool.title}</bdi>
              </a>
            </h3>
            {tool.title !== tool.name && (
              <code className="muted" dir="ltr">
                {tool.name}
              </code>
            )}
            <p className="words clamp" dir="auto">
              {tool.description}
            </p>
            <Hints hints={tool.hints} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The server's annotations of a tool, which are unverified. */
export function Hints({ hints }: Pick<ToolView, "hints">): React.ReactNode {
  if (hints.length === 0) return null;
  return (
    <ul className="hints" aria-label="According to the server">
      {hints.map((hint) => (
        <li key={hint} className="badge" data-hint={hint}>
          {hint}
        </li>
      ))}
    </ul>
  );
}
