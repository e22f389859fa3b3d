import { createAuditEntry } from "./create-entry.js";
import { assertOptions } from "../internal/assert-options.js";
import type { AuditEntry } from "./entry.js";
import type { AuditSink } from "./sink.js";

/**
 * Serializes an entry as one line of JSON with a line feed, at most 48 KiB in UTF-8. The entry is passed through
 * {@link createAuditEntry} again, so it is safe no matter who created it.
 *
 * @example
 * ```ts
 * appendFileSync("audit.jsonl", toJsonLine(createAuditEntry(event)));
 * ```
 *
 * @see https://jsonlines.org
 */
export function toJsonLine(entry: AuditEntry): string {
  return `${JSON.stringify(createAuditEntry(entry))}\n`;
}

/**
 * Creates a sink that writes each entry as one line of JSON. For files see `midcall/audit/file`.
 *
 * @param options - `write` is called with one line, including the line feed; a promise it returns is awaited
 * @returns the sink
 *
 * @example
 * ```ts
 * const sink = createJsonLinesSink({ write: (line) => socket.send(line) });
 * ```
 */
export function createJsonLinesSink(options: {
  readonly write: (line: string) => unknown;
}): AuditSink {
  assertOptions<typeof options>("createJsonLinesSink", options, { write: "function" });
  return {
    async record(entry) {
      await options.write(toJsonLine(entry));
    },
  };
}
