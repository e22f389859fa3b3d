import { type Id, type Members, metaOf, PROGRESS, type Request } from "../wire/messages.js";

const EVERY_MS = 15_000;
/** Smaller than any step that a server makes, so that its own progress still increases. */
const STEP = 1e-6;

/**
 * Reports progress to the host while the user thinks: hosts that extend their time limit do so with progress. Progress
 * has to increase, so the server's own is watched.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
 */
export class KeepAlive {
  readonly #sent = new Map<Id, number>();
  readonly #send: (params: Members, about: Id) => void;

  constructor(send: (params: Members, about: Id) => void) {
    this.#send = send;
  }

  /** Reports progress of a request until the returned function is called. Without a progress token, nothing is sent. */
  start({ id, params }: Request): () => void {
    const token = tokenOf(params);
    if (token === undefined) return () => {};
    const timer = setInterval(() => {
      const progress = (this.#sent.get(token) ?? 0) + STEP;
      this.#sent.set(token, progress);
      this.#send({ progressToken: token, progress, message: "Waiting for the user's answer." }, id);
    }, EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** The server's own progress of an open request as it is passed on: above what the host got before. */
  pass(params: Members): Members {
    const { progressToken: token, progress } = params;
    if (typeof progress !== "number") return params;
    const sent = this.#sent.get(token as Id);
    const next = sent === undefined ? progress : Math.max(progress, sent + STEP);
    this.#sent.set(token as Id, next);
    return next === progress ? params : { ...params, progress: next };
  }

  /** Forgets a request that has ended. */
  forget({ params }: Request): void {
    const token = tokenOf(params);
    if (token !== undefined) this.#sent.delete(token);
  }
}

/** The message of progress that the server reports, or else the bridge. */
export const progressMessage = (params: Members): Members => ({ method: PROGRESS, params });

/** The progress token of a request. */
export function tokenOf(params: Members | undefined): Id | undefined {
  const token = metaOf(params)?.["progressToken"];
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}
