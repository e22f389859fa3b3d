/** Starts a fixture server on a free port. @param path - relative to this folder */
export function startFixtureServer(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }>;
