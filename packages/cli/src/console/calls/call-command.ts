import type { RequestMeta } from "../../connect/request-meta.js";
import { INVISIBLE, safeJson } from "../../safe-text.js";
import { RequestError } from "../errors.js";
import type { SavedServer } from "../servers/saved-server.js";
import { maskSecretArguments } from "../servers/secrets/secret-arguments.js";
import { hideSecretWords } from "../servers/secrets/hide-secret-words.js";
import { MASK, maskArguments, maskShownUrl } from "../servers/secrets/secret-names.js";

/** Quotes a word for a Unix shell. */
export function quoteWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word) && !word.startsWith("=")) return word;
  if (word.search(INVISIBLE) !== -1) {
    const escaped = word
      .replace(/[\\']/g, "\\$&")
      .replace(INVISIBLE, (found) => [...found].map(escapeOf).join(""));
    return `$'${escaped}'`;
  }
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  return code > 0xffff ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}

/** What a command line needs beside the saved server. */
export interface CommandParts {
  /** The names of the headers and variables. */
  readonly headers?: readonly string[] | undefined;
  readonly environment?: readonly string[] | undefined;
  /** The directory of the console's files, if it is not the default. */
  readonly stateDir?: string | undefined;
  /** The metadata of the request. */
  readonly meta?: RequestMeta | undefined;
  /** Of the tool: it says which arguments are secrets. */
  readonly inputSchema?: unknown;
}

/**
 * A call as a command line of `midcall call`, with likely secrets masked.
 *
 * @throws RequestError if the tool's name would be parsed as an option, or the metadata cannot be in a command
 */
export function toCommandLine(
  { target: reached, shown, protocolVersion, cwd }: SavedServer,
  tool: string,
  args: Record<string, unknown>,
  { headers = [], environment = [], stateDir, meta = {}, inputSchema }: CommandParts = {},
): string {
  if (tool.startsWith("-") || tool === "") {
    throw new RequestError(
      409,
      "There is no command for this tool, because its name would be parsed as an option.",
    );
  }
  const target = shown ?? reached;
  const words = ["midcall", "call"];
  if (protocolVersion !== "auto") words.push("--protocol-version", protocolVersion);
  if (target.kind === "url") {
    for (const name of headers) words.push("--header", `${name}: ${MASK}`);
    // The user's sign-ins are there.
    if (stateDir !== undefined) words.push("--state", stateDir);
  } else {
    for (const name of environment) words.push("--env", `${name}=${MASK}`);
    if (cwd !== undefined) words.push("--cwd", cwd);
  }
  for (const [name, value] of Object.entries(maskArguments(meta) as RequestMeta)) {
    if (name === "" || name.includes("=")) {
      throw new RequestError(409, `There is no command for metadata with the name “${name}”.`);
    }
    words.push("--meta", `${name}:=${safeJson(value)}`);
  }
  words.push(tool);
  if (Object.keys(args).length > 0) words.push(safeJson(maskSecretArguments(args, inputSchema)));
  words.push("--");
  if (target.kind === "url") words.push(maskShownUrl(target.url));
  else words.push(target.command, ...hideSecretWords(target.args));
  return words.map(quoteWord).join(" ");
}
