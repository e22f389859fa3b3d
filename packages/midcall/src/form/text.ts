// What has no glyph of its own, or turns its neighbours around: control characters, bidi overrides and
// isolates, zero-width and tag characters, fillers, half a surrogate pair.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]/gu;

// Marks beyond the fifth on one letter: no script needs as many, and enough of them cover the lines around.
const STACKED = /(\p{M}{5})\p{M}+/gu;

/** Shown where nothing is left to show. */
export const NO_TEXT = "—";

/** Text without what cannot be seen and without towers of marks; line ends are kept as `\n`, a tab becomes a space. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n")
    .replace(/\t/g, " ")
    .replace(UNSEEN, (found) => (found === "\n" ? found : ""))
    .replace(STACKED, "$1");
}

/**
 * Text from a server, made safe to show: without control characters (escape sequences fall apart into
 * plain text), bidi overrides and isolates, and anything invisible, and with at most five combining marks on
 * a letter. Not for values that are sent back.
 *
 * @param text - a message, title or description, as it came
 * @param options - `lines: true` keeps line ends (no more than one blank line in a row); without, they
 *   become spaces
 * @returns the text, trimmed; possibly empty
 *
 * @example
 * ```ts
 * displayText("Delete \u202Egpj.exe\u202C?\u001B[2J"); // "Delete gpj.exe?[2J"
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#security-considerations
 */
export function displayText(text: string, options?: { readonly lines?: boolean }): string {
  const seen = visibleText(text);
  return (options?.lines ? seen.replace(/\n{3,}/g, "\n\n") : seen.replace(/\n+/g, " ")).trim();
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
