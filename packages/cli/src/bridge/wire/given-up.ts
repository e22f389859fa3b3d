import type { Id } from "./messages.js";

/** So long after it was given up, a server may still work on a request, and ask for it. */
const STILL_WORKING_MS = 10 * 60_000;
const MOST = 10_000;

/**
 * Requests that were given up and on which the server may still work. As long as there is one, it is not certain which
 * request a question belongs to.
 */
export class GivenUp {
  readonly #until = new Map<Id, number>();

  add(serverId: Id): void {
    this.#until.set(serverId, performance.now() + STILL_WORKING_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MOST && oldest !== undefined) this.#until.delete(oldest);
  }

  /** The server has responded to it nevertheless. */
  answered(serverId: Id): void {
    this.#until.delete(serverId);
  }

  /** Whether the server may still work on one. */
  get isAny(): boolean {
    const now = performance.now();
    for (const [id, until] of this.#until) {
      // They are in the order of their times.
      if (until > now) return true;
      this.#until.delete(id);
    }
    return false;
  }
}
