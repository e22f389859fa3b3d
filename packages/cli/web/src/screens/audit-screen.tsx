import type { AuditEntry } from "../../../src/console/views/api-types.js";
import { useConsole } from "../context.js";
import { keptLabel, outcomeOf } from "../data/endings/audit-outcome.js";
import { dayOf } from "../time-text.js";
import { useFetched } from "../hooks/use-fetched.js";
import { visibleName } from "../visible-text.js";
import { oneDecimal, t } from "../messages/text.js";

const LABELS: Readonly<Record<string, string>> = {
  accept: t("Accepted"),
  decline: t("Declined"),
  cancel: t("Cancelled"),
  unanswered: t("Not answered"),
};

/** What was asked for, before its details. */
const WANTED: Readonly<Record<string, string>> = {
  form: t("Form:"),
  url: t("Link to"),
  sampling: t("An answer of a model"),
  roots: t("Your directories"),
};

/** The questions and how they ended, without the answers. */
export function AuditScreen(): React.ReactNode {
  const auditSeq = useConsole((snapshot) => snapshot.auditSeq);
  const stateDir = useConsole(({ hello }) => hello?.stateDir);
  const { data, problem } = useFetched<{ entries: readonly AuditEntry[] }>("/audit", auditSeq);
  const entries = [...(data?.entries ?? [])].reverse();
  return (
    <>
      <h1 tabIndex={-1}>{t("Audit log")}</h1>
      <p className="lead">
        {t(
          "The questions and requests of all servers, and how they ended. Your answers are not recorded.",
        )}
      </p>
      {stateDir !== undefined && (
        <p className="hint">
          {t("These are the entries since the console was started. The complete log is in")}{" "}
          <code dir="ltr">{stateDir}/audit.jsonl</code>.
        </p>
      )}
      {problem !== undefined && <p className="problem">{problem}</p>}
      {data && entries.length === 0 && (
        <p className="empty">{t("No questions yet. Call a tool that asks one.")}</p>
      )}
      {entries.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label={t("Audit log")}>
          <table role="table">
            <thead role="rowgroup">
              <tr role="row">
                <th scope="col" role="columnheader">
                  {t("Ended")}
                </th>
                <th scope="col" role="columnheader">
                  {t("Server")}
                </th>
                <th scope="col" role="columnheader">
                  {t("Requested")}
                </th>
                <th scope="col" role="columnheader">
                  {t("Outcome")}
                </th>
                <th scope="col" role="columnheader">
                  {t("Shown for")}
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              {entries.map((entry, index) => (
                <Row key={index} entry={entry} />
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
    <tr role="row">
      <td role="cell" className="when">
        {answeredAt !== undefined && <time dateTime={answeredAt}>{dayOf(answeredAt)}</time>}
      </td>
      <th scope="row" role="rowheader">
        <bdi>{visibleName(server?.name ?? "")}</bdi>
        {tool !== undefined && (
          <div className="muted">
            <bdi>{visibleName(tool)}</bdi>
          </div>
        )}
      </th>
      <td role="cell">
        {WANTED[mode ?? ""] ?? "—"}
        <bdi>{visibleName((mode === "url" ? urlHost : names) ?? "")}</bdi>
      </td>
      <td role="cell">
        <span className="pill" data-action={action}>
          {LABELS[action ?? ""] ?? keptLabel(entry) ?? action}
        </span>{" "}
        <span className="muted">{outcomeOf(entry)}</span>
      </td>
      {visibleMs === undefined ? (
        <td role="cell" />
      ) : (
        <td role="cell" data-label={t("Shown for")}>
          {oneDecimal(visibleMs / 1000)} s
        </td>
      )}
    </tr>
  );
}
