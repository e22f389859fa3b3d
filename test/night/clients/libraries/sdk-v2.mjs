/** The official client, for libraries that are given one. */

/** A client that speaks every protocol version, as hosts create it. */
export async function newClient() {
  const { Client } = await import("@modelcontextprotocol/client");
  return new Client({ name: "host", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
}

/** A transport of that client. */
export async function transportTo(reach) {
  if (reach.url) {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return new StreamableHTTPClientTransport(new URL(reach.url));
  }
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  return new StdioClientTransport({ ...reach, args: [...reach.args] });
}
