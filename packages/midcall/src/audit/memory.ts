import { OptionError } from "../contracts/errors.js";
import { createAuditEntry } from "./create-entry.js";
import type { AuditEntry } from "./entry.js";
import type { AuditSink } from "./sink.js";

/** A sink that remembers. */
export interface MemorySink extends AuditSink {
  record(entry: AuditEntry): void;
  /** The entries kept, oldest first. */
  entries(): readonly AuditEntry[];
}

/**
 * Keeps the latest entries, for tests and for a history a host shows.
 *
 * @param options - `limit`: how many to keep; older ones are forgotten. Default 1,000.
 * @throws {@link OptionError} if `limit` is no whole number from 1
 *
 * @example
 * ```ts
 * const sink = createMemorySink();
 * const trail = createAuditTrail({ sink });
 * sink.entries().at(-1)?.action; // "accept"
 * ```
 */
export function createMemorySink(options: { readonly limit?: number } = {}): MemorySink {
  const { limit = 1000 } = options;
  if (!Number.isInteger(limit) || limit < 1) {
    throw new OptionError(`limit must be a whole number from 1, not ${String(limit)}.`);
  }
  const kept: AuditEntry[] = [];
  return {
    record(entry) {
      kept.push(createAuditEntry(entry));
      // In halves, so that forgetting costs nothing per entry.
      if (kept.length >= limit * 2) kept.splice(0, kept.length - limit);
    },
    entries: () => kept.slice(-limit),
  };
}
