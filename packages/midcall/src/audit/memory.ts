import { OptionError } from "../contracts/errors.js";
import { assertOptions } from "../internal/assert-options.js";
import { quoted } from "../internal/quoted.js";
import { createAuditEntry } from "./create-entry.js";
import type { AuditEntry } from "./entry.js";
import type { AuditSink } from "./sink.js";

/** A sink that keeps entries in memory. */
export interface MemorySink extends AuditSink {
  record(entry: AuditEntry): void;
  /** The kept entries, oldest first. */
  entries(): readonly AuditEntry[];
}

/**
 * Creates a sink that keeps the latest entries, for tests and for a history in a client.
 *
 * @param options - `limit`: how many entries to keep; older ones are dropped. Default 1,000.
 * @returns the sink
 * @throws {@link OptionError} if `limit` is not a positive whole number
 *
 * @example
 * ```ts
 * const sink = createMemorySink();
 * const trail = createAuditTrail({ sink });
 * sink.entries().at(-1)?.action; // "accept"
 * ```
 */
export function createMemorySink(options: { readonly limit?: number } = {}): MemorySink {
  assertOptions<{ limit?: number }>("createMemorySink", options, { limit: "any" });
  const { limit = 1000 } = options;
  if (!Number.isInteger(limit) || limit < 1) {
    throw new OptionError(`limit must be a positive whole number, not ${quoted(limit)}.`);
  }
  const kept: AuditEntry[] = [];
  return {
    record(entry) {
      kept.push(createAuditEntry(entry));
      // Half of the entries are dropped at once, so that the cost per entry stays constant.
      if (kept.length >= limit * 2) kept.splice(0, kept.length - limit);
    },
    entries: () => kept.slice(-limit),
  };
}
