import type { BrowserContext, Page } from "playwright-core";

declare global {
  interface Window {
    /** The clock of the page, and of each of its frames. */
    readonly movedClock: {
      /** From here on, only `pass` lets time pass. */
      stop(): void;
      start(): void;
      pass(ms: number): void;
    };
  }
}

/**
 * Moves the clock of every page of a context where a page would wait for a second: midcall's parts take no click and no key
 * for a second after a question has appeared (`NOTICED_MS`), and nearly every test would wait for that. The pages see that a
 * second has passed, in `performance.now()` and in the times of events; all other timers take their time.
 */
export const moveClock = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const SECOND = 1000;
    let moved = 0;
    let stoppedAt: number | undefined;
    const now = performance.now.bind(performance);
    performance.now = () => (stoppedAt ?? now()) + moved;
    const timeStamp = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp")!;
    const stamps = new WeakMap<Event, number>();
    Object.defineProperty(Event.prototype, "timeStamp", {
      ...timeStamp,
      // The time at which the event was first looked at, which is the same later.
      get(this: Event): number {
        const at = stoppedAt ?? (timeStamp.get!.call(this) as number);
        const stamp = stamps.get(this) ?? at + moved;
        stamps.set(this, stamp);
        return stamp;
      },
    });
    const start = setTimeout.bind(window) as (...given: readonly unknown[]) => number;
    const clear = clearTimeout.bind(window);
    /** The timers of a second that have not fired. */
    const waiting = new Map<number, { readonly due: number; run(): void }>();
    const fire = (id: number): void => {
      const timer = waiting.get(id);
      if (timer === undefined) return;
      waiting.delete(id);
      // What has passed already since another timer moved the clock does not pass again.
      moved += Math.max(0, timer.due - performance.now());
      timer.run();
    };
    const fireDue = (): void => {
      for (const [id, { due }] of waiting) if (due <= performance.now()) fire(id);
    };
    window.setTimeout = ((handler: unknown, ms?: number, ...args: unknown[]) => {
      if (ms !== SECOND || typeof handler !== "function") return start(handler, ms, ...args);
      const id: number = start(() => void (stoppedAt === undefined && fire(id)), 0);
      const run = (): void => void (handler as (...given: unknown[]) => void)(...args);
      waiting.set(id, { due: performance.now() + SECOND, run });
      return id;
    }) as typeof setTimeout;
    window.clearTimeout = (id) => {
      waiting.delete(id as number);
      clear(id);
    };
    const clock: Window["movedClock"] = {
      stop: () => void (stoppedAt = now()),
      start() {
        stoppedAt = undefined;
        for (const id of waiting.keys()) fire(id);
      },
      pass(ms) {
        moved += ms;
        fireDue();
      },
    };
    Object.defineProperty(window, "movedClock", { value: clock });
  });

const inFrames = async (page: Page, act: (ms: number) => void, ms = 0): Promise<void> => {
  for (const frame of page.frames()) await frame.evaluate(act, ms);
};

/** Lets time pass in a page and its frames. */
export const passTime = (page: Page, ms: number): Promise<void> =>
  inFrames(page, (time) => window.movedClock.pass(time), ms);

/**
 * For what a page must not take too soon: no time passes in it until `pass` is called, however slow the machine is. The
 * clock goes on when this is disposed of.
 */
export async function stopClock(
  page: Page,
): Promise<AsyncDisposable & { readonly pass: (ms: number) => Promise<void> }> {
  await inFrames(page, () => window.movedClock.stop());
  return {
    pass: (ms) => passTime(page, ms),
    [Symbol.asyncDispose]: () => inFrames(page, () => window.movedClock.start()),
  };
}
