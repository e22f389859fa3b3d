import { isMembers, type Members, membersIn } from "../wire/messages.js";

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
const ENCODED = /^=\?base64\?/i;
/** The levels of a schema that are searched. */
const DEEPEST = 16;
/** What is remembered of all tools, in characters. */
const MOST = 1024 * 1024;

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
  #size = 0;

  /** Reads the declarations in the result of a `tools/list`. */
  learn(result: Members | undefined): void {
    const tools = result?.["tools"];
    for (const tool of Array.isArray(tools) ? tools : []) {
      if (!isMembers(tool) || typeof tool["name"] !== "string") continue;
      const { name } = tool;
      this.#size -= sizeOf(name, this.#declared.get(name) ?? []);
      this.#declared.delete(name);
      const declared = declarationsIn(membersIn(tool, "inputSchema"), [], []);
      const size = sizeOf(name, declared);
      if (this.#size + size > MOST) continue;
      this.#size += size;
      if (declared.length > 0) this.#declared.set(name, declared);
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

/** How much of the memory it takes, as far as the server has a say; nothing: there is nothing to remember. */
function sizeOf(name: string, declared: readonly Declared[]): number {
  let size = declared.length > 0 ? name.length : 0;
  for (const { header, path } of declared) {
    size += OF_ITS_OWN + header.length;
    for (const part of path) size += part.length;
  }
  return size;
}

/** What a declaration takes beside its texts. */
const OF_ITS_OWN = 300;

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
