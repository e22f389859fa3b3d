/** Where a long text is cut. */
export interface ExcerptLimits {
  readonly characters: number;
  readonly lines: number;
}

/** The beginning of a text that is too long to show, and how much is missing. */
export interface Excerpt {
  readonly text: string;
  /** Characters that are not in `text`; 0 where all of it is. */
  readonly left: number;
}

export const MESSAGE: ExcerptLimits = { characters: 4_000, lines: 60 };
export const DESCRIPTION: ExcerptLimits = { characters: 1_000, lines: 15 };
export const VALUE: ExcerptLimits = { characters: 500, lines: 10 };
export const TITLE: ExcerptLimits = { characters: 200, lines: 1 };

/** Cuts a text after so many lines or characters, and never inside a character. */
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
