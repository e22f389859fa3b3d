import { AsyncLocalStorage } from "node:async_hooks";

/** The place of some code in a run: on a causal line, and perhaps inside a step. */
interface Place {
  /** The run. Code may be called in the context of another one. */
  readonly run: object;
  /** The earlier `ctx` calls on this line, in order. */
  readonly line: string;
  /** The key of the step that the code is part of. */
  readonly step?: string | undefined;
  /** The place that the last of these calls was made from. */
  readonly from?: Place;
  /** Whether the code that made that call has not awaited anything since. */
  isFresh?: boolean;
  /** Whether the handler has the result of that call. */
  isAnswered?: boolean;
}

/** The position of a `ctx` call. */
export interface CausalPosition {
  /** The earlier calls on its line. */
  readonly line: string;
  /**
   * The same without calls that have no result yet. A branch that was started without an `await` after a call is on the
   * line of that call, but cannot depend on its answer.
   */
  readonly beside: string;
  /** To be called when the handler has the result of the call. */
  answered(): void;
}

const places = new AsyncLocalStorage<Place>();
/** How many runs follow their contexts now. */
let following = 0;

/** Whether a line can be extended for the code that follows a call. Some runtimes have no `enterWith`. */
const canExtend = ((): boolean => {
  const probe = new AsyncLocalStorage<string>();
  try {
    return probe.run("", () => {
      probe.enterWith("x");
      return probe.getStore() === "x";
    });
  } catch {
    return false;
  } finally {
    stopUsing(probe);
  }
})();

/** While a storage is in use, every promise of the process costs more in Node before 24. */
function stopUsing(storage: AsyncLocalStorage<unknown>): void {
  try {
    storage.disable();
  } catch {
    // Workers have neither this function nor what it costs.
  }
}

/** The position of a call that is on no line. */
export const ELSEWHERE: CausalPosition = { line: "elsewhere", beside: "elsewhere", answered() {} };
const ONLY: CausalPosition = { line: "", beside: "", answered() {} };

/**
 * The causal line of a `ctx` call: the earlier calls in the same branch of the handler. It distinguishes questions with
 * the same wording by the calls that led to them, never by which branch was faster. Each run of a handler has its own.
 */
export class CausalLine {
  readonly #isTracked: boolean;
  /** Whether this run counts among those that follow their contexts. */
  #isFollowing = false;

  /**
   * @param isTracked Whether the handler runs again. Where it waits in memory, an answer finds its branch by itself, and
   * all calls are on one line: following the context of every promise would make them slower (docs/decisions.md).
   */
  constructor(isTracked: boolean) {
    this.#isTracked = isTracked;
  }

  /** Runs the handler at the start of a line. */
  start<T>(fn: () => T): T {
    return this.#isTracked ? this.#follow({ run: this, line: "" }, fn) : fn();
  }

  /** The run is over: nothing more is asked of its places. */
  end(): void {
    if (!this.#isFollowing) return;
    this.#isFollowing = false;
    following -= 1;
    if (following === 0) stopUsing(places);
  }

  /** The position of a call. The code that follows comes after it on the line. */
  extend(call: string): CausalPosition {
    if (!this.#isTracked) return ONLY;
    const from = this.#here();
    // Code that is called from elsewhere, such as a listener, is on no line of this run.
    if (from === undefined) return ELSEWHERE;
    // With its length, a key that contains a bar cannot be mistaken for two calls.
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
    return this.#follow({ run: this, line: this.#here()?.line ?? "", step: key }, fn);
  }

  /** The key of the step that the caller runs in, if any; also after an `await` in it. */
  step(): string | undefined {
    return this.#here()?.step;
  }

  #follow<T>(place: Place, fn: () => T): T {
    if (!this.#isFollowing) {
      this.#isFollowing = true;
      following += 1;
    }
    return places.run(place, fn);
  }

  #here(): Place | undefined {
    let place = places.getStore();
    if (place?.run !== this) return undefined;
    // A call that was made without an `await` after another one cannot depend on that one's answer.
    while (place?.isFresh === true) place = place.from;
    return place;
  }
}
