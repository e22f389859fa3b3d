import type { ServerView } from "../../../../src/console/views/api-types.js";
import { useFetched } from "../../hooks/use-fetched.js";

interface OutputProps {
  readonly server: ServerView;
  readonly last?: number;
}

/** What the server's program wrote beside the protocol. */
export function OutputLines({ server, last = 200 }: OutputProps): React.ReactNode {
  const path = `/servers/${server.id}/output`;
  const { data } = useFetched<{ lines: readonly string[] }>(path, server.outputSeq);
  const lines = data?.lines.slice(-last) ?? [];
  return (
    <pre className="log" dir="ltr" tabIndex={0} role="region" aria-label="Output of the server">
      {lines.join("\n")}
    </pre>
  );
}

export function Output({ server }: OutputProps): React.ReactNode {
  return (
    <section aria-labelledby="output-title">
      <h2 id="output-title">Output</h2>
      {server.target.kind === "url" ? (
        <p className="empty">A server that is reached by its URL writes its output elsewhere.</p>
      ) : server.outputSeq === 0 ? (
        <p className="empty">
          It has written nothing to stderr so far. The latest 200 lines are kept here.
        </p>
      ) : (
        <OutputLines server={server} />
      )}
    </section>
  );
}
