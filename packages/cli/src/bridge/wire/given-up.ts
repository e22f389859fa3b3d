import type { Id } from "./messages.js";

/** So long after it was given up, a server may still work on a request, and ask for it. */
const STILL_WORKING_MS = 10 * 60_000;
const MOST = 10_000;

/**
 * Requests that were given up and on which the server may still work: a question may be theirs. It is certain which
 * request asks only if there is none, or if all of them are the same as the one that is open.
 */
export class GivenUp {
  readonly #all = new Map<Id, { readonly until: number; readonly digest: string }>();

  /** @param digest - of the request */
  add(serverId: Id, digest: string): void {
    this.#all.set(serverId, { until: performance.now() + STILL_WORKING_MS, digest });
    const [oldest] = this.#all.keys();
    if (this.#all.size > MOST && oldest !== undefined) this.#all.delete(oldest);
  }

  /** The server has responded nevertheless. Returns whether it is a request that was given up. */
  answered(serverId: Id): boolean {
    return this.#all.delete(serverId);
  }

  /** Whether the server may still work on one. @param digest - not counting those with this digest */
  isAny(digest?: string): boolean {
    const now = performance.now();
    for (const [id, one] of this.#all) {
      if (one.until <= now) this.#all.delete(id);
      else if (one.digest !== digest) return true;
    }
    return false;
  }
}
