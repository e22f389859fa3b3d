const WINDOW_MS = 60_000;

/** Returns a function that counts a request, and returns the seconds to wait if there were too many in this minute. */
export function createRateLimit(perMinute: number): () => number | undefined {
  let count = 0;
  let startedAt = -Infinity;
  return () => {
    const time = performance.now();
    if (time - startedAt >= WINDOW_MS) {
      startedAt = time;
      count = 0;
    }
    count += 1;
    return count > perMinute ? (startedAt + WINDOW_MS - time) / 1000 : undefined;
  };
}
