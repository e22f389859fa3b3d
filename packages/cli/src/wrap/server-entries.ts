import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { isObject } from "../json.js";

/** A server in the configuration of a host, as the text has it. */
export interface ServerEntry {
  readonly name: string;
  /** Where its object starts and ends in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A replacement in a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const LISTS = ["mcpServers", "servers", "context_servers"];

/** The text without a byte order mark has the same length: a space stands for it. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, " ");

/**
 * Parses JSON with comments and trailing commas.
 *
 * @throws SyntaxError with the line of the first error
 */
export function parseDocument(text: string): Node {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(withoutMark(text), errors, { allowTrailingComma: true });
  } catch (cause) {
    throw new SyntaxError("it is nested too deeply", { cause });
  }
  const [first] = errors;
  if (first) {
    if (withoutMark(text).trim() === "") throw new SyntaxError("it is empty");
    const line = text.slice(0, first.offset).split("\n").length;
    throw new SyntaxError(`it is not JSON: there is a mistake in line ${line}`);
  }
  if (!root) throw new SyntaxError("it is empty");
  return root;
}

/** The properties of an object: each has a name and a value. */
export function propertiesOf(
  node: Node | undefined,
): { key: string; property: Node; value: Node }[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key && value ? [{ key: String(key.value), property, value }] : [];
  });
}

const childrenNamed = (node: Node | undefined, name: string): Node[] =>
  propertiesOf(node).flatMap(({ key, value }) => (key === name ? [value] : []));

/** The servers in the configuration of any host that midcall knows. @throws SyntaxError when it is not JSON */
export function serverEntries(text: string): ServerEntry[] {
  const root = parseDocument(text);
  const lists = [
    ...LISTS.flatMap((name) => childrenNamed(root, name)),
    // The settings of VS Code, and the projects of Claude Code.
    ...childrenNamed(root, "mcp").flatMap((mcp) => childrenNamed(mcp, "servers")),
    ...childrenNamed(root, "projects").flatMap((projects) =>
      propertiesOf(projects).flatMap(({ value }) => childrenNamed(value, "mcpServers")),
    ),
  ];
  return lists.flatMap(propertiesOf).flatMap(({ key, value }): ServerEntry[] => {
    const [start, end] = [value.offset, value.offset + value.length];
    const content: unknown = getNodeValue(value);
    if (!isObject(content)) return [];
    return [{ name: key, start, end, text: text.slice(start, end), value: content }];
  });
}

/** Applies replacements that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: inserted } of [...edits].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + inserted + result.slice(end);
  }
  return result;
}
