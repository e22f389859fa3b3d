/**
 * Reads one at a time, and once more where that was asked for meanwhile, however often: what is read last
 * is the newest, and a flood of wishes costs no more than the reading does.
 *
 * @returns resolves with the reading that is on its way
 */
export function coalesce(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isStale = false;
  const run = (): Promise<void> => {
    isStale = running !== undefined;
    return (running ??= read().finally(() => {
      running = undefined;
      if (isStale) run().catch(() => {});
    }));
  };
  return run;
}
