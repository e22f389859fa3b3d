import type { NodeResponse } from "./node-exchange.js";

/** Tells whether the client of a Node response has gone before it was answered. */
export interface ClientGone {
  readonly isGone: boolean;
  /** Aborts when the client goes; made on first use. */
  readonly signal: AbortSignal;
  /** Calls back when the client goes; returns the function that ends this. */
  on(listener: () => void): () => void;
  /** Stops watching, because there is a reply. */
  stop(): void;
}

export function watchClient(response: NodeResponse): ClientGone {
  const listeners = new Set<() => void>();
  let controller: AbortController | undefined;
  let isGone = false;
  const leave = (): void => {
    isGone = true;
    controller?.abort();
    for (const listener of listeners) listener();
  };
  response.once("close", leave);
  return {
    get isGone() {
      return isGone;
    },
    get signal() {
      controller ??= new AbortController();
      if (isGone) controller.abort();
      return controller.signal;
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => void response.off("close", leave),
  };
}
