import type { ServerView } from "../../../../src/console/views/api-types.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { t } from "../../messages/text.js";

interface OutputProps {
  readonly server: ServerView;
  readonly last?: number;
}

interface OutputData {
  /** Of the current process. */
  readonly lines: readonly string[];
  readonly earlier: readonly string[];
}

const useOutput = ({ id, outputSeq, state }: ServerView): OutputData | undefined =>
  useFetched<OutputData>(`/servers/${id}/output`, `${outputSeq} ${state}`).data;

/** The last lines of the server's stderr. */
export function OutputLines({ server, last = 200 }: OutputProps): React.ReactNode {
  const lines = useOutput(server)?.lines.slice(-last) ?? [];
  return <Lines name={t("Server output")} lines={lines} />;
}

function Lines(props: {
  readonly name: string;
  readonly lines: readonly string[];
}): React.ReactNode {
  return (
    <pre className="log" dir="ltr" tabIndex={0} role="region" aria-label={props.name}>
      {props.lines.join("\n")}
    </pre>
  );
}

/** What the process of a server has written; that of processes before only on demand. */
export function Output({ server }: OutputProps): React.ReactNode {
  const data = useOutput(server);
  const { lines = [], earlier = [] } = data ?? {};
  const hasEnded = server.state === "ended" || server.state === "failed";
  return (
    <section aria-labelledby="output-title">
      <h2 id="output-title" className="unseen">
        {t("Output")}
      </h2>
      {hasEnded && server.problem !== undefined && (
        <p className="problem words">{server.problem}</p>
      )}
      {server.target.kind === "url" ? (
        <p className="empty">{t("The output of a server with a URL is not available here.")}</p>
      ) : lines.length === 0 ? (
        <p className="empty">
          {t("The server has not written anything to stderr. The last 200 lines appear here.")}
        </p>
      ) : (
        <Lines name={t("Server output")} lines={lines} />
      )}
      {earlier.length > 0 && (
        <details>
          <summary>{t("Output of earlier processes ({0} lines)", earlier.length)}</summary>
          <Lines name={t("Earlier output")} lines={earlier} />
        </details>
      )}
    </section>
  );
}
