import "../../styles/timeline.css";
import { Suspense, useId, useState } from "react";
import type { ServerView, WireEntry } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { type ExchangeFilter, fitsFilter, toExchanges } from "../../data/exchanges.js";
import { useLines } from "../../hooks/use-lines.js";
import { lazyPart } from "../../lazy-part.js";
import { RecordActions } from "../lists/record-actions.js";
import { SearchField } from "../lists/search-field.js";
import type { RecordedRequest } from "./recorded-call.js";
import { ExchangeRow } from "./exchange-row.js";
import { t } from "../../messages/text.js";

const RawRequest = lazyPart(async () => (await import("./raw-request.js")).RawRequest);

const KINDS = ["request", "response", "error", "notification"] as const;
const SHOWN = 200;

/** The messages to and from a server, newest first. */
export function Timeline({ server }: { readonly server: ServerView }): React.ReactNode {
  const api = useApi();
  const path = `/servers/${server.id}/wire`;
  const { items, clear } = useLines<WireEntry>(path, server.wireSeq, "entries");
  const [filter, setFilter] = useState<ExchangeFilter>({ words: "", kind: "", direction: "" });
  const [most, setMost] = useState(SHOWN);
  const [isRaw, setRaw] = useState(false);
  const [edited, setEdited] = useState<RecordedRequest & { readonly nr: number }>();
  const edit = (request: RecordedRequest): void => {
    setEdited({ ...request, nr: (edited?.nr ?? 0) + 1 });
    setRaw(true);
  };
  const id = useId();
  const change = (part: Partial<ExchangeFilter>): void => setFilter({ ...filter, ...part });
  const found = toExchanges(items ?? [])
    .filter((exchange) => fitsFilter(exchange, filter))
    .reverse();
  const entries = found
    .flatMap(({ first, answer }) => (answer ? [first, answer] : [first]))
    .sort((one, other) => one.seq - other.seq);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="unseen">
        {t("Timeline")}
      </h2>
      <div className="filters">
        <SearchField value={filter.words} onChange={(words) => change({ words })} />
        <div className="labelled">
          <label htmlFor={`${id}-kind`}>{t("Kind")}</label>
          <select
            id={`${id}-kind`}
            value={filter.kind}
            onChange={(event) => change({ kind: event.target.value })}
          >
            <option value="">{t("All kinds")}</option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(kind)}
              </option>
            ))}
          </select>
        </div>
        <div className="labelled">
          <label htmlFor={`${id}-direction`}>{t("Started by")}</label>
          <select
            id={`${id}-direction`}
            value={filter.direction}
            onChange={(event) => change({ direction: event.target.value })}
          >
            <option value="">{t("Both sides")}</option>
            <option value="sent">{t("The console")}</option>
            <option value="received">{t("The server")}</option>
          </select>
        </div>
        <RecordActions
          file="timeline.json"
          found={entries}
          isEmpty={!items?.length}
          onClear={() => void api(path, { method: "DELETE" }).then(clear, () => {})}
        />
      </div>
      {server.state === "ready" && (
        <details
          className="raw-request"
          open={isRaw}
          onToggle={(event) => setRaw(event.currentTarget.open)}
        >
          <summary>{t("Send a request of your own")}</summary>
          <Suspense fallback={<p role="status">{t("Loading…")}</p>}>
            {isRaw && <RawRequest key={edited?.nr} server={server} start={edited} />}
          </Suspense>
        </details>
      )}
      <p className="hint">
        {t(
          "Newest first; a request and its response are one row. Answers, request state and likely secrets are masked.",
        )}
      </p>
      {items?.length === 0 && (
        <p className="empty">{t("No messages yet. Connect, or call a tool.")}</p>
      )}
      {items && items.length > 0 && found.length === 0 && (
        <p className="empty">{t("No messages match the filters.")}</p>
      )}
      <ol className="wire" reversed>
        {found.slice(0, most).map((exchange) => (
          <ExchangeRow server={server} key={exchange.seq} exchange={exchange} onEdit={edit} />
        ))}
      </ol>
      {found.length > most && (
        <button type="button" onClick={() => setMost(most + SHOWN)}>
          {t("Show older messages ({0})", found.length - most)}
        </button>
      )}
    </section>
  );
}
