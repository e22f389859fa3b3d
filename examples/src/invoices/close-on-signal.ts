/** Ends cleanly on Ctrl-C, and when the parent process has ended. */
export function closeOnSignal(close: () => Promise<void>): void {
  const stop = (): void => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.once(signal, stop);
  // The parent process may have ended before the listener was added.
  if (process.connected === false) stop();
}
