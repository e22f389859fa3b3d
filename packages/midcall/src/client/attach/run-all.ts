/** Aborted as soon as one of the two is. */
export function anySignal(signal: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, other]) : other;
}

/**
 * Does something for all items at once. When one fails, the others are told by their signal; so they are
 * when `signal` aborts.
 */
export async function runAll<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const over = anySignal(signal, failed.signal);
  try {
    await Promise.all(items.map((item) => work(item, over)));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}
