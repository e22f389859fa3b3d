import { AsyncLocalStorage } from "node:async_hooks";

type Timers = Pick<typeof globalThis, "setTimeout" | "setInterval">;
type Clock = { readonly clock: { readonly timers?: Readonly<Record<number, unknown>> } };

const test = new AsyncLocalStorage<Set<number>>();

/**
 * Counts the timers on the clock that vitest moves which a test has set, by itself or in what it calls. Unlike
 * `vi.getTimerCount()`, it does not count those of others: Node's `fetch`, and whatever earlier files of the same process
 * have left running, go on beside a test and set timers, too.
 *
 * To be called in the test, before what is to be counted and after `vi.useFakeTimers()`.
 *
 * @returns Tells how many are waiting
 */
export function ownTimers(): () => number {
  const own = new Set<number>();
  watch("setTimeout");
  watch("setInterval");
  test.enterWith(own);
  const { clock } = setTimeout as unknown as Clock;
  return () => [...own].filter((id) => clock.timers?.[id] !== undefined).length;
}

/** Notes, from now until the clock is put back, for which test a timer is set. */
function watch(name: keyof Timers): void {
  const moved = globalThis[name] as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]): unknown => {
    const timer = moved(...given);
    test.getStore()?.add(Number(timer));
    return timer;
  };
  Object.assign(globalThis, { [name]: Object.assign(watched, moved) });
}
