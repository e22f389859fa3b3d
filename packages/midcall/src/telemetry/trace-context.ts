import { createTraceState, type SpanContext, TraceFlags } from "@opentelemetry/api";

/** Version, trace, span and flags. Neither a version of `ff` nor an id of zeros is valid. */
const TRACEPARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/;
/** The length of version `00`, after which nothing more may come. */
const LENGTH = 55;
/** Longer ones may be discarded. */
const MAX_TRACESTATE = 512;

/**
 * Reads a `traceparent` and `tracestate` of someone else; `undefined` if it is not valid.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceContext(
  traceparent: unknown,
  tracestate?: unknown,
): SpanContext | undefined {
  if (typeof traceparent !== "string" || traceparent.length > 128) return undefined;
  if (!TRACEPARENT.test(traceparent)) return undefined;
  if (traceparent.length > LENGTH && traceparent.startsWith("00")) return undefined;
  const spanContext: SpanContext = {
    traceId: traceparent.slice(3, 35),
    spanId: traceparent.slice(36, 52),
    traceFlags: Number.parseInt(traceparent.slice(53, LENGTH), 16) & TraceFlags.SAMPLED,
    isRemote: true,
  };
  if (typeof tracestate === "string" && tracestate.length <= MAX_TRACESTATE)
    spanContext.traceState = createTraceState(tracestate);
  return spanContext;
}

/** The `traceparent` of a span. */
export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, "0")}`;
}
