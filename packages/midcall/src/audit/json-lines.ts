import { createAuditEntry } from "./create-entry.js";
import type { AuditEntry } from "./entry.js";
import type { AuditSink } from "./sink.js";

/**
 * One entry as one line of JSON with its line feed, at most 48 KiB in UTF-8. The entry is masked once
 * more, whoever made it.
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
 * Writes each entry as one line of JSON. For files see `midcall/audit/file`.
 *
 * @param options - `write` gets one whole line, line feed included; a promise is waited for
 *
 * @example
 * ```ts
 * const sink = createJsonLinesSink({ write: (line) => socket.send(line) });
 * ```
 */
export function createJsonLinesSink(options: {
  readonly write: (line: string) => unknown;
}): AuditSink {
  return {
    async record(entry) {
      await options.write(toJsonLine(entry));
    },
  };
}
