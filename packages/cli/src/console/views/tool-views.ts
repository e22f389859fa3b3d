import type { Tool } from "@modelcontextprotocol/client";
import type { Connection } from "../../connect/connection.js";
import { taskSupportOf } from "../../connect/tasks/tool-tasks.js";
import type { ToolView } from "./api-types.js";
import { toIconView } from "./icon-view.js";
import { shownText, titleText } from "./text.js";

const MOST_TOOLS = 1_000;
const LARGEST_SCHEMA = 128 * 1024;

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
  connection: Pick<Connection, "listTools" | "client">,
  signal: AbortSignal,
): Promise<ToolView[]> {
  const tools = await connection.listTools({ signal, timeout: 30_000 });
  return tools.slice(0, MOST_TOOLS).map((tool) => ({
    ...toToolView(tool),
    taskSupport: taskSupportOf(connection.client, tool),
  }));
}

/** A tool, limited and safe to show. A schema that is too large is omitted. */
export function toToolView(tool: Tool): ToolView {
  const { name, title, annotations, description, inputSchema } = tool;
  const size = JSON.stringify(inputSchema ?? null).length;
  return {
    name,
    title: titleText(title ?? annotations?.title, name, 300),
    description: shownText(description, 16_384, true),
    inputSchema: size > LARGEST_SCHEMA ? undefined : inputSchema,
    hints: hintsOf(tool),
    icon: toIconView(tool.icons),
  };
}
