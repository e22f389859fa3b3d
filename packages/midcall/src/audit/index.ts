/**
 * `midcall/audit`: a log of what was asked, of whom, by which server, and how it ended; never of the answers.
 *
 * @module
 */
export { createAuditEntry } from "./create-entry.js";
export { sha256 } from "./digest.js";
export type { AuditAction, AuditEntry, AuditEvent, AuditField, AuditServer } from "./entry.js";
export { AuditError } from "./errors.js";
export { createJsonLinesSink, toJsonLine } from "./json-lines.js";
export { createMemorySink } from "./memory.js";
export type { MemorySink } from "./memory.js";
export type { AuditSink } from "./sink.js";
export { createAuditTrail } from "./trail.js";
export type { AuditTrail, AuditTrailEvent, AuditTrailOptions } from "./trail.js";
