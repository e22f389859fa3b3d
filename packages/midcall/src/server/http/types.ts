import type { AuthInfo, McpServer, McpServerFactory } from "@modelcontextprotocol/server";

/** Makes a fresh server, attached with `elicitation.attach`. Given the SDK's request context. */
export type ServerFactory = (
  ...args: Parameters<McpServerFactory>
) => McpServer | Promise<McpServer>;

/** What a request may carry besides itself. */
export interface HttpRequestOptions {
  /** The verified access token's facts; never read from headers here. */
  readonly authInfo?: AuthInfo;
  /** The request's body where something before has read it already. */
  readonly parsedBody?: unknown;
}
