import type { AuditEntry } from "../../../src/console/views/api-types.js";
import { useConsole } from "../context.js";
import { outcomeOf } from "../data/endings/audit-outcome.js";
import { dayOf } from "../time-text.js";
import { useFetched } from "../hooks/use-fetched.js";

const LABELS: Readonly<Record<string, string>> = {
  accept: "Accepted",
  decline: "Declined",
  cancel: "Cancelled",
  unanswered: "Not answered",
};

/** The questions and how they ended, without the answers. */
export function AuditScreen(): React.ReactNode {
  const auditSeq = useConsole((snapshot) => snapshot.auditSeq);
  const stateDir = useConsole(({ hello }) => hello?.stateDir);
  const { data, problem } = useFetched<{ entries: readonly AuditEntry[] }>("/audit", auditSeq);
  const entries = [...(data?.entries ?? [])].reverse();
  return (
    <>
      <h1 tabIndex={-1}>Audit log</h1>
      <p className="lead">
        The questions of all servers, and how they ended. Your answers are not recorded.
      </p>
      {stateDir !== undefined && (
        <p className="hint">
          These are the entries since the console was started. The complete log is in{" "}
          <code dir="ltr">{stateDir}/audit.jsonl</code>.
        </p>
      )}
      {problem !== undefined && <p className="problem">{problem}</p>}
      {data && entries.length === 0 && (
        <p className="empty">No questions yet. Call a tool that asks one.</p>
      )}
      {entries.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Audit log">
          <table>
            <thead>
              <tr>
                <th scope="col">Ended</th>
                <th scope="col">Server</th>
                <th scope="col">Requested</th>
                <th scope="col">Outcome</th>
                <th scope="col">Shown for</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry, index) => (
                <Row key={entry.id ?? index} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Row({ entry }: { readonly entry: AuditEntry }): React.ReactNode {
  const { answeredAt, server, tool, mode, fields, urlHost, action, visibleMs } = entry;
  const names = fields?.map(({ name }) => name).join(", ");
  return (
    <tr>
      <td className="when">
        {answeredAt !== undefined && <time dateTime={answeredAt}>{dayOf(answeredAt)}</time>}
      </td>
      <th scope="row">
        <bdi>{server?.name}</bdi>
        {tool !== undefined && (
          <div className="muted">
            <bdi>{tool}</bdi>
          </div>
        )}
      </th>
      <td>
        {mode === "url" ? "Link to " : mode === "form" ? "Form: " : "—"}
        <bdi>{mode === "url" ? urlHost : names}</bdi>
      </td>
      <td>
        <span className="pill" data-action={action}>
          {LABELS[action ?? ""] ?? action}
        </span>{" "}
        <span className="muted">{outcomeOf(entry)}</span>
      </td>
      <td>{visibleMs === undefined ? "" : `${(visibleMs / 1000).toFixed(1)} s`}</td>
    </tr>
  );
}
