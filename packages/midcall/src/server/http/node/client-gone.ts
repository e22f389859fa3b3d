import type { NodeResponse } from "./node-exchange.js";

/** Tells whether the client of a Node response has gone before it was answered. */
export class ClientGone {
  readonly #response: NodeResponse;
  readonly #listeners = new Set<() => void>();
  readonly #leave = (): void => {
    this.#isGone = true;
    this.#controller?.abort();
    for (const listener of this.#listeners) listener();
  };
  #controller: AbortController | undefined;
  #isGone = false;

  constructor(response: NodeResponse) {
    this.#response = response;
    response.once("close", this.#leave);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Aborts when the client goes; made on first use. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isGone) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Calls back when the client goes; returns the function that ends this. */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops watching, because there is a reply. */
  stop(): void {
    this.#response.off("close", this.#leave);
  }
}
