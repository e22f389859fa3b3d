import { useId, useState } from "react";
import type { LogLevel, LogLine, ServerView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { useLines } from "../../hooks/use-lines.js";
import { exactTimeOf } from "../../time-text.js";
import { RecordActions } from "../lists/record-actions.js";
import { SearchField } from "../lists/search-field.js";
import { Problem } from "../problem.js";
import { t } from "../../messages/text.js";

const LEVELS: readonly LogLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** The log messages of a server, newest first, and the level from which it sends them. */
export function Log({ server }: { readonly server: ServerView }): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  const path = `/servers/${server.id}/log`;
  const { items, clear } = useLines<LogLine>(path, server.logSeq, "lines");
  const [search, setSearch] = useState("");
  const id = useId();
  const words = search.trim().toLowerCase();
  const found = (items ?? []).filter(({ text, level, logger = "" }) =>
    `${level} ${logger} ${text}`.toLowerCase().includes(words),
  );
  const setLevel = (level: string): void =>
    void run(() =>
      api(`/servers/${server.id}/log-level`, { method: "PUT", body: { level: level || null } }),
    );
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="unseen">
        {t("Log")}
      </h2>
      <div className="filters">
        <SearchField value={search} onChange={setSearch} />
        <div className="labelled">
          <label htmlFor={`${id}-level`}>{t("The server sends")}</label>
          <select
            id={`${id}-level`}
            value={server.logLevel ?? ""}
            onChange={(event) => setLevel(event.target.value)}
          >
            <option value="">{t("Its own default")}</option>
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {level} {t("and above")}
              </option>
            ))}
          </select>
        </div>
        <RecordActions
          file="log.json"
          found={found}
          isEmpty={!items?.length}
          onClear={() => void api(path, { method: "DELETE" }).then(clear, () => {})}
        />
      </div>
      <Problem text={problem} />
      {items?.length === 0 || server.logSeq === 0 ? (
        <p className="empty">{t("No log messages yet.")}</p>
      ) : (
        found.length === 0 && items && <p className="empty">{t("No messages match the search.")}</p>
      )}
      {found.length > 0 && (
        <ol className="lines card" reversed>
          {[...found].reverse().map(({ seq, at, level, logger, text, cut }) => (
            <li key={seq} data-level={level}>
              <time dateTime={new Date(at).toISOString()}>{exactTimeOf(at)}</time>
              <span className="line-kind">{level}</span>
              <span className="words" dir="auto">
                {logger !== undefined && <span className="muted">{logger}: </span>}
                {text}
                {cut && "…"}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
