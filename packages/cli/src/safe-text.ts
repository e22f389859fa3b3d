/** Characters that are invisible or change the direction of text. Without them, escape sequences have no effect. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]/gu;

// More than five combining marks on one letter would cover the lines around it.
const STACKED = /(\p{M}{5})\p{M}+/gu;

/**
 * Makes text of a server safe to print on a terminal: results, logs, errors. Line breaks, tabs and spaces
 * stay, because the text may be code or a table.
 */
export function safeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(INVISIBLE, (found) => (found === "\n" || found === "\t" ? found : ""))
    .replace(STACKED, "$1");
}

/** Safe text on one line. @param most - the maximum length, in characters */
export function safeLine(text: string, most = 300): string {
  const line = safeText(text.slice(0, most * 4))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** JSON that is safe to print: invisible characters are written as `\u` escapes, so that the value is the same. */
export function safeJson(value: unknown, space?: number): string {
  const json = JSON.stringify(value, undefined, space) ?? "null";
  return json.replace(INVISIBLE, (found) =>
    found === "\n"
      ? found
      : Array.from(
          { length: found.length },
          (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`,
        ).join(""),
  );
}
