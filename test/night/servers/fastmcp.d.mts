import type { Transport } from "@modelcontextprotocol/server";

/**
 * Connects a fastmcp server; resolves with what closes it.
 *
 * @param ask - the tool's body: it is given what sends a question, and returns the tool's text
 */
export function connectFastMcp(
  transport: Transport,
  ask: (elicit: (params: object) => Promise<unknown>) => Promise<string>,
): Promise<() => Promise<void>>;

/** What the tests use of a FastMCP. */
export interface FastMcpServer {
  addTool(tool: object): void;
  addPrompt(prompt: object): void;
  addResource(resource: object): void;
  connect(transport: Transport): Promise<{ close(): Promise<void> }>;
  start(options: object): Promise<void>;
  stop(): Promise<void>;
}

/** The exports of fastmcp. */
export function loadFastMcp(): Promise<{
  readonly FastMCP: new (options: object) => FastMcpServer;
  readonly FastMCPSession: { readonly prototype: object };
}>;
