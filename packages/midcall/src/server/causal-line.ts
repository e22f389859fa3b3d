import { AsyncLocalStorage } from "node:async_hooks";

/** Where in a run some code stands: on a causal line, and perhaps inside a step. */
interface Place {
  /** Tells the runs apart: code may be called in the context of another one. */
  readonly run: object;
  /** The `ctx` calls that came before on this line, in order. */
  readonly line: string;
  /** The step whose function this is. */
  readonly step?: string | undefined;
  /** Where the last of these calls was made from, while the code that made it has not paused since. */
  madeFrom?: Place | undefined;
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

/**
 * The causal line of a call to `ctx`: the calls that came before it in the same branch of the handler. It tells
 * questions in the same words apart by what led to them, never by which branch was faster.
 */
export interface CausalLine {
  /** Runs the handler at the start of a line. */
  start<T>(fn: () => T): T;
  /** The line up to here; the code that follows stands behind `call`. */
  extend(call: string): string;
  /** Runs the function of a step. */
  inStep<T>(key: string, fn: () => T): T;
  /** The step the caller runs in, also after an `await` in it. */
  step(): string | undefined;
}

/** Each run of a handler has one of its own. */
export function createCausalLine(): CausalLine {
  const run = {};
  const here = (): Place | undefined => {
    let place = places.getStore();
    if (place?.run !== run) return undefined;
    // What is called in one breath with another call stands beside it: it cannot follow from its answer.
    while (place?.madeFrom !== undefined) place = place.madeFrom;
    return place;
  };
  return {
    start: (fn) => places.run({ run, line: "" }, fn),
    extend(call) {
      const from = here();
      // Code that is called from elsewhere, such as a listener, stands on no line of this run.
      if (from === undefined) return "elsewhere";
      if (canExtend) {
        // The length keeps a key with a bar in it from passing for two calls.
        const line = `${from.line}|${call.length}:${call}`;
        const place: Place = { run, line, step: from.step, madeFrom: from };
        places.enterWith(place);
        queueMicrotask(() => (place.madeFrom = undefined));
      }
      return from.line;
    },
    inStep: (key, fn) => places.run({ run, line: here()?.line ?? "", step: key }, fn),
    step: () => here()?.step,
  };
}
