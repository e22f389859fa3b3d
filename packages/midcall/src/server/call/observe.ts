import type { ObservedRequest, RequestTrace, Telemetry } from "../../contracts/telemetry.js";
import { invalidState } from "../framework/rejection.js";
import type { RequestChannel } from "../framework/request-channel.js";
import { digest } from "../state/canonical-json.js";
import type { FlowState } from "../state/records.js";
import type { Binding } from "../state/request-state.js";

/** The parts of a request that telemetry is about. */
interface Facts extends Pick<Binding, "method" | "params"> {
  readonly channel: RequestChannel;
}

/** What telemetry reads and sets of the context of a request. */
interface ObservedContext {
  readonly channel: RequestChannel;
  readonly binding: Binding;
  readonly state: FlowState | undefined;
  readonly rejection: Error | undefined;
  trace: RequestTrace | undefined;
}

/**
 * Runs a handler as a request that is observed.
 *
 * @param work Sets `context.rejection` where the request is answered with an error.
 */
export function observeCall(
  telemetry: Telemetry,
  context: ObservedContext,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { channel, binding, state } = context;
  const { method, params } = binding;
  const { name } = (params ?? {}) as { name?: unknown };
  const resumed = channel.durable?.resumed;
  const trace = telemetry.request({
    name: typeof name === "string" ? name : undefined,
    firstRound: state?.traceparent,
    round: state?.round ?? 0,
    isReplayed: hasEntries(state) || hasEntries(resumed),
    isFailover: resumed !== undefined,
    ...factsOf({ channel, method, params }),
  });
  context.trace = trace;
  return trace.run(work).then(
    (result) => {
      trace.end(context.rejection === undefined ? { result } : { error: context.rejection });
      return result;
    },
    (error: unknown) => {
      trace.end({ error });
      throw error;
    },
  );
}

function hasEntries(state: FlowState | undefined): boolean {
  return state !== undefined && state.entries.length > 0;
}

/** Observes a request whose state was refused before a handler ran, and whose tool may not exist. */
export function observeRefusal(telemetry: Telemetry, request: Facts, reason: string): void {
  telemetry.stateRejected(reason);
  telemetry
    .request({ round: 0, isReplayed: false, isFailover: false, ...factsOf(request) })
    .end({ error: invalidState() });
}

function factsOf({
  channel,
  method,
  params,
}: Facts): Omit<ObservedRequest, "round" | "isReplayed" | "isFailover"> {
  const { _meta } = (params ?? {}) as { _meta?: unknown };
  const { traceparent, tracestate } = (_meta ?? {}) as Record<string, unknown>;
  const { isStdio, requestId, sessionId, host } = channel;
  return {
    method,
    protocolVersion: host.protocolVersion,
    // The id of a session without sign-in gives access to it.
    session: sessionId === undefined ? undefined : digest(`session ${sessionId}`),
    requestId,
    transport: isStdio ? "pipe" : "tcp",
    traceparent,
    tracestate,
    hasRounds: host.strategy === "multiRoundTrip",
  };
}
