import { MASK } from "../servers/secrets/secret-names.js";

/**
 * A word of a command line, exactly: in quotes with escapes unless it is printable ASCII without spaces and quotes. So
 * spaces and line breaks inside it, and marks that hide text, can be seen.
 */
export function shownWord(word: string): string {
  if (/^[!#-&(-~]+$/.test(word.replaceAll(MASK, "x"))) return word;
  return JSON.stringify(word).replace(/[\p{C}\p{Z}\p{M}\p{DI}]/gu, (found) =>
    found === " " ? found : `\\u{${found.codePointAt(0)!.toString(16)}}`,
  );
}
