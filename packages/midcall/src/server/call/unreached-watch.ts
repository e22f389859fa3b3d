import { ReplayMismatchError } from "../errors.js";
import type { ElicitationStrategy } from "../strategies/strategy.js";
import { adviceFor } from "./replay/advice.js";
import type { Activity } from "./replay/activity.js";
import type { Unreached, Replay } from "./replay/replay.js";
import type { RunEnd } from "./run-end.js";

/** The parts that the watch over one run needs. */
export interface UnreachedWatchParts {
  readonly replay: Replay;
  readonly activity: Pick<Activity, "quietMs">;
  readonly strategy: () => Pick<ElicitationStrategy, "isOpen" | "atRest">;
  readonly end: RunEnd;
  /** Questions and steps whose result the handler does not have yet, in words. */
  readonly unfinished: ReadonlyMap<string, string>;
}

/**
 * Watches a run for questions and steps of earlier rounds that it has not reached, and ends the run if that takes too
 * long.
 */
export class UnreachedWatch {
  readonly #parts: UnreachedWatchParts;
  readonly #startedAt = performance.now();
  /** Runs out when a run at rest has left something unreached for too long. */
  #patience: NodeJS.Timeout | undefined;
  #stall: NodeJS.Timeout | undefined;
  /** When the run came to rest with something unreached, and its progress at that time. */
  #restedAt: { readonly since: number; readonly progress: number } | undefined;

  constructor(parts: UnreachedWatchParts) {
    this.#parts = parts;
  }

  /** Ends a run without activity: one that waits for a lock that an earlier run still holds must not hang forever. */
  start(): void {
    const { replay, end } = this.#parts;
    if (end.isOver || replay.unreached() === undefined) return;
    const left = replay.stallMs() - this.#quietMs();
    this.#stall = setTimeout(
      () => {
        const unreached = replay.unreached();
        if (unreached === undefined || this.#quietMs() < replay.stallMs()) return this.start();
        this.#giveUp(unreached);
      },
      Math.max(1, left),
    );
  }

  /** Called at every activity of the run. */
  onActivity(): void {
    clearTimeout(this.#patience);
  }

  /**
   * Called when nothing is under way: the round is over, unless the run has not reached everything that earlier rounds
   * asked.
   */
  onRest(): void {
    const { replay, strategy } = this.#parts;
    const unreached = replay.unreached();
    if (unreached === undefined) return strategy().atRest(undefined);
    if (replay.goOn()) return;
    // Notifications that a handler keeps sending do not extend the wait.
    const { progress } = replay;
    if (this.#restedAt?.progress !== progress)
      this.#restedAt = { since: performance.now(), progress };
    const left = this.#restedAt.since + replay.patienceMs(unreached) - performance.now();
    clearTimeout(this.#patience);
    this.#patience = setTimeout(
      () => {
        // Handles events that have arrived in the meantime before the run is ended.
        this.#patience = setTimeout(() => this.#giveUp(unreached), 1);
      },
      Math.max(0, left),
    );
  }

  /** Called when the run is over. */
  stop(): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#stall);
  }

  /** @throws ReplayMismatchError when the handler has ended without reaching everything that earlier rounds asked */
  assertAllReached(): void {
    const { replay } = this.#parts;
    const unreached = replay.unreached() ?? replay.unanswered();
    if (unreached === undefined) return;
    const { key, what, isQuestion } = unreached;
    throw new ReplayMismatchError(
      key,
      what,
      "the handler ended without reaching it",
      adviceFor(key, isQuestion, "returned"),
    );
  }

  /** The error for a run that does not reach this. It names what the run waits for instead. */
  mismatch({ key, what, isQuestion }: Unreached): ReplayMismatchError {
    const other = [...this.#parts.unfinished.values()].at(-1);
    const now = other ?? "no question and no step";
    const isSame = now === `the question ${what}`;
    const current = isSame
      ? "the same words with other fields, another link or in another place"
      : now;
    const ms = Math.round(performance.now() - this.#startedAt);
    const remedy = `This run did not reach it within ${ms} ms. ${adviceFor(key, isQuestion, other === undefined ? "waits" : "elsewhere")}`;
    return new ReplayMismatchError(key, what, current, remedy);
  }

  #quietMs(): number {
    return this.#parts.activity.quietMs();
  }

  #giveUp(unreached: Unreached): void {
    const { end, strategy } = this.#parts;
    if (end.isOver) return;
    if (strategy().isOpen()) return strategy().atRest(unreached);
    void end.fail(this.mismatch(unreached));
  }
}
