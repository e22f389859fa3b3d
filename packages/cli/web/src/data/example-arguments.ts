import type { ToolView } from "../../../src/console/views/api-types.js";

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value that a schema suggests; `undefined` if it suggests none. */
function suggested(schema: unknown): unknown {
  if (!isSchema(schema)) return undefined;
  if ("default" in schema) return schema["default"];
  if ("const" in schema) return schema["const"];
  const examples = schema["examples"];
  return Array.isArray(examples) ? examples[0] : undefined;
}

/**
 * Arguments for a first call, from the defaults and examples of the tool's schema.
 *
 * @returns `undefined` if a required argument has neither
 */
export function exampleArguments({
  inputSchema,
}: Pick<ToolView, "inputSchema">): Record<string, unknown> | undefined {
  if (!isSchema(inputSchema)) return undefined;
  const properties = isSchema(inputSchema["properties"]) ? inputSchema["properties"] : {};
  const required = Array.isArray(inputSchema["required"]) ? inputSchema["required"] : [];
  const found = Object.fromEntries(
    Object.entries(properties)
      .map(([name, schema]) => [name, suggested(schema)])
      .filter(([, value]) => value !== undefined),
  ) as Record<string, unknown>;
  return required.every((name) => typeof name === "string" && Object.hasOwn(found, name))
    ? found
    : undefined;
}
