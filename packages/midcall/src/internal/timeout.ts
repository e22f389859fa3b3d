import { MAX_TIMER_MS } from "./max-timer.js";
import { unref } from "./unref.js";

/**
 * Resolves with the result of the work, or with `late()` when it takes longer than `ms` or the signal aborts first; an error
 * that `late` throws is the rejection. The work itself cannot be stopped: it goes on without being awaited.
 *
 * @param ms How long it may take, in milliseconds; the timer does not keep the process alive.
 */
export function withTimeout<T, L>(
  work: Promise<T>,
  ms: number,
  late: () => L,
  signal?: AbortSignal,
): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    };
    const giveUp = (): void => {
      finish();
      try {
        resolve(late());
      } catch (error) {
        reject(error as Error);
      }
    };
    const timer = setTimeout(giveUp, Math.min(Math.max(0, ms), MAX_TIMER_MS));
    unref(timer);
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    work.finally(finish).then(resolve, reject);
  });
}

/** Waits for a number of milliseconds, or until the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
