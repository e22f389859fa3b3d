/** The limits at which a long text is cut. */
export interface ExcerptLimits {
  readonly characters: number;
  readonly lines: number;
}

/** The beginning of a text, and how much of it is missing. */
export interface Excerpt {
  readonly text: string;
  /** The number of characters that are not in `text`; 0 if it is complete. */
  readonly left: number;
}

export const VALUE: ExcerptLimits = { characters: 500, lines: 10 };
export const TITLE: ExcerptLimits = { characters: 200, lines: 1 };

/** Cuts a text after a number of lines or characters, but never inside a character. */
export function excerpt(text: string, { characters, lines }: ExcerptLimits): Excerpt {
  let end = text.length <= characters ? text.length : characters;
  for (let line = 0, at = -1; line < lines; line++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0 || at >= end) break;
    if (line === lines - 1) end = at;
  }
  if (end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
  return { text: text.slice(0, end), left: text.length - end };
}
