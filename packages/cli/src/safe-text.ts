// What has no glyph of its own, or turns its neighbours around; escape sequences fall apart without it.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]/gu;

// Marks beyond the fifth on one letter, which would cover the lines around it.
const STACKED = /(\p{M}{5})\p{M}+/gu;

/**
 * Text of a server made harmless for a terminal, for whatever is no form: results, logs, errors. Lines,
 * tabs and blank space stay, as they may be code or a table.
 */
export function safeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(UNSEEN, (found) => (found === "\n" || found === "\t" ? found : ""))
    .replace(STACKED, "$1");
}

/** The same on one line, at most `most` characters of it. */
export function safeLine(text: string, most = 300): string {
  const line = safeText(text.slice(0, most * 4))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/**
 * JSON that says the same and can be shown: every character that could act on a terminal, or hide, is
 * written as an escape.
 */
export function safeJson(value: unknown, space?: number): string {
  const json = JSON.stringify(value, undefined, space) ?? "null";
  return json.replace(UNSEEN, (found) =>
    found === "\n"
      ? found
      : Array.from(
          { length: found.length },
          (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`,
        ).join(""),
  );
}
