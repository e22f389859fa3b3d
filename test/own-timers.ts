import { vi } from "vitest";

/** What a `setTimeout` that vitest has replaced knows of the clock that moves it. */
interface Moved {
  readonly clock: {
    readonly timers?: Readonly<Record<string, { readonly func: { readonly name: string } }>>;
  };
}

/**
 * How many timers are waiting, as `vi.getTimerCount()` counts them, without the one that Node's `fetch` keeps for all its
 * connections: those of an earlier file of the same process can still be open.
 */
export function ownTimerCount(): number {
  const { clock } = setTimeout as unknown as Moved;
  const ofFetch = Object.values(clock.timers ?? {}).filter(({ func }) => func.name === "onTick");
  return vi.getTimerCount() - ofFetch.length;
}
