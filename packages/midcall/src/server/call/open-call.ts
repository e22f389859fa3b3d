import { StepInterruptedError, StoreFailedError } from "../errors.js";
import type { Settings } from "../options.js";
import { createFlowStore, type StateRecords } from "../state/flow-store.js";
import type { Entry, FlowState } from "../state/records.js";
import { expiryOf } from "../state/request-state.js";
import { OpenCalls } from "../strategies/open-calls.js";
import { RoundEnd } from "../strategies/round-result.js";
import { SUSPENDED } from "../strategies/strategy.js";
import type { CallRequest } from "./call-request.js";

/** A call from its first question to its end: it is counted as one of its user's, and has records where there is a store. */
export class OpenCall {
  readonly #request: CallRequest;
  readonly #settings: Settings;
  readonly #counted: OpenCalls;

  /** @param owner - see `ownerOf` */
  constructor(request: CallRequest, settings: Settings, owner: string | undefined) {
    this.#request = request;
    this.#settings = settings;
    this.#counted = new OpenCalls(settings, request.binding, owner);
  }

  /**
   * Counts the call, which the host is asked in next, if it has records. One that was counted before goes on to be, as when it has waited
   * elsewhere.
   *
   * @throws LimitError when its user has too many
   */
  async countInHost(state: FlowState): Promise<FlowState> {
    const { store, stateTtlMs } = this.#settings;
    if (store === undefined && state.places === undefined) return state;
    // A little longer than the state is accepted.
    return this.#count(state, stateTtlMs);
  }

  /** Counts the call, whose questions wait elsewhere next. @throws LimitError when its user has too many */
  countElsewhere(state: FlowState): Promise<FlowState> {
    return this.#count(state, 0);
  }

  async #count(state: FlowState, longerMs: number): Promise<FlowState> {
    const ttlMs = expiryOf(state, this.#settings) - this.#settings.now() + longerMs;
    const places = await this.#counted.begin(state, ttlMs);
    return { ...state, ...(places && { places }) };
  }

  /** Whether the call has gone on from this state already, or is over. */
  async isUsed(state: FlowState): Promise<boolean> {
    return (await this.#recordsOf(state)?.isUsed()) ?? false;
  }

  /** Ends the call, which may not go on to this state. What cannot be deleted expires. */
  async end(state: FlowState): Promise<void> {
    await this.#recordsOf(state)
      ?.finish(undefined, stepKeys(state.entries))
      .catch(() => {});
    await this.uncount(state);
  }

  /** The call is not counted any more. */
  uncount(state: FlowState): Promise<void> {
    return this.#counted.end(state);
  }

  /** A round of the call, after which it is not counted any more if nothing of it is open. */
  async round(running: Promise<unknown>, run: Run): Promise<unknown> {
    const { state } = run.request;
    const end = await running.catch(async (error: unknown) => {
      if (!canGoOn(error, run)) await this.uncount(state);
      throw error;
    });
    if (!(end instanceof RoundEnd) && end !== SUSPENDED) await this.uncount(state);
    return end;
  }

  #recordsOf(state: FlowState): StateRecords | undefined {
    const { store } = this.#settings;
    // Until its second round a call has none.
    return store && state.round > 1
      ? createFlowStore(store, state, {}, this.#request.binding, this.#settings)
      : undefined;
  }
}

/** A run of a round. */
interface Run {
  readonly request: CallRequest;
  readonly isSaved: boolean;
  readonly isCopy: boolean;
}

/**
 * Whether a call can go on after a round that has failed: the store was away; or its client was, which may send the request again; or
 * another request runs the same round.
 */
export function canGoOn(error: unknown, { request, isSaved, isCopy }: Run): boolean {
  if (isCopy || error instanceof StoreFailedError) return true;
  return error instanceof StepInterruptedError || (request.channel.signal.aborted && !isSaved);
}

/** The keys of the steps of a call. */
export function stepKeys(entries: readonly Entry[]): string[] {
  return entries.filter(({ kind }) => kind === "step").map(({ key }) => key);
}
