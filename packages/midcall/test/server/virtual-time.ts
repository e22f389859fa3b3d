import { afterEach, beforeEach, vi } from "vitest";

const turn = globalThis.setImmediate;

/** How many turns of the event loop are a millisecond: enough for what happens in one of a machine that has time. */
const TURNS_IN_MS = 10;

/**
 * In the tests of the file that calls this, time passes with the turns of the event loop, and not with the clock: a wait
 * takes as long as it takes to get there, and nothing is late because a machine is busy.
 */
export function useVirtualTime(): void {
  let isOn = false;

  beforeEach(() => {
    vi.useFakeTimers({
      toFake: [
        ...(["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const),
        ...(["performance", "Date"] as const),
      ],
    });
    isOn = true;
    let turns = 0;
    const pass = (): void => {
      if (!isOn) return;
      turns += 1;
      if (turns % TURNS_IN_MS === 0) vi.advanceTimersByTime(1);
      turn(pass);
    };
    turn(pass);
  });

  afterEach(() => {
    isOn = false;
    vi.useRealTimers();
  });
}

/** Lets everything happen that needs no time: for what must not happen, so that there is no event to wait for. */
export async function turns(count = 50): Promise<undefined> {
  for (let n = 0; n < count; n++) await new Promise<void>((resolve) => turn(resolve));
  return undefined;
}
