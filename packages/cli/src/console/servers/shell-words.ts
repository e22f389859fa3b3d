import { RequestError } from "../errors.js";

/**
 * Splits a command line into words like a shell, with quotes but without expansion.
 *
 * @param escapes - whether a backslash escapes the next character; not on Windows, where it separates paths
 * @throws RequestError when a quote is not closed
 *
 * @example
 * ```ts
 * splitWords(`node "my server.js" --name 'Ann'`, true); // ["node", "my server.js", "--name", "Ann"]
 * ```
 */
export function parseShellWords(line: string, escapes: boolean): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let index = 0; index < line.length; index++) {
    const character = line[index]!;
    if (escapes && character === "\\" && quote !== "'" && index + 1 < line.length) {
      const next = line[++index]!;
      word = (word ?? "") + (quote === '"' && !/["\\$`]/.test(next) ? `\\${next}` : next);
    } else if (quote !== "") {
      if (character === quote) quote = "";
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== "")
    throw new RequestError(400, `The closing quotation mark (${quote}) is missing.`);
  if (word !== undefined) words.push(word);
  return words;
}
