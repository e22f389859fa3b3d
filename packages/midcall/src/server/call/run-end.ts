import type { Settings } from "../options.js";
import { never } from "../strategies/strategy.js";
import { Deferred } from "./deferred.js";

/** The parts that the end of a run needs. */
export interface RunEndParts {
  readonly settings: Settings;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
  /** Called once, as soon as the run is over. */
  readonly onEnd: () => void;
}

/**
 * The end of one run of a handler. Whatever ends a call early ends it here, from outside: the handler is left waiting on
 * a promise that never settles, so that none of its own `catch` or `finally` blocks runs while a question is open.
 */
export class RunEnd {
  readonly #parts: RunEndParts;
  readonly #deferred: Deferred;
  #isOver = false;
  #hasReplied = false;
  #resolve: (value: unknown) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  /** Settles with the outcome of the run. */
  readonly result: Promise<unknown>;

  constructor(parts: RunEndParts) {
    this.#parts = parts;
    this.#deferred = new Deferred(parts.subject, parts.settings.logger);
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the reply is being sent, so that nothing more can be sent as part of the call. */
  get hasReplied(): boolean {
    return this.#hasReplied;
  }

  /** Runs a function when the run is over; immediately if it already is. */
  defer(fn: () => unknown): void {
    if (!this.#isOver) return this.#deferred.add(fn);
    // A branch may go on after the end, such as one that waited for a lock. Only its own function can release the lock.
    void this.#deferred.runNow(fn);
  }

  /** Ends the run. The first end counts. */
  end(outcome: () => unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.onEnd();
    const settle = (): void => {
      this.#hasReplied = true;
      try {
        this.#resolve(outcome());
      } catch (error) {
        this.#reject(error);
      }
    };
    if (this.#deferred.isEmpty) settle();
    else void this.#deferred.run().then(settle, settle);
  }

  /** Ends the run with an error, out of reach of the handler. */
  fail<T>(error: unknown): Promise<T> {
    this.end(() => {
      throw error;
    });
    return never();
  }
}
