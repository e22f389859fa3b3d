/** The signal a handler sees as `ctx.signal`. It is made when first looked at: most handlers never do. */
export class HandlerSignal {
  readonly #cancelled: AbortSignal;
  #controller: AbortController | undefined;
  #isClosed = false;

  /** @param cancelled Aborts when the call is cancelled. */
  constructor(cancelled: AbortSignal) {
    this.#cancelled = cancelled;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const cancelled = this.#cancelled;
      this.#controller = new AbortController();
      if (cancelled.aborted) this.#abort(cancelled.reason);
      else cancelled.addEventListener("abort", () => this.#abort(cancelled.reason), { once: true });
    }
    return this.#controller.signal;
  }

  /** Aborts the signal because the deadline of a question has passed. */
  deadlinePassed(): void {
    void this.signal;
    this.#abort(new DOMException("The deadline of a question has passed.", "TimeoutError"));
  }

  /** The run is over. An abort that comes later is the SDK's, which aborts its own signal with every reply. */
  close(): void {
    this.#isClosed = true;
  }

  #abort(reason: unknown): void {
    if (!this.#isClosed) this.#controller?.abort(reason);
  }
}
