/**
 * How a run of a handler ended, if that is not a result of its author's: with a result of midcall's own, such as the open
 * questions of a round, or with an error.
 */
export class OwnEnd {
  readonly result: unknown;
  /** The error for the author's code around the handler; the reply is `result` all the same. */
  readonly error: Error | undefined;

  constructor(result: unknown, error?: Error) {
    this.result = result;
    this.error = error;
  }
}

/**
 * The reply to one request. A handler may be called by other code of the author, which would take whatever it resolves with
 * for an answer; so what is not the author's own is replied past that code.
 */
export class RequestReply {
  /** Whether a handler has run for the request. */
  hasRun = false;
  readonly isOfTask: boolean;
  readonly #given: Promise<never>;
  #resolve: (result: unknown) => void = () => {};
  #reject: (error: Error) => void = () => {};

  /** @param isOfTask - whether it is that of a round of a task, which goes on after an error that its call can go on after */
  constructor(isOfTask = false) {
    this.isOfTask = isOfTask;
    this.#given = new Promise<unknown>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    }) as Promise<never>;
    this.#given.catch(() => {});
  }

  /** Replies with this, whatever the code around the handler does. */
  give(result: unknown): void {
    this.#resolve(result);
  }

  /** Replies with this error, past the code that would make a result of it. */
  refuse(error: Error): void {
    this.#reject(error);
  }

  /** The reply: what was given, or else what the author's code returns. */
  to<T>(running: Promise<T>): Promise<T> {
    return Promise.race([this.#given, running]);
  }
}
