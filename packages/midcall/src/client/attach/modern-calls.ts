/**
 * What a connection and calls of 2026-07-28 need, in one file that is loaded with the first connection.
 *
 * @module
 */
export { endMalformedMessages } from "./malformed-messages.js";
export { canLookUp, runMultiRoundTrip } from "./multi-round-trip.js";
export { createTaskCalls } from "./tasks/task-calls.js";
