/** Starts a fixture server on a free port. @param path - relative to this folder @param args - further arguments */
export function startFixtureServer(
  path: string,
  signal: AbortSignal,
  args?: readonly string[],
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }>;
