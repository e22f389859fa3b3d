import type { BrowserContext, Page } from "playwright-core";

declare global {
  interface Window {
    /** The clock of the page, and of each of its frames. */
    readonly movedClock: {
      /** Whether a second takes a second. */
      real: boolean;
      /** Lets time pass. */
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
    let moved = 0;
    const now = performance.now.bind(performance);
    performance.now = () => now() + moved;
    const timeStamp = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp")!;
    const stamps = new WeakMap<Event, number>();
    Object.defineProperty(Event.prototype, "timeStamp", {
      ...timeStamp,
      // The time at which the event was first looked at, which is the same later.
      get(this: Event): number {
        const stamp = stamps.get(this) ?? (timeStamp.get!.call(this) as number) + moved;
        stamps.set(this, stamp);
        return stamp;
      },
    });
    const clock = { real: false, pass: (ms: number) => void (moved += ms) };
    Object.defineProperty(window, "movedClock", { value: clock });
    const start = setTimeout.bind(window) as (...given: readonly unknown[]) => number;
    window.setTimeout = ((handler: unknown, ms?: number, ...args: unknown[]) => {
      if (ms !== 1000 || clock.real || typeof handler !== "function")
        return start(handler, ms, ...args);
      const startedAt = performance.now();
      return start(() => {
        // What has passed already since another timer moved the clock does not pass again.
        clock.pass(Math.max(0, startedAt + ms - performance.now()));
        (handler as (...given: unknown[]) => void)(...args);
      }, 0);
    }) as typeof setTimeout;
  });

/** From here on a second takes a second, for what a page must not take too soon. */
export async function useRealClock(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate(() => void (window.movedClock.real = true));
  }
}

/** Lets time pass in a page. */
export const passTime = (page: Page, ms: number): Promise<void> =>
  page.evaluate((time) => window.movedClock.pass(time), ms);
