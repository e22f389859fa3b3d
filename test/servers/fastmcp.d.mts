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
