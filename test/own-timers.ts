import { AsyncLocalStorage } from "node:async_hooks";

type Timers = Pick<typeof globalThis, "setTimeout" | "setInterval">;
type Waiting = Readonly<Record<number, { readonly delay?: number }>>;

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
  const waiting = clockOf(setTimeout);
  return () => [...own].filter((id) => waiting()[id] !== undefined).length;
}

/** Whether a timer of that many milliseconds waits on the clock that vitest moves, whoever has set it. */
export function hasTimerOf(ms: number): boolean {
  return Object.values(clockOf(setTimeout)()).some(({ delay }) => delay === ms);
}

function clockOf(moved: typeof setTimeout): () => Waiting {
  const { clock } = moved as unknown as { readonly clock: { readonly timers?: Waiting } };
  return () => clock.timers ?? {};
}

/** Notes, from now until the clock is put back, for which test a timer is set. */
function watch(name: keyof Timers): void {
  const moved = globalThis[name] as (...given: unknown[]) => unknown;
  if (!("clock" in moved)) return;
  const watched = (...given: unknown[]): unknown => {
    const timer = moved(...given);
    test.getStore()?.add(Number(timer));
    return timer;
  };
  Object.assign(globalThis, { [name]: Object.assign(watched, moved) });
}
