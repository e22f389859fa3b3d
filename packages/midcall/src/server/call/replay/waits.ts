import type { Unreached } from "./replay.js";

/** Shortest and longest time, in milliseconds. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** How long an answer to a question without a key is kept back, in case another branch asks the same. */
const HOLD_MS: Bounds = { least: 100, most: 300 };
/** How long a run at rest may leave a question without a key unreached. */
const PATIENCE_MS: Bounds = { least: 250, most: 10_000 };
/** The same for a question with a key, which is recognised even if it comes late. */
const PATIENCE_WITH_KEY_MS: Bounds = { least: 2_000, most: 10_000 };
/** How long a run may leave something unreached and have no activity that midcall can see. */
const STALL_MS = 20_000;

/** How long a re-run waits for things, by the longest wait outside of steps that it has seen. */
export class Waits {
  #longestMs: number;

  /** @param longestMs The longest wait of earlier rounds. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  get longestMs(): number {
    return this.#longestMs;
  }

  /** Notes a wait before a question. */
  note(ms: number): void {
    this.#longestMs = Math.max(this.#longestMs, Math.ceil(ms));
  }

  holdMs(): number {
    return within(HOLD_MS, this.#longestMs);
  }

  patienceMs({ hasDerivedKey: isNameless }: Unreached): number {
    return within(isNameless ? PATIENCE_MS : PATIENCE_WITH_KEY_MS, 10 * this.#longestMs);
  }

  stallMs(): number {
    return Math.max(STALL_MS, 3 * this.#longestMs);
  }
}

function within({ least, most }: Bounds, ms: number): number {
  return Math.min(Math.max(ms, least), most);
}
