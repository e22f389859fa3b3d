import { useId, useState } from "react";
import type { ServerView, WireEntry } from "../../../src/console/views/api-types.js";
import { useApi } from "../context.js";
import { exactTimeOf } from "../time-text.js";
import { useWire } from "../hooks/use-wire.js";

const KINDS = ["request", "response", "error", "notification"] as const;
const SHOWN = 200;

interface Filter {
  readonly words: string;
  readonly kind: string;
  readonly direction: string;
}

const fits = (entry: WireEntry, { words, kind, direction }: Filter): boolean =>
  (kind === "" || entry.kind === kind) &&
  (direction === "" || entry.direction === direction) &&
  (words === "" || `${entry.method} ${entry.body}`.toLowerCase().includes(words.toLowerCase()));

/** The messages to and from a server, newest first. */
export function Timeline({ server }: { readonly server: ServerView }): React.ReactNode {
  const api = useApi();
  const path = `/servers/${server.id}/wire`;
  const { entries, clear } = useWire(server.id, server.wireSeq);
  const [filter, setFilter] = useState<Filter>({ words: "", kind: "", direction: "" });
  const [most, setMost] = useState(SHOWN);
  const id = useId();
  const change = (part: Partial<Filter>): void => setFilter({ ...filter, ...part });
  const found = (entries ?? []).filter((entry) => fits(entry, filter)).reverse();
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Timeline</h2>
      <p className="hint">
        All messages, newest first. Answers, request state and likely secrets are masked.
      </p>
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
          <label htmlFor={`${id}-direction`}>Direction</label>
          <select
            id={`${id}-direction`}
            value={filter.direction}
            onChange={(event) => change({ direction: event.target.value })}
          >
            <option value="">Both directions</option>
            <option value="sent">To the server</option>
            <option value="received">From the server</option>
          </select>
        </div>
        <div className="actions">
          <button
            type="button"
            className="quiet"
            disabled={!entries?.length}
            onClick={() => void api(path, { method: "DELETE" }).then(clear, () => {})}
          >
            Clear
          </button>
        </div>
      </div>
      {entries?.length === 0 && <p className="empty">No messages yet. Connect, or call a tool.</p>}
      {entries && entries.length > 0 && found.length === 0 && (
        <p className="empty">No messages match the filters.</p>
      )}
      <ol className="wire" reversed>
        {found.slice(0, most).map((entry) => (
          <Message key={entry.seq} entry={entry} />
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

function Message({ entry }: { readonly entry: WireEntry }): React.ReactNode {
  const { direction, method, kind, id, protocolVersion, size, at } = entry;
  const [open, setOpen] = useState(false);
  return (
    <li data-direction={direction} data-kind={kind}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="wire-way">
            <span aria-hidden="true" className="arrow" />
            <span className="unseen">{direction === "sent" ? "To" : "From"} the server:</span>
          </span>
          <code className="wire-method" dir="ltr">
            {method}
          </code>
          <span className="badge" data-kind={kind}>
            {kind}
          </span>
          {id !== undefined && <span className="muted wire-id">#{id}</span>}
          <span className="badge">{protocolVersion || "no protocol version yet"}</span>
          <span className="muted wire-size">{sizeText(size)}</span>
          <time className="muted" dateTime={new Date(at).toISOString()}>
            {exactTimeOf(at)}
          </time>
        </summary>
        {open && <Body entry={entry} />}
      </details>
    </li>
  );
}

function Body({ entry: { body, cut } }: { readonly entry: WireEntry }): React.ReactNode {
  let text = body;
  try {
    text = JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    // A truncated message is not valid JSON and is shown as it is.
  }
  return (
    <>
      <pre className="code" dir="ltr" tabIndex={0} role="region" aria-label="Message">
        {text}
      </pre>
      {cut && <p className="hint">Long parts were omitted.</p>}
    </>
  );
}

const sizeText = (size: number): string =>
  size < 1_000 ? `${size} B` : `${(size / 1_000).toFixed(1)} kB`;
