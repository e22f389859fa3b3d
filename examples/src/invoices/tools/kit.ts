import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { Pages } from "midcall/pages";
import type { ServerElicitation } from "midcall/server";

/** The services that the tools use. */
export interface InvoicesKit {
  readonly elicitation: ServerElicitation;
  readonly pages: Pages;
  /** The base URL of the APIs. */
  readonly services: string;
}

/** Registers one or more tools. */
export type Tools = (kit: InvoicesKit, server: McpServer) => void;

export function text(words: string): CallToolResult {
  return { content: [{ type: "text", text: words }] };
}

/** The name of this server on pages and in the vault. */
export const SERVER = "invoices";

/** The user behind a call: the token's subject, or the user who started the server on this machine. */
export function principalOf({ http }: Pick<ServerContext, "http">): string {
  return http === undefined ? "local" : String(http.authInfo?.extra?.["sub"]);
}
