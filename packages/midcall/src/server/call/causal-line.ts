import { AsyncLocalStorage } from "node:async_hooks";

/** Where in a run some code stands: on a causal line, and perhaps inside a step. */
interface Place {
  /** Tells the runs apart: code may be called in the context of another one. */
  readonly run: object;
  /** The `ctx` calls that came before on this line, in order. */
  readonly line: string;
  /** The step whose function this is. */
  readonly step?: string | undefined;
  /** Where the last of these calls was made from. */
  readonly from?: Place;
  /** The code that made that call has not paused since. */
  isFresh?: boolean;
  /** The handler has had what the call gives. */
  isAnswered?: boolean;
}

/** Where a call stands. */
export interface CausalPosition {
  /** The calls that came before it on its line. */
  readonly line: string;
  /**
   * The same without calls that have given nothing yet: a branch that was begun in one breath with a call is on its
   * line, and cannot follow from its answer.
   */
  readonly beside: string;
  /** The handler has what the call gives. */
  answered(): void;
}

const places = new AsyncLocalStorage<Place>();

/** Whether a line can be extended for the code that goes on after a call. Some runtimes have no `enterWith`. */
const canExtend = ((): boolean => {
  const run = {};
  try {
    return places.run({ run, line: "" }, () => {
      places.enterWith({ run, line: "x" });
      return places.getStore()?.line === "x";
    });
  } catch {
    return false;
  }
})();

const ELSEWHERE: CausalPosition = { line: "elsewhere", beside: "elsewhere", answered() {} };

/**
 * The causal line of a call to `ctx`: the calls that came before it in the same branch of the handler. It tells
 * questions in the same words apart by what led to them, never by which branch was faster. Each run of a handler has
 * one of its own.
 */
export class CausalLine {
  /** Runs the handler at the start of a line. */
  start<T>(fn: () => T): T {
    return places.run({ run: this, line: "" }, fn);
  }

  /** Where a call stands; the code that follows stands behind it. */
  extend(call: string): CausalPosition {
    const from = this.#here();
    // Code that is called from elsewhere, such as a listener, stands on no line of this run.
    if (from === undefined) return ELSEWHERE;
    // The length keeps a key with a bar in it from passing for two calls.
    const line = `${from.line}|${call.length}:${call}`;
    const place: Place = { run: this, line, step: from.step, from, isFresh: true };
    if (canExtend) {
      places.enterWith(place);
      queueMicrotask(() => (place.isFresh = false));
    }
    let beside = from;
    while (beside.from !== undefined && beside.isAnswered !== true) beside = beside.from;
    return {
      line: from.line,
      beside: beside.line,
      answered: () => void (place.isAnswered = true),
    };
  }

  /** Runs the function of a step. */
  inStep<T>(key: string, fn: () => T): T {
    return places.run({ run: this, line: this.#here()?.line ?? "", step: key }, fn);
  }

  /** The step the caller runs in, also after an `await` in it. */
  step(): string | undefined {
    return this.#here()?.step;
  }

  #here(): Place | undefined {
    let place = places.getStore();
    if (place?.run !== this) return undefined;
    // What is called in one breath with another call stands beside it: it cannot follow from its answer.
    while (place?.isFresh === true) place = place.from;
    return place;
  }
}
