/** Counts events by name in a window of one minute. */
export interface RateLimit {
  /** Counts one event; false when the name has used up its minute. */
  take(name: string): boolean;
}

const MINUTE_MS = 60_000;
/** Names remembered at once; the oldest window is forgotten first. */
const MAX_NAMES = 10_000;

/** Allows `perMinute` events per name and minute; `Infinity` counts nothing. */
export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  if (perMinute === Infinity) return { take: () => true };
  const windows = new Map<string, { since: number; count: number }>();
  return {
    take(name) {
      const time = now();
      let window = windows.get(name);
      if (window === undefined || time - window.since >= MINUTE_MS) {
        windows.delete(name);
        if (windows.size >= MAX_NAMES) windows.delete(windows.keys().next().value as string);
        window = { since: time, count: 0 };
        windows.set(name, window);
      }
      if (window.count >= perMinute) return false;
      window.count += 1;
      return true;
    },
  };
}
