import type { CallRun } from "../inbox/types.js";
import { anySignal } from "./run-all.js";

/** The running calls of one client. */
export interface CallRuns {
  readonly count: number;
  /**
   * Tracks one call until it has settled.
   *
   * @param signal - the caller's signal
   * @param work - gets the run, and a signal that is also aborted when the user stops the call
   */
  track<T>(
    signal: AbortSignal | undefined,
    work: (run: CallRun, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /**
   * The run that a 2025 question belongs to, which does not name its call: the only running one; if there are several,
   * one that ends with the last of them and cannot be stopped. `undefined` if no call is running.
   */
  current(): CallRun | undefined;
}

export function createCallRuns(): CallRuns {
  const running = new Set<CallRun>();
  let idle = new AbortController();
  return {
    get count() {
      return running.size;
    },
    async track(signal, work) {
      const ended = new AbortController();
      const stopped = new AbortController();
      const run: CallRun = { ended: ended.signal, stop: () => stopped.abort() };
      running.add(run);
      try {
        return await work(run, anySignal(signal, stopped.signal));
      } finally {
        running.delete(run);
        ended.abort();
        if (running.size === 0) {
          idle.abort();
          idle = new AbortController();
        }
      }
    },
    current() {
      const [only, ...others] = running;
      return only && others.length > 0 ? { ended: idle.signal } : only;
    },
  };
}
