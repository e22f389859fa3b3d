/** A server on fastmcp, the way its documentation says, with one tool that asks. */

/** The exports of fastmcp. */
export async function loadFastMcp() {
  return import("fastmcp");
}

export async function connectFastMcp(transport, ask) {
  const { FastMCP } = await loadFastMcp();
  const logger = { debug() {}, error() {}, info() {}, log() {}, warn() {} };
  const server = new FastMCP({ name: "fastmcp", version: "1.0.0", logger });
  server.addTool({
    name: "ask",
    description: "Asks the person.",
    execute: async (_, { elicit, signal }) => ask((params) => elicit(params, { signal })),
  });
  const session = await server.connect(transport);
  return () => session.close();
}
