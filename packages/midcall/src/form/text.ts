import { assertOptions } from "../internal/assert-options.js";
// Characters besides `\n` that are invisible or change the direction of text: control characters, bidi overrides and
// isolates, zero-width and tag characters, fillers, lone surrogates.
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]/gu;

// More than five combining marks on one letter. No script needs them, and many of them cover the adjacent lines.
const STACKED = /(\p{M}{5})\p{M}+/gu;

/** Shown in place of an empty text. */
export const NO_TEXT = "—";

/** Text without invisible characters and excessive combining marks. Line ends become `\n`, and tabs become spaces. */
export function visibleText(text: string): string {
  // Printable ASCII, as most texts are, stays as it is.
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n")
    .replace(/\t/g, " ")
    .replace(UNSEEN, "")
    .replace(STACKED, "$1");
}

/**
 * Makes text from a server safe to show: removes control characters (which turns escape sequences into plain text),
 * bidi overrides and isolates, and invisible characters, and allows at most five combining marks on a letter. Do not
 * use it for values that are sent back.
 *
 * @param text - a message, title or description, as it was received
 * @param options - `lines: true` keeps line ends (at most one blank line in a row); otherwise they become spaces
 * @returns the text, trimmed; may be empty
 *
 * @example
 * ```ts
 * displayText("Delete \u202Egpj.exe\u202C?\u001B[2J"); // "Delete gpj.exe?[2J"
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#security-considerations
 */
export function displayText(text: string, options?: { readonly lines?: boolean }): string {
  assertOptions<{ lines?: boolean }>("displayText", options, { lines: "boolean" });
  const seen = visibleText(text);
  return (options?.lines ? seen.replace(/\n{3,}/g, "\n\n") : seen.replace(/\n+/g, " ")).trim();
}

/**
 * A value from a server, safe to show and different for different values: as it is if all of it is visible, otherwise
 * in quotes with escapes (`"\u{200b}"`).
 */
export function printedValue(value: string): string {
  if (/^[^"]/.test(value) && displayText(value) === value) return value;
  return JSON.stringify(value).replace(/[\p{C}\p{Z}\p{M}\p{DI}]/gu, (char) =>
    char === " " ? char : `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );
}

/** A property name as a label: `firstName` and `first_name` become "First name". */
export function labelFrom(name: string): string {
  const words = displayText(name)
    .replace(
      /([a-z\d])([A-Z][a-z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replace(/[_-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
