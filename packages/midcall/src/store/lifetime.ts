/** Longer times to live are treated as unlimited, so that sums of times stay exact. */
const FOREVER_MS = 2 ** 52;

/** A time to live in whole milliseconds, rounded up; `undefined` if it is unlimited. */
export function wholeMs(ttlMs: number | undefined): number | undefined {
  if (ttlMs === undefined || ttlMs >= FOREVER_MS) return undefined;
  return ttlMs > 0 ? Math.ceil(ttlMs) : 0;
}
