import { useId, useState } from "react";
import type { ServerView, WireEntry } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { type ExchangeFilter, fitsFilter, toExchanges } from "../../data/exchanges.js";
import { saveFile } from "../../data/save-file.js";
import { useLines } from "../../hooks/use-lines.js";
import { ExchangeRow } from "./exchange-row.js";

const KINDS = ["request", "response", "error", "notification"] as const;
const SHOWN = 200;

/** The messages to and from a server, newest first. */
export function Timeline({ server }: { readonly server: ServerView }): React.ReactNode {
  const api = useApi();
  const path = `/servers/${server.id}/wire`;
  const { items, clear } = useLines<WireEntry>(path, server.wireSeq, "entries");
  const [filter, setFilter] = useState<ExchangeFilter>({ words: "", kind: "", direction: "" });
  const [most, setMost] = useState(SHOWN);
  const id = useId();
  const change = (part: Partial<ExchangeFilter>): void => setFilter({ ...filter, ...part });
  const found = toExchanges(items ?? [])
    .filter((exchange) => fitsFilter(exchange, filter))
    .reverse();
  const save = (): void => {
    const entries = found.flatMap(({ first, answer }) => (answer ? [first, answer] : [first]));
    const text = JSON.stringify(
      entries.sort((one, other) => one.seq - other.seq),
      undefined,
      2,
    );
    saveFile("timeline.json", text, "application/json");
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="unseen">
        Timeline
      </h2>
      <div className="filters">
        <div className="labelled search">
          <label htmlFor={id}>Search</label>
          <input
            id={id}
            type="search"
            value={filter.words}
            autoComplete="off"
            onChange={(event) => change({ words: event.target.value })}
          />
        </div>
        <div className="labelled">
          <label htmlFor={`${id}-kind`}>Kind</label>
          <select
            id={`${id}-kind`}
            value={filter.kind}
            onChange={(event) => change({ kind: event.target.value })}
          >
            <option value="">All kinds</option>
            {KINDS.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
        </div>
        <div className="labelled">
          <label htmlFor={`${id}-direction`}>Started by</label>
          <select
            id={`${id}-direction`}
            value={filter.direction}
            onChange={(event) => change({ direction: event.target.value })}
          >
            <option value="">Both sides</option>
            <option value="sent">The console</option>
            <option value="received">The server</option>
          </select>
        </div>
        <div className="actions">
          <button type="button" className="quiet" disabled={found.length === 0} onClick={save}>
            Export
          </button>
          <button
            type="button"
            className="quiet"
            disabled={!items?.length}
            onClick={() => void api(path, { method: "DELETE" }).then(clear, () => {})}
          >
            Clear
          </button>
        </div>
      </div>
      <p className="hint">
        Newest first; a request and its response are one row. Answers, request state and likely
        secrets are masked.
      </p>
      {items?.length === 0 && <p className="empty">No messages yet. Connect, or call a tool.</p>}
      {items && items.length > 0 && found.length === 0 && (
        <p className="empty">No messages match the filters.</p>
      )}
      <ol className="wire" reversed>
        {found.slice(0, most).map((exchange) => (
          <ExchangeRow server={server} key={exchange.seq} exchange={exchange} />
        ))}
      </ol>
      {found.length > most && (
        <button type="button" onClick={() => setMost(most + SHOWN)}>
          Show older messages ({found.length - most})
        </button>
      )}
    </section>
  );
}
