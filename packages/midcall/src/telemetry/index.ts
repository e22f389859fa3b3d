/**
 * `midcall/telemetry`: spans and metrics of a server's calls and questions, with OpenTelemetry.
 *
 * @module
 */
export type { Telemetry } from "../contracts/telemetry.js";
export { createTelemetry } from "./create-telemetry.js";
export type { TelemetryOptions } from "./create-telemetry.js";
export { TELEMETRY_ATTRIBUTES, TELEMETRY_METRICS } from "./names.js";
