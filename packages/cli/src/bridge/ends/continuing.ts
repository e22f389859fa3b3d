/** How long a stream waits before it is continued, whatever the server says: it may say 0, or more than a timer can take. */
const SHORTEST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 3_600_000;
/** So often a stream is continued without a message: for an hour at least. */
const MOST_EMPTY = 3_600;

export const GIVEN_UP = `The server has ended its stream ${MOST_EMPTY} times, and said nothing on it.`;

/** When a stream is continued that has ended early. */
export class Continuing {
  readonly #giveUp: () => void;
  /** How often it was continued since the last message. */
  #empty = 0;

  constructor(giveUp: () => void) {
    this.#giveUp = giveUp;
  }

  readonly schedule = (again: () => void, delayMs: number): (() => void) => {
    this.#empty += 1;
    if (this.#empty > MOST_EMPTY) {
      this.#giveUp();
      return () => {};
    }
    const ms = Math.min(Math.max(delayMs, SHORTEST_RETRY_MS), LONGEST_RETRY_MS);
    const timer = setTimeout(again, ms);
    return () => clearTimeout(timer);
  };

  received(): void {
    this.#empty = 0;
  }
}
