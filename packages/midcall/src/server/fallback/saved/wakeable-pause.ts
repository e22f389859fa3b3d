import { pause } from "../../../internal/timeout.js";

const nobody = (): void => {};

/** A pause that can be ended early. */
export class WakeablePause {
  #wake: () => void = nobody;

  /** Ends the pause, if there is one. */
  wake(): void {
    this.#wake();
  }

  /**
   * Waits for so long, or until it is woken, the signal aborts, or what is begun resolves.
   *
   * @param begin - begins something else to wait for; its signal aborts when the pause is over
   */
  async wait(
    ms: number,
    signal: AbortSignal,
    begin: (over: AbortSignal) => Promise<void> | undefined,
  ): Promise<void> {
    const over = new AbortController();
    const stop = (): void => over.abort();
    this.#wake = stop;
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    try {
      await Promise.race([pause(Math.max(1, ms), over.signal), begin(over.signal)].filter(Boolean));
    } finally {
      this.#wake = nobody;
      signal.removeEventListener("abort", stop);
      stop();
    }
  }
}
