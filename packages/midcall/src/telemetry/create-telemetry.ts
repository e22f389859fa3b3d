import {
  type Attributes,
  createNoopMeter,
  type Meter,
  metrics,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { assertOptions } from "../internal/assert-options.js";
import type { Telemetry } from "../contracts/telemetry.js";
import { errorTypeOf } from "./describe-end.js";
import { createInstruments } from "./instruments.js";
import { TELEMETRY_ATTRIBUTES as NAMES } from "./names.js";
import { startRequest } from "./request-trace.js";

/** Options of {@link createTelemetry}. */
export interface TelemetryOptions {
  /** Makes the spans. Default: that of the global provider, with the name `midcall`. */
  readonly tracer?: Tracer;
  /** Makes the metrics. Default: that of the global provider, with the name `midcall`. */
  readonly meter?: Meter;
}

/**
 * Observes the calls of a server with OpenTelemetry: spans for calls and questions, and metrics. No message, answer, URL or
 * secret is in any of them. A decline is not an error.
 *
 * Call it once the SDK has been started: instruments that are made before it measure nothing.
 *
 * @param options - where the spans and metrics go; both optional
 * @returns the value for the option `telemetry` of `createElicitation`
 *
 * @example
 * ```ts
 * const elicitation = createElicitation({ secret, telemetry: createTelemetry() });
 * ```
 *
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/
 */
export function createTelemetry(options: TelemetryOptions = {}): Telemetry {
  assertOptions<TelemetryOptions>("createTelemetry", options, {
    tracer: "object",
    meter: "object",
  });
  const { tracer = trace.getTracer("midcall"), meter = metrics.getMeter("midcall") } = options;
  // Without an SDK for metrics, whatever is measured is lost, so that there is no use in describing it.
  const instruments = meter === createNoopMeter() ? undefined : createInstruments(meter);
  const reports = { tracer, instruments };
  return {
    request: (request) => startRequest(reports, request),
    stateSealed: (bytes) => instruments?.stateSize.record(bytes),
    stateRejected: (reason) => instruments?.stateRejected.add(1, { [NAMES.errorType]: reason }),
    failover: () => instruments?.failovers.add(1),
    stepInterrupted: () => instruments?.stepInterrupted.add(1),
    storeOperation(operation, ms, error) {
      if (instruments === undefined) return;
      const attributes: Attributes = { [NAMES.storeOperation]: operation };
      if (error !== undefined) attributes[NAMES.errorType] = errorTypeOf(error);
      instruments.storeDuration.record(ms / 1000, attributes);
    },
  };
}
