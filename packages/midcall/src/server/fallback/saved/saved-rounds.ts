import { CANNOT_ASK } from "../../../contracts/no-answer.js";
import type { CallRequest } from "../../call/call-request.js";
import type { KeepAlive } from "../../call/keep-alive.js";
import type { OpenCall } from "../../call/open-call.js";
import { noBrowser } from "../../elicitation/unavailable.js";
import { StateError, StoreFailedError } from "../../errors.js";
import { OwnEnd } from "../../framework/request-reply.js";
import type { Settings } from "../../options.js";
import { type FlowState, isEmpty, type Pending } from "../../state/records.js";
import { describeCause } from "../../state/wrap-store-errors.js";
import { expiryOf } from "../../state/request-state.js";
import { RoundEnd } from "../../strategies/round-result.js";
import { SUSPENDED } from "../../strategies/strategy.js";
import { createDeliveries, type Deliveries, isLocal } from "../places/deliveries.js";
import { createQuestionSlots, randomName } from "../places/question-slots.js";
import { closeAll, withAnswers } from "./delivered-answers.js";
import { type Lease, type SavedCall, savedCallOf, type SavedState } from "./saved-calls.js";
import { showAgain } from "../places/show-again.js";
import { twinResult, waitingResult } from "./waiting-result.js";
import { WakeablePause } from "./wakeable-pause.js";
import { withdrawSaved } from "./withdraw-saved.js";

/** Pause between two looks at a call that another request works on, in case its message is lost. */
const LOOK_AGAIN_MS = 1_000;

/** The parts that the rounds of a saved call need. */
export interface SavedRoundsParts {
  readonly settings: Settings;
  readonly request: CallRequest;
  /** See `ownerOf`. */
  readonly owner: string;
  readonly keepAlive: KeepAlive;
  /** Whether the host has come back with a round that it seemed to have dropped. */
  readonly hasComeBack: boolean;
  readonly openCall: OpenCall;
  /** Asks the host by the result of the request. */
  readonly askHost: (end: RoundEnd) => Promise<unknown>;
  /**
   * Runs the handler once. Resolves with its result, or with a {@link RoundEnd}.
   *
   * @param isSaved - whether the next identical call gets the result if this request is given up
   */
  readonly runRound: (request: CallRequest, isSaved: boolean) => Promise<unknown>;
}

/** A state in which questions are open, and whether the user knows where to answer them. */
interface Waiting {
  readonly state: FlowState;
  readonly isKnown: boolean;
}

/** What comes of a round: the end of the request, or questions to wait for; `undefined` where another request works on the call. */
type Next = { readonly end: unknown } | { readonly waiting: Waiting | undefined };

/**
 * The rounds of a call whose questions may be put elsewhere than in the host. A round that ends with such questions is
 * saved; the request waits for the answers as long as its host lets it, and otherwise ends with what the user has to do.
 * The next identical call continues from what is saved.
 */
export class SavedRounds {
  readonly #parts: SavedRoundsParts;
  readonly #call: SavedCall;
  readonly #deliveries: Deliveries;
  readonly #begunAt: number;
  #isTakenOver = false;
  readonly #pausing = new WakeablePause();
  #stopWatching: (() => Promise<void>) | undefined;
  /** How far another replica has come with the saved call, which this one continues. */
  #resumed: FlowState | undefined;
  readonly #wake = (): void => this.#pausing.wake();

  constructor(parts: SavedRoundsParts) {
    const { settings, request, owner } = parts;
    const { binding, subject } = request;
    this.#parts = parts;
    const { durable } = request.channel;
    this.#call = savedCallOf(binding, owner, settings.callStore, settings, durable?.name);
    if (request.state.savedAs !== undefined) this.#resumed = request.state;
    const slots = createQuestionSlots(settings.callStore, binding.server, settings);
    this.#deliveries = createDeliveries({ settings, binding, owner, subject, slots });
    this.#begunAt = settings.now();
  }

  async run(): Promise<unknown> {
    const { request, openCall, settings, hasComeBack } = this.#parts;
    const { durable } = request.channel;
    durable?.signal.addEventListener("abort", this.#wake);
    try {
      if (this.#resumed !== undefined) return await this.#continue(this.#resumed);
      if (hasComeBack) await withdrawSaved(this.#call, this.#deliveries, openCall, settings.now());
      // A state that comes with the request is that of its own call; that of a new task is empty.
      const saved = isEmpty(request.state) ? await this.#call.load() : undefined;
      const next = await (saved === undefined ? this.#round(request) : this.#join(saved, true));
      return "end" in next ? next.end : await this.#wait(next.waiting);
    } finally {
      durable?.signal.removeEventListener("abort", this.#wake);
      await this.#stopWatching?.();
    }
  }

  /** Continues a call that another replica has left in the middle of a round, or while it waited. */
  async #continue(state: FlowState): Promise<unknown> {
    await this.#watch();
    const saved = await this.#call.load();
    // Where nothing is saved any more, its records say how it has ended, if it has.
    if (saved === undefined) return this.#wait(undefined);
    if (saved.state?.savedAs === state.savedAs) {
      const now = withPlaces(saved.state, state) ?? state;
      return this.#wait({ state: now, isKnown: isShownHere(now.pending) });
    }
    const next = await this.#join(saved, isShownHere(saved.state?.pending ?? []));
    return "end" in next ? next.end : this.#wait(next.waiting);
  }

  /** Continues a saved call, in the place of the request that waits for it. */
  async #join({ state }: SavedState, isKnown: boolean): Promise<Next> {
    await this.#watch();
    await this.#call.takeOver();
    if (state === undefined) return { waiting: undefined };
    return { waiting: await showAgain({ state, isKnown }, this.#call, this.#deliveries) };
  }

  async #watch(): Promise<void> {
    this.#stopWatching ??= await this.#call.watch((what) => {
      if (what === "taken-over") this.#isTakenOver = true;
      this.#pausing.wake();
    });
  }

  /** Works on the saved call; `undefined` while another request does. */
  async #withLease<T>(work: (lease: Lease) => Promise<T>): Promise<T | undefined> {
    const lease = await this.#call.claim();
    if (lease === undefined) return undefined;
    try {
      return await work(lease);
    } finally {
      await lease.release();
    }
  }

  /** Runs the handler once, and deals with how that ends. */
  async #round(request: CallRequest, lease?: Lease): Promise<Next> {
    const state = await withAnswers(request.state, this.#deliveries);
    let end: unknown;
    try {
      end = await this.#parts.runRound({ ...request, state }, lease !== undefined);
    } catch (error) {
      // A store that fails leaves the call as it was, to be gone on with.
      if (!(error instanceof StoreFailedError)) await this.#finish(state, lease);
      throw error;
    }
    // Another replica has the call, with what is saved of it.
    if (end === SUSPENDED) return { end };
    if (!(end instanceof RoundEnd)) return { end: await this.#ended(end, state, lease) };
    const next = await this.#goTo(end, state, lease);
    // Only now: until then, the round may have to be run again.
    await this.#close(state.pending, end.state.pending);
    return next;
  }

  /** Asks what a round has left open, and lets the call go on from there. */
  async #goTo(end: RoundEnd, state: FlowState, lease: Lease | undefined): Promise<Next> {
    if (end.open.some(({ placements }) => placements === undefined)) {
      const asked = await this.#orEnd(end.state, state, lease, () => this.#parts.askHost(end));
      await this.#forget(lease);
      return { end: asked };
    }
    return lease === undefined
      ? this.#leave(end, state)
      : { waiting: await this.#save(end, state, lease) };
  }

  /** The handler has returned. */
  async #ended(result: unknown, state: FlowState, lease: Lease | undefined): Promise<unknown> {
    const { channel } = this.#parts.request;
    const isLost = this.#isTakenOver || channel.signal.aborted || this.#isLeft;
    await this.#finish(state, lease, isLost ? { result } : undefined);
    return lease !== undefined && this.#isTakenOver ? this.#twin("later") : result;
  }

  /** Ends the saved call; keeps a result that its caller does not get. */
  async #finish(state: FlowState, lease?: Lease, kept?: { result: unknown }): Promise<void> {
    const { now, stateTtlMs } = this.#parts.settings;
    if (kept === undefined) await this.#forget(lease);
    else await this.#surely(async () => lease?.save(kept, now() + stateTtlMs));
    await this.#close(state.pending, []);
  }

  /** The call is not continued from what is saved any more. */
  #forget(lease: Lease | undefined): Promise<void> {
    return this.#surely(async () => lease?.remove());
  }

  /** Does what comes after the work. If it fails twice, that must not hide from the client what was done. */
  async #surely(work: () => Promise<void>): Promise<void> {
    await work()
      .catch(work)
      .catch((error: unknown) => {
        this.#parts.settings.logger.error(
          `midcall: ${this.#subject}: the saved call could not be ended: ${describeCause(error)}`,
        );
      });
  }

  /** The first questions of this call that are put elsewhere than in the host. */
  async #leave(end: RoundEnd, state: FlowState): Promise<Next> {
    await this.#watch();
    const { durable, signal } = this.#parts.request.channel;
    const isNew = end.state.entries.length === 0;
    let other: SavedState | undefined;
    for (;;) {
      const next = await this.#withLease(async (lease) => {
        other = await this.#call.load();
        if (other !== undefined) return undefined;
        // A request that is sent again when its call has gone on asks nobody anew.
        if (await this.#parts.openCall.isUsed(end.state)) throw new StateError("replayed");
        return { waiting: await this.#save(end, state, lease) };
      });
      if (next !== undefined) return next;
      other ??= await this.#call.load();
      if (other !== undefined || isNew) break;
      // Whoever works on the same call may be an earlier request of this one, which has failed.
      const until = this.#until([]);
      if (this.#isLeft) return { end: SUSPENDED };
      if (this.#parts.settings.now() >= until || signal.aborted) break;
      await this.#pause(undefined, until).finally(this.#parts.keepAlive.start());
    }
    const own = other?.state?.flow === end.state.flow ? other?.state : undefined;
    // This request itself has put the questions there, at another replica.
    if (own !== undefined) await durable?.goOnFrom(own, async () => {});
    if (own !== undefined || (isNew && other !== undefined))
      return this.#join(other!, isShownHere(other!.state?.pending ?? []));
    if (isNew) return { waiting: undefined };
    // The same call, made at the same time, asks already. What was answered or done in this one belongs to it alone, and
    // nothing of it to the other.
    await this.#parts.openCall.end(end.state);
    return { end: this.#twin("under-way") };
  }

  /** Puts the open questions where the user can answer them, and saves the call. @param before - the state that the round began with */
  async #save(end: RoundEnd, before: FlowState, lease: Lease): Promise<Waiting> {
    const { openCall, settings } = this.#parts;
    const known = new Set(end.open.filter(({ pending }) => pending.delivery).map(keyOf));
    const expiresAt = expiryOf(end.state, settings);
    const orEnd = <T>(state: FlowState, work: () => Promise<T>): Promise<T> =>
      this.#orEnd(state, before, lease, work);
    const counted = await orEnd(end.state, () => openCall.countElsewhere(end.state));
    const saved = { ...counted, savedAs: randomName() };
    const put = await orEnd(saved, () => this.#put(end.open, saved, expiresAt));
    const { durable } = this.#parts.request.channel;
    const next = { ...put, expiresAt };
    const save = (): Promise<void> => lease.save({ state: put }, expiresAt);
    await orEnd(put, () => (durable ? durable.goOnFrom(next, save) : save()));
    const isKnown = isShownHere(put.pending.filter(({ key }) => !known.has(key)));
    return { state: next, isKnown };
  }

  /**
   * Ends the call if it may not go on. A store that fails leaves it as it was, to be gone on with.
   *
   * @param state - that it would go on from
   * @param before - that the round began with
   */
  async #orEnd<T>(
    state: FlowState,
    before: FlowState,
    lease: Lease | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreFailedError)) {
        await this.#finish(before, lease);
        await this.#close(state.pending, []);
        await this.#parts.openCall.end(state);
      }
      throw error;
    }
  }

  /** On an error, nothing that was put stays where it is. */
  async #put(open: RoundEnd["open"], state: FlowState, keptUntil: number): Promise<FlowState> {
    const put = new Map<string, Pending>();
    try {
      await this.#putAll(open, put, keptUntil);
      for (const { delivery } of state.pending)
        if (delivery !== undefined) await this.#deliveries.keep(delivery, keptUntil);
    } catch (error) {
      await this.#close([...put.values()], state.pending);
      throw error;
    }
    return { ...state, pending: state.pending.map((one) => put.get(one.key) ?? one) };
  }

  async #putAll(
    open: RoundEnd["open"],
    put: Map<string, Pending>,
    keptUntil: number,
  ): Promise<void> {
    for (const question of open) {
      const { pending } = question;
      const delivery = pending.delivery ?? (await this.#deliveries.put(question, keptUntil));
      if (delivery !== undefined) put.set(pending.key, { ...pending, delivery });
      else if (question.question.whenUnavailable === "continue")
        put.set(pending.key, { ...pending, failedNatively: true, response: UNSUPPORTED });
      // Any other place takes every question.
      else throw noBrowser(this.#parts.request.host, question.question, this.#subject);
    }
  }

  /** Waits for answers, and then continues the call. @param waiting `undefined`: another request works on it */
  async #wait(waiting: Waiting | undefined): Promise<unknown> {
    const { request, settings, keepAlive } = this.#parts;
    const { channel } = request;
    const stopKeepAlive = keepAlive.start();
    try {
      for (let now = waiting; ;) {
        if (this.#isLeft) return SUSPENDED;
        if (this.#isTakenOver) return this.#twin("later");
        const isReady = now === undefined || (await this.#isReady(now));
        if (isReady) {
          const next = await this.#withLease((lease) => this.#goOn(lease));
          if (next !== undefined && "end" in next) return next.end;
          if (next !== undefined) {
            now = next.waiting;
            continue;
          }
        }
        // With an answer, another request continues the call: its end is near.
        const until = now === undefined || isReady ? this.#until([]) : this.#holdUntil(now);
        if (settings.now() >= until || channel.signal.aborted) {
          return now === undefined || isReady
            ? this.#twin("elsewhere")
            : await this.#waitingResult(now.state);
        }
        if (!this.#isTakenOver && !this.#isLeft)
          await this.#pause(isReady ? undefined : now, until);
        now = await this.#reload(now);
      }
    } finally {
      stopKeepAlive();
    }
  }

  /** Continues the saved call, if no other request has done so. */
  async #goOn(lease: Lease): Promise<Next> {
    const { request } = this.#parts;
    const saved = await this.#call.load();
    const resumed = this.#resumed;
    this.#resumed = undefined;
    const state = saved === undefined ? resumed : withPlaces(saved.state, resumed);
    if (state !== undefined) return this.#round({ ...request, state, responses: {} }, lease);
    if (saved === undefined) return { end: this.#twin("elsewhere") };
    await lease.remove();
    return { end: saved.isLost === true ? this.#twin("lost") : saved.result };
  }

  async #reload(before: Waiting | undefined): Promise<Waiting | undefined> {
    const saved = await this.#call.load();
    const state = withPlaces(saved?.state, this.#resumed);
    return state && { state, isKnown: before?.isKnown === true };
  }

  /** Whether the handler has to run: there is an answer, a deadline has passed, or the end of a link is awaited. */
  async #isReady({ state, isKnown }: Waiting): Promise<boolean> {
    const time = this.#parts.settings.now();
    for (const { delivery, response, answerBy, holds, requestId } of state.pending) {
      // The host has it, or its answer has come, which another replica has not used.
      if (requestId !== undefined) return true;
      if (response !== undefined || answerBy <= time) return true;
      if (holds !== undefined && isKnown) return true;
      if (delivery !== undefined && (await this.#deliveries.answerTo(delivery))) return true;
    }
    return false;
  }

  /** When the request has to end: at once where the user learns from its result where to answer. */
  #holdUntil({ state, isKnown }: Waiting): number {
    const isInHost = state.pending.some(
      ({ delivery }) => delivery?.via === "app" || delivery?.via === "relay",
    );
    return isInHost || !isKnown ? 0 : this.#until(state.pending);
  }

  #until(pending: readonly Pending[]): number {
    const { request, settings } = this.#parts;
    const { channel } = request;
    const withoutProgress = this.#begunAt + settings.pageHoldMs;
    if (channel.progressToken === undefined) return withoutProgress;
    return Math.max(withoutProgress, ...pending.map(({ answerBy }) => answerBy));
  }

  /** Until something happens, or this time. @param waiting `undefined`: another request works on the call */
  async #pause(waiting: Waiting | undefined, until: number): Promise<void> {
    const { settings, request } = this.#parts;
    const pending = waiting?.state.pending ?? [];
    const ends = pending.map(({ answerBy }) => answerBy);
    const soonest = Math.min(until, ...ends) - settings.now();
    const open = pending.flatMap(({ delivery }) => delivery ?? []);
    const ms = waiting === undefined ? LOOK_AGAIN_MS : soonest;
    const stopWaiting = settings.waitingCalls.enter(request.context);
    const begin = (over: AbortSignal): Promise<void> | undefined =>
      open.length > 0 ? this.#deliveries.wait(open, over) : undefined;
    await this.#pausing.wait(ms, request.channel.signal, begin).finally(stopWaiting);
  }

  async #waitingResult({ pending }: FlowState): Promise<unknown> {
    const questions = [];
    for (const { delivery, message, answerBy } of pending) {
      if (delivery === undefined) continue;
      const stored = await this.#deliveries.read(delivery);
      questions.push({ delivery, message, answerBy, stored });
    }
    const { binding } = this.#parts.request;
    return new OwnEnd(waitingResult(questions, binding, this.#subject, this.#isError));
  }

  /** Whether this replica has the request no more. */
  get #isLeft(): boolean {
    const { durable, signal } = this.#parts.request.channel;
    return durable?.signal.aborted === true && !signal.aborted;
  }

  #close(before: readonly Pending[], after: readonly Pending[]): Promise<void> {
    return closeAll(before, after, this.#deliveries, this.#parts.settings.now());
  }

  #twin(which: Parameters<typeof twinResult>[0]): unknown {
    const { binding } = this.#parts.request;
    return new OwnEnd(twinResult(which, binding, this.#subject, this.#isError));
  }

  get #subject(): string {
    return this.#parts.request.subject;
  }

  /** Whether a result without the tool's own content must be an error. */
  get #isError(): boolean {
    const { context, binding } = this.#parts.request;
    const { name } = (binding.params ?? {}) as { name?: unknown };
    return context.needsStructure(name);
  }
}

/**
 * The state that is saved, or how far the call has come from it, with the questions where they are now.
 *
 * @param resumed - of the call, which may have gone on since
 */
function withPlaces(
  saved: FlowState | undefined,
  resumed: FlowState | undefined,
): FlowState | undefined {
  if (resumed === undefined || saved?.savedAs !== resumed.savedAs) return saved;
  const now = new Map(saved?.pending.map((one) => [one.key, one]));
  const pending = resumed.pending.map((one) =>
    one.requestId === undefined ? (now.get(one.key) ?? one) : one,
  );
  return { ...resumed, pending };
}

/** What a question ends with that could be put nowhere. */
const UNSUPPORTED = { action: "cancel", content: { [CANNOT_ASK]: "unsupported" } } as const;

/** Whether the server itself shows all of these to the user. */
const isShownHere = (pending: readonly Pending[]): boolean =>
  pending.every(({ delivery }) => delivery === undefined || isLocal(delivery));

const keyOf = ({ pending }: { readonly pending: Pending }): string => pending.key;
