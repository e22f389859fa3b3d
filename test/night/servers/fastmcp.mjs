/** A server on fastmcp, the way its documentation says, with one tool that asks. */

// Not installed with the workspace: TypeScript must not look for it.
const FASTMCP = "fastmcp";

/**
 * What the tests use of a FastMCP.
 *
 * @typedef {object} FastMcpServer
 * @property {(tool: object) => void} addTool
 * @property {(prompt: object) => void} addPrompt
 * @property {(resource: object) => void} addResource
 * @property {(transport: import("@modelcontextprotocol/server").Transport) => Promise<{ close(): Promise<void> }>} connect
 * @property {(options: object) => Promise<void>} start
 * @property {() => Promise<void>} stop
 */

/**
 * The exports of fastmcp.
 *
 * @returns {Promise<{ FastMCP: new (options: object) => FastMcpServer, FastMCPSession: { prototype: object } }>}
 */
export async function loadFastMcp() {
  return import(FASTMCP);
}

/**
 * Connects a fastmcp server; resolves with what closes it.
 *
 * @param {import("@modelcontextprotocol/server").Transport} transport
 * @param {(elicit: (params: object) => Promise<unknown>) => Promise<string>} ask - the tool's body: it is given what sends a
 *   question, and returns the tool's text
 * @returns {Promise<() => Promise<void>>}
 */
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
