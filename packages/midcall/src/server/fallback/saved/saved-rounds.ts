import { CANNOT_ASK } from "../../../contracts/no-answer.js";
import type { CallRequest } from "../../call/call-request.js";
import type { KeepAlive } from "../../call/keep-alive.js";
import { noBrowser } from "../../elicitation/unavailable.js";
import type { Settings } from "../../options.js";
import { type FlowState, isEmpty, type Pending } from "../../state/records.js";
import { inputRequired, RoundEnd } from "../../strategies/round-result.js";
import { createDeliveries, type Deliveries, isLocal } from "../places/deliveries.js";
import { createQuestionSlots } from "../places/question-slots.js";
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
  /** Called when the host is asked by the result of the request. */
  readonly onAskedByHost: () => Promise<void>;
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

  constructor(parts: SavedRoundsParts) {
    const { settings, request, owner } = parts;
    const { binding, subject } = request;
    this.#parts = parts;
    this.#call = savedCallOf(binding, owner, settings.callStore, settings);
    const slots = createQuestionSlots(settings.callStore, settings);
    this.#deliveries = createDeliveries({ settings, binding, owner, subject, slots });
    this.#begunAt = settings.now();
  }

  async run(): Promise<unknown> {
    const { request, settings, hasComeBack } = this.#parts;
    try {
      if (hasComeBack) await withdrawSaved(this.#call, this.#deliveries, settings.now());
      // A state that comes with the request is that of its own call; that of a new task is empty.
      const saved = isEmpty(request.state) ? await this.#call.load() : undefined;
      if (saved === undefined) return await this.#round(request);
      return await this.#join(saved, true);
    } finally {
      await this.#stopWatching?.();
    }
  }

  /** Continues a saved call, in the place of the request that waits for it. */
  async #join({ state }: SavedState, isKnown: boolean): Promise<unknown> {
    await this.#watch();
    await this.#call.takeOver();
    if (state === undefined) return this.#wait(undefined);
    return this.#wait(await showAgain({ state, isKnown }, this.#call, this.#deliveries));
  }

  async #watch(): Promise<void> {
    this.#stopWatching ??= await this.#call.watch((what) => {
      if (what === "taken-over") this.#isTakenOver = true;
      this.#pausing.wake();
    });
  }

  /** Runs the handler once, and deals with how that ends. */
  async #round(request: CallRequest, lease?: Lease): Promise<unknown> {
    const state = await withAnswers(request.state, this.#deliveries);
    let end: unknown;
    try {
      end = await this.#parts.runRound({ ...request, state }, lease !== undefined);
    } catch (error) {
      await this.#finish(state, lease);
      throw error;
    }
    if (!(end instanceof RoundEnd)) return this.#ended(end, state, lease);
    await this.#close(state.pending, end.state.pending);
    const isAskedByHost = end.open.some(({ placements }) => placements === undefined);
    if (!isAskedByHost) return this.#leave(end, lease);
    await lease?.remove();
    await lease?.release();
    const { host, binding } = request;
    await this.#parts.onAskedByHost();
    return inputRequired(end, host, binding, this.#parts.settings);
  }

  /** The handler has returned. */
  async #ended(result: unknown, state: FlowState, lease: Lease | undefined): Promise<unknown> {
    const { channel } = this.#parts.request;
    const isLost = this.#isTakenOver || channel.signal.aborted;
    await this.#finish(state, lease, isLost ? { result } : undefined);
    return lease !== undefined && this.#isTakenOver ? this.#twin("later") : result;
  }

  /** Ends the saved call; keeps a result that its caller does not get. */
  async #finish(state: FlowState, lease?: Lease, kept?: { result: unknown }): Promise<void> {
    const { settings } = this.#parts;
    await this.#close(state.pending, []);
    if (kept === undefined) await lease?.remove();
    else await lease?.save(kept, settings.now() + settings.stateTtlMs);
    await lease?.release();
  }

  /** Puts the open questions where the user can answer them, saves the call, and waits. */
  async #leave(end: RoundEnd, given: Lease | undefined): Promise<unknown> {
    await this.#watch();
    const lease = given ?? (await this.#call.claim());
    const other = given === undefined ? await this.#call.load() : undefined;
    if (lease === undefined || other !== undefined) {
      // The same call, made at the same time, asks already.
      await lease?.release();
      // What was answered or done in this one belongs to it alone, and nothing of it to the other.
      if (end.state.entries.length > 0) return this.#twin("under-way");
      if (lease === undefined || other === undefined) return this.#wait(undefined);
      return this.#join(other, isShownHere(other.state?.pending ?? []));
    }
    const before = new Set(end.open.filter(({ pending }) => pending.delivery).map(keyOf));
    const put = await this.#put(end).catch(async (error: unknown) => {
      await this.#finish(end.state, lease);
      throw error;
    });
    const expiresAt = Math.max(
      ...put.pending.map(({ answerBy }) => answerBy + this.#parts.settings.stateTtlMs),
      put.expiresAt ?? 0,
    );
    await lease.save({ state: put }, expiresAt);
    await lease.release();
    const isKnown = isShownHere(put.pending.filter(({ key }) => !before.has(key)));
    return this.#wait({ state: { ...put, expiresAt }, isKnown });
  }

  async #put({ state, open }: RoundEnd): Promise<FlowState> {
    const put = new Map<string, Pending>();
    for (const question of open) {
      const { pending } = question;
      const delivery = pending.delivery ?? (await this.#deliveries.put(question));
      if (delivery !== undefined) put.set(pending.key, { ...pending, delivery });
      else if (question.question.whenUnavailable === "continue")
        put.set(pending.key, { ...pending, failedNatively: true, response: UNSUPPORTED });
      // Any other place takes every question.
      else throw noBrowser(this.#parts.request.host, question.question, this.#subject);
    }
    return { ...state, pending: state.pending.map((one) => put.get(one.key) ?? one) };
  }

  /** Waits for answers, and then continues the call. @param waiting `undefined`: another request works on it */
  async #wait(waiting: Waiting | undefined): Promise<unknown> {
    const { request, settings, keepAlive } = this.#parts;
    const { channel } = request;
    const stopKeepAlive = keepAlive.start();
    try {
      for (let now = waiting; ; now = await this.#reload(now)) {
        if (this.#isTakenOver) return this.#twin("later");
        const isReady = now === undefined || (await this.#isReady(now));
        if (isReady) {
          const lease = await this.#call.claim();
          if (lease !== undefined) return await this.#goOn(lease);
        }
        // With an answer, another request continues the call: its end is near.
        const until = now === undefined || isReady ? this.#until([]) : this.#holdUntil(now);
        if (settings.now() >= until || channel.signal.aborted) {
          return now === undefined || isReady
            ? this.#twin("elsewhere")
            : await this.#waitingResult(now.state);
        }
        if (!this.#isTakenOver) await this.#pause(isReady ? undefined : now, until);
      }
    } finally {
      stopKeepAlive();
    }
  }

  /** Continues the saved call, if no other request has done so. */
  async #goOn(lease: Lease): Promise<unknown> {
    const { request } = this.#parts;
    const saved = await this.#call.load();
    if (saved?.state !== undefined)
      return this.#round({ ...request, state: saved.state, responses: {} }, lease);
    if (saved !== undefined) await lease.remove();
    await lease.release();
    return saved === undefined ? this.#twin("elsewhere") : saved.result;
  }

  async #reload(before: Waiting | undefined): Promise<Waiting | undefined> {
    const saved = await this.#call.load();
    return saved?.state && { state: saved.state, isKnown: before?.isKnown === true };
  }

  /** Whether the handler has to run: there is an answer, a deadline has passed, or the end of a link is awaited. */
  async #isReady({ state, isKnown }: Waiting): Promise<boolean> {
    const time = this.#parts.settings.now();
    for (const { delivery, response, answerBy, holds } of state.pending) {
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
    return waitingResult(questions, this.#parts.request.binding, this.#subject, this.#isError);
  }

  #close(before: readonly Pending[], after: readonly Pending[]): Promise<void> {
    return closeAll(before, after, this.#deliveries, this.#parts.settings.now());
  }

  #twin(which: Parameters<typeof twinResult>[0]): unknown {
    return twinResult(which, this.#parts.request.binding, this.#subject, this.#isError);
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

/** What a question ends with that could be put nowhere. */
const UNSUPPORTED = { action: "cancel", content: { [CANNOT_ASK]: "unsupported" } } as const;

/** Whether the server itself shows all of these to the user. */
const isShownHere = (pending: readonly Pending[]): boolean =>
  pending.every(({ delivery }) => delivery === undefined || isLocal(delivery));

const keyOf = ({ pending }: { readonly pending: Pending }): string => pending.key;
