import { isMembers, type Members, membersIn } from "../wire/messages.js";

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
const ENCODED = /^=\?base64\?/i;
/** The levels of a schema that are searched. */
const DEEPEST = 16;
const MOST_TOOLS = 10_000;

interface Declared {
  readonly header: string;
  readonly path: readonly string[];
}

/**
 * The headers that repeat arguments of a tool, as its `inputSchema` declares them: a server of 2026-07-28 over HTTP
 * compares them with the body.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export class ParamHeaders {
  readonly #declared = new Map<string, readonly Declared[]>();

  /** Reads the declarations in a result of `tools/list`. */
  learn(result: Members | undefined): void {
    const tools = result?.["tools"];
    for (const tool of Array.isArray(tools) ? tools : []) {
      if (!isMembers(tool) || typeof tool["name"] !== "string") continue;
      if (this.#declared.size >= MOST_TOOLS) return;
      this.#declared.set(tool["name"], declarationsIn(membersIn(tool, "inputSchema"), [], []));
    }
  }

  /** The headers of a request. */
  of(method: unknown, params: Members | undefined): Record<string, string> {
    const name = params?.["name"];
    if (method !== "tools/call" || typeof name !== "string") return {};
    return Object.fromEntries(
      (this.#declared.get(name) ?? []).flatMap(({ header, path }) => {
        const value = valueAt(membersIn(params, "arguments"), path);
        return value === undefined ? [] : [[`Mcp-Param-${header}`, value]];
      }),
    );
  }
}

function declarationsIn(
  schema: Members | undefined,
  path: readonly string[],
  found: Declared[],
): readonly Declared[] {
  const header = schema?.["x-mcp-header"];
  if (path.length > 0 && typeof header === "string" && TOKEN.test(header))
    found.push({ header, path });
  if (path.length >= DEEPEST) return found;
  for (const [name, field] of Object.entries(membersIn(schema, "properties") ?? {}))
    if (isMembers(field)) declarationsIn(field, [...path, name], found);
  return found;
}

function valueAt(given: Members | undefined, path: readonly string[]): string | undefined {
  let value: unknown = given;
  for (const name of path)
    value = isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  return typeof value === "string" ? headerValue(value) : undefined;
}

/** A text as the value of a header: in base64 where a header could not carry it. */
export function headerValue(text: string): string {
  if (PLAIN.test(text) && !ENCODED.test(text)) return text;
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
