/** Ends cleanly on Ctrl-C, and when the program that started this one is gone. */
export function closeOnSignal(close: () => Promise<void>): void {
  const stop = (): void => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.once(signal, stop);
  // Gone before this line: there is no event for that any more.
  if (process.connected === false) stop();
}
