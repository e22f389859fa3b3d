import { McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";

/** Whether the schemas of tools declare that arguments are repeated in headers. */
const known = new WeakMap<object, boolean>();

/**
 * Whether the SDK has to compare arguments of a tool with headers of the request, because the tool's schema says so or cannot
 * be converted. Each schema is converted once, since schemas do not change.
 */
export function declaresHeaders(schema: unknown): boolean {
  if (schema === null || (typeof schema !== "object" && typeof schema !== "function")) return true;
  const before = known.get(schema);
  if (before !== undefined) return before;
  const declares = namesHeaders(schema);
  known.set(schema, declares);
  return declares;
}

function namesHeaders(schema: object): boolean {
  const server = new McpServer({ name: "midcall", version: "1" });
  const inputSchema = schema as StandardSchemaWithJSON;
  server.registerTool("tool", { inputSchema }, () => ({ content: [] }));
  // The conversion that the SDK itself makes for this comparison; not part of its public types.
  const { toolInputSchemaJson } = server as unknown as { toolInputSchemaJson?: unknown };
  if (typeof toolInputSchemaJson !== "function") return true;
  const json: unknown = Reflect.apply(toolInputSchemaJson, server, ["tool"]);
  return json === undefined || JSON.stringify(json).includes('"x-mcp-header"');
}
