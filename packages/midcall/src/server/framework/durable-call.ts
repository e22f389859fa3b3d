import type { FlowStore } from "../state/flow-store.js";
import type { FlowState, Pending } from "../state/records.js";
import type { Binding } from "../state/request-state.js";

/** How one request to the host is sent and awaited in a durable call. */
export interface DurableAsk {
  /** Withdraws the request. */
  readonly signal: AbortSignal;
  /** How long to wait for the answer, in milliseconds. */
  readonly timeout: number;
  /** Called with the time at which the answer came, in ms since 1970: it may be read much later. */
  readonly onCame?: (at: number) => void;
  /** The question behind the request. Where it has a `requestId`, it was sent before and is only awaited. */
  readonly pending: Pending;
}

/** What a durable call needs of the run of its handler. */
export interface DurableRun {
  /** The state that the run began with, and its journal as it stands. The call adds the questions that it has asked. */
  readonly snapshot: () => FlowState;
  /** Ends the run from outside: none of the handler's own code runs for that, and nothing is sent. */
  readonly suspend: () => void;
}

/**
 * A call of 2025 in a session that all replicas share. Its journal is in the store before its questions go out, so that
 * another replica can continue it.
 */
export interface DurableCall {
  /** Names the session, on all replicas alike. */
  readonly session: string;
  /** Names the call, on all replicas alike. */
  readonly name: string;
  /** Aborts when this replica has nothing more to do with the call: it is over, or another replica has it. */
  readonly signal: AbortSignal;
  /** The state that this run continues from, where another replica has begun the call. */
  readonly resumed: FlowState | undefined;
  /** The records of its steps; what is done before the first question stays in memory. */
  steps(state: FlowState, user: Pick<Binding, "server" | "principal">): FlowStore;
  /**
   * Saves the call, which goes on from this state in the next request with the same call, whatever becomes of this one.
   *
   * @param save - writes the state
   */
  goOnFrom(state: FlowState, save: () => Promise<void>): Promise<void>;
  /** Called with each run of the handler, before it starts. */
  begin(run: DurableRun): void;
  /**
   * Asks the host.
   *
   * @throws the JSON-RPC error of the host, or a {@link DurableFailure}
   */
  ask(
    request: { readonly method: string; readonly params: Record<string, unknown> },
    ask: DurableAsk,
  ): Promise<unknown>;
}

/** The error of a request that got no response. */
export class DurableFailure extends Error {
  readonly reason: "deadline" | "disconnected";

  constructor(reason: "deadline" | "disconnected", message: string) {
    super(message);
    this.name = "DurableFailure";
    this.reason = reason;
  }
}

type RequestId = string | number;

const calls = new WeakMap<object, ReadonlyMap<RequestId, DurableCall>>();

/** Registers the durable calls of a connection, by the ids of their requests. */
export function registerDurableCalls(
  transport: object,
  ofTransport: ReadonlyMap<RequestId, DurableCall>,
): void {
  calls.set(transport, ofTransport);
}

/** The durable call behind a request; `undefined` where its session is not shared. */
export function durableCallOf(
  transport: object | undefined,
  requestId: RequestId,
): DurableCall | undefined {
  return transport === undefined ? undefined : calls.get(transport)?.get(requestId);
}
