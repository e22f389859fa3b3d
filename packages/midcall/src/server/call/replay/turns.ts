import type { Activity } from "./activity.js";

/** The macrotasks in which a handler gets results, one in each: everything that follows from one happens before the next. */
export class Turns {
  readonly #activity: Pick<Activity, "busy">;
  #isOn = false;
  #number = 0;
  /** The turn in which an answer that was kept back was given. */
  #held = -1;
  #afterwards: (() => void)[] = [];
  #lastHeard = performance.now();

  constructor(activity: Pick<Activity, "busy">) {
    this.#activity = activity;
  }

  /** Milliseconds since the last turn; 0 during a turn. */
  waitedMs(): number {
    return this.#isOn ? 0 : Math.max(0.001, performance.now() - this.#lastHeard);
  }

  /** Whether the code that runs now follows an answer that was kept back. */
  isHeld(): boolean {
    return this.#isOn && this.#held === this.#number;
  }

  /** Runs a function in a separate turn. */
  take(go: () => void): void {
    const done = this.#activity.busy();
    setImmediate(() => {
      this.#begin();
      go();
    });
    // Immediately after it: only what follows from `go` runs between the two.
    setImmediate(() => {
      this.#isOn = false;
      for (const go of this.#afterwards.splice(0)) go();
      done();
    });
  }

  /** Runs a function that delivers an answer that was kept back, in a separate turn. */
  takeHeld(go: () => void): void {
    this.take(() => {
      this.#held = this.#number;
      go();
    });
  }

  /**
   * Starts a turn for the running code, which ends with the current turn of the event loop. That is exact enough if
   * nothing is replayed.
   */
  now(): void {
    this.#begin();
    const number = this.#number;
    const end = (): void => {
      if (number === this.#number) this.#isOn = false;
    };
    setImmediate(end);
    // Timers may run first; those of the handler, which were set later, then find the turn ended.
    setTimeout(end, 0);
  }

  /** Runs a function immediately after the current turn. */
  afterwards(go: () => void): void {
    this.#afterwards.push(go);
  }

  /** Discards the functions that were to run after the current turn. */
  end(): void {
    this.#afterwards = [];
  }

  #begin(): void {
    this.#isOn = true;
    this.#number += 1;
    this.#lastHeard = performance.now();
  }
}
