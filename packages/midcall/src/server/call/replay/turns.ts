import type { Activity } from "./activity.js";

/**
 * The macrotasks in which a handler learns things, one thing in each: all that follows from one comes before the next.
 */
export class Turns {
  readonly #activity: Pick<Activity, "busy">;
  #isOn = false;
  #number = 0;
  /** The turn in which an answer was given that had been kept back. */
  #held = -1;
  #afterwards: (() => void)[] = [];
  #lastHeard = performance.now();

  constructor(activity: Pick<Activity, "busy">) {
    this.#activity = activity;
  }

  /** Milliseconds since the last turn; 0 in one. */
  waitedMs(): number {
    return this.#isOn ? 0 : Math.max(0.001, performance.now() - this.#lastHeard);
  }

  /** Whether code runs now because of an answer that had been kept back. */
  isHeld(): boolean {
    return this.#isOn && this.#held === this.#number;
  }

  /** Gives something a turn. */
  take(go: () => void): void {
    const done = this.#activity.busy();
    setImmediate(() => {
      this.#begin();
      go();
    });
    // Right behind it: nothing but what follows from `go` runs between the two.
    setImmediate(() => {
      this.#isOn = false;
      for (const go of this.#afterwards.splice(0)) go();
      done();
    });
  }

  /** Gives an answer a turn that had been kept back. */
  takeHeld(go: () => void): void {
    this.take(() => {
      this.#held = this.#number;
      go();
    });
  }

  /** What runs now is a turn. It ends with the next round of the event loop: near enough where nothing was recorded before. */
  now(): void {
    this.#begin();
    const number = this.#number;
    const end = (): void => {
      if (number === this.#number) this.#isOn = false;
    };
    setImmediate(end);
    // Timers may come before: those of the handler, which begin later, then find the turn ended.
    setTimeout(end, 0);
  }

  /** Does something right behind this turn. */
  afterwards(go: () => void): void {
    this.#afterwards.push(go);
  }

  /** Does nothing more of what was to come behind this turn. */
  end(): void {
    this.#afterwards = [];
  }

  #begin(): void {
    this.#isOn = true;
    this.#number += 1;
    this.#lastHeard = performance.now();
  }
}
