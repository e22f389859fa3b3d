export type { AuditEntry } from "./entry.js";
export { AuditError } from "./errors.js";
export { createJsonLinesSink } from "./json-lines.js";
export { createMemorySink } from "./memory.js";
export type { MemorySink } from "./memory.js";
export type { AuditSink } from "./sink.js";
export { createAuditTrail } from "./trail.js";
export type { AuditTrail, AuditTrailEvent, AuditTrailOptions } from "./trail.js";
