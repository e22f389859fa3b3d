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
  /** What is reported, by the tokens, and how many questions it is for. */
  readonly #running = new Map<Id, { readonly timer: NodeJS.Timeout; questions: number }>();
  readonly #send: (params: Members, about: Id) => void;

  constructor(send: (params: Members, about: Id) => void) {
    this.#send = send;
  }

  /** Reports progress of a request until the returned function is called. Without a progress token, nothing is sent. */
  start({ id, params }: Request): () => void {
    const token = tokenOf(params);
    if (token === undefined) return () => {};
    const running = this.#running.get(token) ?? this.#report(token, id);
    running.questions += 1;
    return () => {
      running.questions -= 1;
      if (running.questions > 0) return;
      clearInterval(running.timer);
      if (this.#running.get(token) === running) this.#running.delete(token);
    };
  }

  #report(token: Id, about: Id) {
    // It may be another call that asks.
    const message = "The server waits for an answer of the user's.";
    const timer = setInterval(() => {
      const progress = (this.#sent.get(token) ?? 0) + STEP;
      this.#sent.set(token, progress);
      this.#send({ progressToken: token, progress, message }, about);
    }, EVERY_MS);
    timer.unref();
    const running = { timer, questions: 0 };
    this.#running.set(token, running);
    return running;
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
    if (token === undefined) return;
    this.#sent.delete(token);
    clearInterval(this.#running.get(token)?.timer);
    this.#running.delete(token);
  }
}

/** The message of progress that the server reports, or else the bridge. */
export const progressMessage = (params: Members): Members => ({ method: PROGRESS, params });

/** The progress token of a request. */
export function tokenOf(params: Members | undefined): Id | undefined {
  const token = metaOf(params)?.["progressToken"];
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}
