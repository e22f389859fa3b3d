import { afterEach, beforeEach, vi } from "vitest";

/** How far the clock goes at a time, in milliseconds. */
const STEP_MS = 10;
/** Longer than anything in these tests waits by itself. */
const LONGEST_PAUSE_MS = 4000;

// Those of the system, whatever the clock of the test.
const { setTimeout: later, setImmediate: soon } = globalThis;
const turn = (): Promise<void> => new Promise((resolve) => void soon(resolve));
const step = (): Promise<void> => new Promise((resolve) => void later(resolve, STEP_MS));

let idleMs = 0;

/** Has to be called when something has happened, such as a key that was pressed. */
export const noteEvent = (): void => void (idleMs = 0);

/** Lets that much time go by. Each step of the clock also lets the program do what it has to do. */
export const pass = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Gives each test of a file a clock that goes on whenever the program has nothing else to do: nobody waits for it. When
 * nothing has happened for longer than a program waits by itself, something else is being waited for, and the clock goes
 * no faster than that of the system.
 */
export function useFastClock(): void {
  let runs: object | undefined;
  const run = async (own: object): Promise<void> => {
    while (runs === own) {
      if (idleMs < LONGEST_PAUSE_MS) for (let count = 0; count < 3; count += 1) await turn();
      else await step();
      if (runs !== own) return;
      idleMs += STEP_MS;
      vi.advanceTimersByTime(STEP_MS);
    }
  };
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    });
    noteEvent();
    void run((runs = {}));
  });
  afterEach(() => {
    runs = undefined;
    vi.useRealTimers();
  });
}
