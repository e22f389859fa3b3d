/**
 * What calls of 2026-07-28 need, in one file that is loaded with the first connection.
 *
 * @module
 */
export { canLookUp, runMultiRoundTrip } from "./multi-round-trip.js";
export { createTaskCalls } from "./tasks/task-calls.js";
