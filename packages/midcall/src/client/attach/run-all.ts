/** A signal that is aborted as soon as one of the two is. */
export function anySignal(signal: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, other]) : other;
}

/**
 * Runs a task for all items concurrently. Their signal is aborted when one task fails or `signal` is aborted.
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
