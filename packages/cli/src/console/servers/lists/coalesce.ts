/**
 * Combines concurrent runs: while one is in progress, any number of further calls cause only one more run.
 *
 * @returns a function that resolves with the run in progress
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isStale = false;
  const run = (): Promise<void> => {
    isStale = running !== undefined;
    return (running ??= work().finally(() => {
      running = undefined;
      if (isStale) run().catch(() => {});
    }));
  };
  return run;
}
