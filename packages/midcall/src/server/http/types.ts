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

/** What a runtime passes beside the request: Deno's connection, Bun's server, the context of a Next route. Ignored. */
export type PlatformArgument = object & { readonly authInfo?: never; readonly parsedBody?: never };

/** A function that answers a web `Request`, and fits wherever a runtime or a framework takes one. */
export interface FetchFunction {
  /** For Workers, which pass their environment and the context of the execution. */
  (request: Request, environment: unknown, execution: object): Promise<Response>;
  /** For `Deno.serve`, `Bun.serve` and the exports of a Next route. */
  (request: Request, platform: PlatformArgument): Promise<Response>;
  // Last, because TypeScript reports errors of the last one, and takes its parameters for those of the function.
  (request: Request, options?: HttpRequestOptions): Promise<Response>;
}
