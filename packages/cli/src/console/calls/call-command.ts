import type { RequestMeta } from "../../connect/request-meta.js";
import { INVISIBLE, safeJson } from "../../safe-text.js";
import { RequestError } from "../errors.js";
import type { SavedServer } from "../servers/saved-server.js";
import { maskArguments, maskUrl, maskWords } from "../servers/secrets/secret-names.js";

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

/**
 * A call as a command line of `midcall call`, with likely secrets masked.
 *
 * @throws RequestError if the tool's name would be parsed as an option, or the metadata cannot be in a command
 */
export function toCommandLine(
  { target, protocolVersion }: SavedServer,
  tool: string,
  args: Record<string, unknown>,
  meta: RequestMeta = {},
): string {
  if (tool.startsWith("-") || tool === "") {
    throw new RequestError(
      409,
      "There is no command for this tool, because its name would be parsed as an option.",
    );
  }
  const words = ["midcall", "call"];
  if (protocolVersion !== "auto") words.push("--protocol-version", protocolVersion);
  for (const [name, value] of Object.entries(maskArguments(meta) as RequestMeta)) {
    if (name === "" || name.includes("=")) {
      throw new RequestError(409, `There is no command for metadata with the name “${name}”.`);
    }
    words.push("--meta", `${name}:=${safeJson(value)}`);
  }
  words.push(tool);
  if (Object.keys(args).length > 0) words.push(safeJson(maskArguments(args)));
  words.push("--");
  if (target.kind === "url") words.push(maskUrl(target.url));
  else words.push(target.command, ...maskWords(target.args));
  return words.map(quoteWord).join(" ");
}
