import { NO_ACTIVITY } from "./activity.js";
import type { Replay } from "./replay.js";
import { Turns } from "./turns.js";

/** The run of a handler that stays in memory while a question is open (2025): nothing is replayed, and nothing has to wait. */
export class LiveRun implements Replay {
  readonly progress = 0;
  readonly longestWaitMs = 0;
  readonly #turns: Turns | undefined;

  /** @param measuresWaits Whether to measure waits outside of steps, which here only a warning is about. */
  constructor(measuresWaits: boolean) {
    this.#turns = measuresWaits ? new Turns(NO_ACTIVITY) : undefined;
  }

  start(run: () => void): void {
    this.#turns?.now();
    run();
  }

  waitedMs(): number {
    return this.#turns?.waitedMs() ?? 0;
  }

  heard(): void {
    this.#turns?.now();
  }

  noteWait(): void {}

  recorded(): Promise<void> {
    return Promise.resolve();
  }

  event(): undefined {
    this.#turns?.now();
  }

  goOn(): boolean {
    return false;
  }

  turn(): undefined {
    this.#turns?.now();
  }

  mayBegin(): undefined {}

  isHeldTurn(): boolean {
    return false;
  }

  met(): void {}

  drop(): void {}

  askedAgain(): void {}

  isAskedAgain(): boolean {
    return false;
  }

  answered(): boolean {
    return false;
  }

  unanswered(): undefined {}

  unreached(): undefined {}

  isWaiting(): boolean {
    return false;
  }

  patienceMs(): number {
    return 0;
  }

  stallMs(): number {
    return 0;
  }

  end(): void {}

  rewind(): void {}
}
