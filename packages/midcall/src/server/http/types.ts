import type { AuthInfo, McpServer, McpServerFactory } from "@modelcontextprotocol/server";

/** Builds a new server, attached with `elicitation.attach`. Receives the SDK's request context. */
export type ServerFactory = (
  ...args: Parameters<McpServerFactory>
) => McpServer | Promise<McpServer>;

/** Options of one request. */
export interface HttpRequestOptions {
  /** The contents of the verified access token; never read from headers here. */
  readonly authInfo?: AuthInfo;
  /** The request's body, if a middleware has read it already. */
  readonly parsedBody?: unknown;
}
