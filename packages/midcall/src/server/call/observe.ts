import type { ObservedRequest, RequestTrace, Telemetry } from "../../contracts/telemetry.js";
import { invalidState, Rejection } from "../framework/rejection.js";
import { OwnEnd } from "../framework/request-reply.js";
import type { RequestChannel } from "../framework/request-channel.js";
import { createLazyMember } from "../../internal/memory/lazy-member.js";
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
  trace: RequestTrace | undefined;
}

/**
 * Runs a handler as a request that is observed.
 *
 * @param work Resolves with the author's result, or with an {@link OwnEnd}.
 */
export function observeCall(
  telemetry: Telemetry,
  context: ObservedContext,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { channel, binding } = context;
  const { method, params } = binding;
  const trace = telemetry.request(new ReceivedRequest({ channel, method, params }, context));
  if (trace === undefined) return work();
  context.trace = trace;
  return trace.run(work).then(
    (result) => {
      trace.end(endOf(result));
      return result;
    },
    (error: unknown) => {
      trace.end({ error });
      throw error;
    },
  );
}

/** What a request was answered with. */
function endOf(end: unknown): { result: unknown } | { error: unknown } {
  if (!(end instanceof OwnEnd)) return { result: end };
  return end.error instanceof Rejection ? { error: end.error } : { result: end.result };
}

/** Observes a request whose state was refused before a handler ran, and whose tool may not exist. */
export function observeRefusal(telemetry: Telemetry, request: Facts, reason: string): void {
  telemetry.stateRejected(reason);
  telemetry.request(new ReceivedRequest(request))?.end({ error: invalidState() });
}

/** What is observed of a request. A class, as it is made for each one and the digest of the session rarely. */
class ReceivedRequest implements ObservedRequest {
  readonly method: string;
  readonly name: string | undefined;
  readonly protocolVersion: string;
  readonly requestId: string | number | undefined;
  readonly transport: "pipe" | "tcp";
  readonly traceparent: unknown;
  readonly tracestate: unknown;
  readonly firstRound: string | undefined;
  readonly round: number;
  readonly isReplayed: boolean;
  readonly isFailover: boolean;
  readonly hasRounds: boolean;
  declare readonly session?: string | undefined;

  /** @param call - what runs a handler; without it, only the method is known to exist */
  constructor({ channel, method, params }: Facts, call?: Pick<ObservedContext, "state">) {
    const { name, _meta: meta } = (params ?? {}) as Params;
    const { host } = channel;
    const state = call?.state;
    const resumed = call && channel.durable?.resumed;
    this.method = method;
    this.name = call !== undefined && typeof name === "string" ? name : undefined;
    this.protocolVersion = host.protocolVersion;
    this.requestId = channel.requestId;
    this.transport = channel.isStdio ? "pipe" : "tcp";
    this.traceparent = meta?.["traceparent"];
    this.tracestate = meta?.["tracestate"];
    this.firstRound = state?.traceparent;
    this.round = state?.round ?? 0;
    this.isReplayed = hasEntries(state) || hasEntries(resumed);
    this.isFailover = resumed !== undefined;
    this.hasRounds = host.strategy === "multiRoundTrip";
    const { sessionId } = channel;
    // The id of a session without sign-in gives access to it.
    if (sessionId !== undefined) defineSession(this, () => digest(`session ${sessionId}`));
  }
}

const defineSession = createLazyMember<string>("session");

interface Params {
  readonly name?: unknown;
  readonly _meta?: Readonly<Partial<Record<string, unknown>>> | null;
}

function hasEntries(state: FlowState | undefined): boolean {
  return state !== undefined && state.entries.length > 0;
}
