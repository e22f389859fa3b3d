/** The signal that a handler sees as `ctx.signal`. It is created on first use, because most handlers do not use it. */
export class HandlerSignal {
  readonly #call: { readonly signal: AbortSignal };
  #controller: AbortController | undefined;
  #isClosed = false;

  /** @param call - has the signal that aborts when the call is cancelled */
  constructor(call: { readonly signal: AbortSignal }) {
    this.#call = call;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const { signal: cancelled } = this.#call;
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

  /**
   * Called when the run is over. Later aborts come from the SDK, which aborts its signal with every reply, and are
   * ignored.
   */
  close(): void {
    this.#isClosed = true;
  }

  #abort(reason: unknown): void {
    if (!this.#isClosed) this.#controller?.abort(reason);
  }
}
