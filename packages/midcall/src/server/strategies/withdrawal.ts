import { allowManyListeners } from "../../internal/many-listeners.js";

/** Withdraws the open questions of a call when the call is cancelled or over. */
export class Withdrawal {
  readonly #cancelled: AbortSignal;
  #controller: AbortController | undefined;
  readonly #onCancel = (): void => this.#controller?.abort(this.#cancelled.reason);

  /** @param cancelled Aborts when the call is cancelled. */
  constructor(cancelled: AbortSignal) {
    this.#cancelled = cancelled;
  }

  /** Aborts when open questions are withdrawn. Made with the first question. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      // Every open question adds a listener. Node would report many of them as a leak.
      allowManyListeners(this.#controller.signal);
      if (this.#cancelled.aborted) this.#onCancel();
      else this.#cancelled.addEventListener("abort", this.#onCancel, { once: true });
    }
    return this.#controller.signal;
  }

  /** Called when the call is over. */
  end(): void {
    this.#cancelled.removeEventListener("abort", this.#onCancel);
    this.#controller?.abort("The call has ended.");
  }
}
