import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { Pages } from "midcall/pages";
import type { ServerElicitation } from "midcall/server";

/** What the tools are made with. */
export interface InvoicesKit {
  readonly elicitation: ServerElicitation;
  readonly pages: Pages;
  /** Where the APIs are. */
  readonly services: string;
}

/** Registers one or more tools. */
export type Tools = (kit: InvoicesKit, server: McpServer) => void;

export function text(words: string): CallToolResult {
  return { content: [{ type: "text", text: words }] };
}

/** The name of this server, under which pages and vault keep things. */
export const SERVER = "invoices";

/** The person behind a call: the token's subject, or the user who started the server on this machine. */
export function principalOf({ http }: Pick<ServerContext, "http">): string {
  return http === undefined ? "local" : String(http.authInfo?.extra?.["sub"]);
}
