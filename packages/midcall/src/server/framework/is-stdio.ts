/** Whether a transport of an SDK is that of a server started by its host: `StdioServerTransport`, or what `serveStdio` makes of it. */
export function isStdio(transport: unknown): boolean {
  if (typeof transport !== "object" || transport === null) return false;
  const { _wire } = transport as { readonly _wire?: unknown };
  return _wire === undefined ? "_stdin" in transport && "_stdout" in transport : isStdio(_wire);
}
