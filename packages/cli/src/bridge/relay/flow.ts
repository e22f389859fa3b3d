const FULL = 256;
const FREE = 32;

/** Holds back what is read while too much of it waits to be written. */
export class Flow {
  readonly #hold: (isFull: boolean) => void;
  readonly #waiting = new Set<Promise<unknown>>();
  #isFull = false;

  /** @param hold - stops reading, until it is called with `false` */
  constructor(hold: (isFull: boolean) => void) {
    this.#hold = hold;
  }

  /** @param written - resolves when a message was written, and never rejects; nothing if it was at once */
  track(written: Promise<unknown> | undefined): void {
    if (written === undefined) return;
    this.#waiting.add(written);
    if (this.#waiting.size >= FULL && !this.#isFull) this.#hold((this.#isFull = true));
    void written.then(() => {
      this.#waiting.delete(written);
      if (this.#waiting.size <= FREE && this.#isFull) this.#hold((this.#isFull = false));
    });
  }

  /** Resolves when everything so far was written. */
  async settled(): Promise<void> {
    await Promise.all(this.#waiting);
  }
}
