import { getNodeValue, type Node } from "jsonc-parser";
import { isObject } from "../json.js";
import { HEADERS_VARIABLE, readBridgeWords } from "./bridge-words.js";
import { applyEdits, type Edit, parseDocument, propertiesOf } from "./server-entries.js";

/** The wrapped text of an entry, or why it stays as it is. */
export type WrappedEntry =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: "wrapped" | "disabled" | "unsupported";
      readonly why: string;
    };

const unsupported = (why: string): WrappedEntry => ({ ok: false, reason: "unsupported", why });

/** The members of an entry by name. */
export type Members = ReadonlyMap<string, { readonly property: Node; readonly value: Node }>;

/** The members of an object; `undefined` if a name occurs twice, which hosts read differently. */
export function membersOf(node: Node): Members | undefined {
  const all = propertiesOf(node);
  const members = new Map(all.map(({ key, property, value }) => [key, { property, value }]));
  return members.size === all.length ? members : undefined;
}

export const URL_KEYS = ["url", "serverUrl", "httpUrl"];

/** The texts of a list; `undefined` if it holds anything else. */
export function textsOf(node: Node | undefined): string[] | undefined {
  const value: unknown = node ? getNodeValue(node) : [];
  if (!Array.isArray(value) || value.some((one) => typeof one !== "string")) return undefined;
  return value as string[];
}

export const endOf = ({ offset, length }: Node): number => offset + length;
const replacing = (node: Node, text: string): Edit => ({
  start: node.offset,
  end: endOf(node),
  text,
});
const isOff = (members: Members): boolean =>
  members.get("disabled")?.value.value === true || members.get("enabled")?.value.value === false;

/**
 * Puts the bridge in front of the server of an entry. Only what has to be different is replaced; comments and spacing stay.
 *
 * @param program - the words that start midcall
 */
export function wrapEntry(
  text: string,
  name: string,
  program: readonly string[],
  { evenIfOff = false } = {},
): WrappedEntry {
  const root = parseDocument(text);
  const outer = membersOf(root);
  // Zed has had the program and its arguments in an object.
  const given = outer?.get("command")?.value;
  const members = given?.type === "object" ? membersOf(given) : outer;
  if (!outer || !members) return unsupported("it names a member twice");
  const command = members.get(given?.type === "object" ? "path" : "command")?.value;
  const args = textsOf(members.get("args")?.value);
  if (!args) return unsupported("its args are not a list of texts");
  if (typeof command?.value === "string" && readBridgeWords(command.value, args)) {
    return { ok: false, reason: "wrapped", why: "it is wrapped already" };
  }
  if (isOff(outer) && !evenIfOff) {
    return { ok: false, reason: "disabled", why: "it is switched off; name it with --server" };
  }
  const words = [...program.slice(1), "bridge", "--name", name];
  if (typeof command?.value === "string" && command.value !== "") {
    return wrapCommand(text, command, members.get("args")?.value, program[0]!, words);
  }
  return wrapUrl(text, outer, program[0]!, words);
}

function wrapCommand(
  text: string,
  command: Node,
  args: Node | undefined,
  program: string,
  words: readonly string[],
): WrappedEntry {
  const original = text.slice(command.offset, endOf(command));
  const first = [...[...words, "--"].map((word) => JSON.stringify(word)), original].join(", ");
  const edits = [replacing(command, JSON.stringify(program))];
  if (args) {
    const start = args.offset + 1;
    edits.push({ start, end: start, text: args.children?.length ? `${first}, ` : first });
  } else {
    edits[0] = replacing(command, `${JSON.stringify(program)}, "args": [${first}]`);
  }
  return { ok: true, text: applyEdits(text, edits) };
}

function wrapUrl(
  text: string,
  members: Members,
  program: string,
  words: readonly string[],
): WrappedEntry {
  const found = URL_KEYS.flatMap((key) => members.get(key) ?? []);
  const [url] = found;
  if (!url || typeof url.value.value !== "string" || !/^https?:\/\//i.test(url.value.value)) {
    return unsupported("it has neither a command nor an http or https URL");
  }
  if (found.length > 1) return unsupported("it has several URLs");
  for (const key of ["command", "args", "env"]) {
    if (members.has(key)) return unsupported(`it has a URL and also ${key}`);
  }
  const [type, headers] = [members.get("type"), members.get("headers")];
  if (type?.value.value === "sse") return unsupported("it uses SSE, which midcall does not");
  const originalUrl = text.slice(url.value.offset, endOf(url.value));
  const args = [...words.map((word) => JSON.stringify(word)), originalUrl].join(", ");
  const run = `"command": ${JSON.stringify(program)}, "args": [${args}]`;
  const edits = [replacing(url.property, run)];
  if (type) edits.push(replacing(type.value, '"stdio"'));
  if (headers) {
    const value: unknown = getNodeValue(headers.value);
    if (!isObject(value) || Object.values(value).some((one) => typeof one !== "string")) {
      return unsupported("its headers are not texts");
    }
    // Other users can read a command line, but not the environment.
    const variable = JSON.stringify({ [HEADERS_VARIABLE]: JSON.stringify(value) });
    edits.push(replacing(headers.property, `"env": ${variable}`));
  }
  return { ok: true, text: applyEdits(text, edits) };
}
