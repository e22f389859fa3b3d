import type { AuditEntry } from "./entry.js";

/**
 * Receives audit entries. Implement it for a database or a log service; {@link createAuditTrail} only passes complete
 * entries and handles the errors it throws.
 *
 * @example
 * ```ts
 * const sink: AuditSink = { record: (entry) => logger.info(entry, "elicitation") };
 * ```
 */
export interface AuditSink {
  record(entry: AuditEntry): void | Promise<void>;
  /** Resolves when everything recorded so far has been written. */
  flush?(): Promise<void>;
}
