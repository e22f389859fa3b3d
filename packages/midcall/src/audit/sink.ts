import type { AuditEntry } from "./entry.js";

/**
 * Where entries go. Write your own for a database or a log service; {@link createAuditTrail} calls it
 * with finished entries only, and takes care of what it throws.
 *
 * @example
 * ```ts
 * const sink: AuditSink = { record: (entry) => logger.info(entry, "elicitation") };
 * ```
 */
export interface AuditSink {
  record(entry: AuditEntry): void | Promise<void>;
  /** Resolves when everything recorded so far is where it belongs. */
  flush?(): Promise<void>;
}
