import type { ServerView } from "../../../../src/console/views/api-types.js";
import { useFetched } from "../../hooks/use-fetched.js";

interface OutputProps {
  readonly server: ServerView;
  readonly last?: number;
}

/** The last lines of the server's stderr. */
export function OutputLines({ server, last = 200 }: OutputProps): React.ReactNode {
  const path = `/servers/${server.id}/output`;
  const { data } = useFetched<{ lines: readonly string[] }>(path, server.outputSeq);
  const lines = data?.lines.slice(-last) ?? [];
  return (
    <pre className="log" dir="ltr" tabIndex={0} role="region" aria-label="Server output">
      {lines.join("\n")}
    </pre>
  );
}

export function Output({ server }: OutputProps): React.ReactNode {
  return (
    <section aria-labelledby="output-title">
      <h2 id="output-title">Output</h2>
      {server.target.kind === "url" ? (
        <p className="empty">The output of a server with a URL is not available here.</p>
      ) : server.outputSeq === 0 ? (
        <p className="empty">
          The server has not written anything to stderr. The last 200 lines appear here.
        </p>
      ) : (
        <OutputLines server={server} />
      )}
    </section>
  );
}
