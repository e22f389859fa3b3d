import type { Tool } from "@modelcontextprotocol/client";
import { displayText } from "midcall/form";
import type { Connection } from "../../connect/connection.js";
import type { ToolView } from "./api-types.js";

const MOST_TOOLS = 1_000;
const LARGEST_SCHEMA = 128 * 1024;

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

function hintsOf({ annotations }: Tool): string[] {
  return [
    annotations?.readOnlyHint === true && "read-only",
    annotations?.destructiveHint === true && annotations.readOnlyHint !== true && "destructive",
    annotations?.idempotentHint === true && "safe to repeat",
    annotations?.openWorldHint === true && "accesses external systems",
  ].filter((hint) => hint !== false);
}

/** The tools of a server, limited and safe to show. A schema that is too large is omitted. */
export async function readToolViews(
  connection: Pick<Connection, "listTools">,
  signal: AbortSignal,
): Promise<ToolView[]> {
  const tools = await connection.listTools({ signal, timeout: 30_000 });
  return tools.slice(0, MOST_TOOLS).map((tool) => {
    const size = JSON.stringify(tool.inputSchema).length;
    return {
      name: tool.name,
      title: displayText(cut(tool.title ?? tool.annotations?.title ?? tool.name, 300)) || tool.name,
      description: displayText(cut(tool.description ?? "", 16_384), { lines: true }),
      inputSchema: size > LARGEST_SCHEMA ? undefined : tool.inputSchema,
      hints: hintsOf(tool),
    };
  });
}
