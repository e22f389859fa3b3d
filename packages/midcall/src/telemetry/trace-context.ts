import { createTraceState, type SpanContext, TraceFlags } from "@opentelemetry/api";

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
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
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined))
    return undefined;
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const isUsable = typeof tracestate === "string" && tracestate.length <= MAX_TRACESTATE;
  return {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags!, 16) & TraceFlags.SAMPLED,
    isRemote: true,
    ...(isUsable && { traceState: createTraceState(tracestate) }),
  };
}

/** The `traceparent` of a span. */
export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, "0")}`;
}
