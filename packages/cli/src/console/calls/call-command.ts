import { RequestError } from "../errors.js";
import type { SavedServer } from "../servers/server.js";
import { maskArguments, maskUrl, maskWords } from "../servers/secret-names.js";

// What a terminal would act on, or not show.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]/gu;

const hex = (code: number): string => code.toString(16).padStart(4, "0");

/** One word of a command line, whatever is in it, for the shells of Unix. */
export function quoteWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word) && !word.startsWith("=")) return word;
  if (UNSEEN.test(word)) {
    UNSEEN.lastIndex = 0;
    const escaped = word
      .replace(/[\\']/g, "\\$&")
      .replace(UNSEEN, (found) => [...found].map(escapeOf).join(""));
    return `$'${escaped}'`;
  }
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0)!;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${hex(code)}`;
}

/** JSON in which nothing hides. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${hex(found.charCodeAt(at))}`).join(""),
  );
}

/**
 * A call as a command line of `midcall call`, what looks like a secret masked.
 *
 * @throws RequestError for a tool whose name would be read as an option
 */
export function toCommandLine(
  { target, protocolVersion }: SavedServer,
  tool: string,
  args: Record<string, unknown>,
): string {
  if (tool.startsWith("-") || tool === "") {
    throw new RequestError(409, "This tool's name would be read as an option in a terminal.");
  }
  const words = ["midcall", "call"];
  if (protocolVersion !== "auto") words.push("--protocol-version", protocolVersion);
  words.push(tool);
  if (Object.keys(args).length > 0) words.push(plainJson(maskArguments(args)));
  words.push("--");
  if (target.kind === "url") words.push(maskUrl(target.url));
  else words.push(target.command, ...maskWords(target.args));
  return words.map(quoteWord).join(" ");
}
