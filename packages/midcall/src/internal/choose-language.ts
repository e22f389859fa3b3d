/** A longer header than this is cut: a browser sends less than a hundred characters. */
const LONGEST = 1000;
/** More preferences than this are ignored. */
const MOST = 50;
const RANGE = /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i;

interface Range {
  readonly tag: string;
  readonly quality: number;
}

function readRange(text: string): Range | undefined {
  const [, tag, quality] = RANGE.exec(text) ?? [];
  return tag === undefined
    ? undefined
    : { tag: tag.toLowerCase(), quality: Math.min(Number(quality ?? 1), 1) };
}

/** The tag without its last part, and without a single letter before that, such as `x`; empty at the end. */
const shorter = (tag: string): string => tag.replace(/(?:-[a-z\d])?(?:^|-)[a-z\d]*$/, "");

/**
 * Chooses a language by lookup: the first preference that is offered, or whose beginning is (`de` for `de-AT`).
 *
 * @param preferences - the value of an `Accept-Language` header, or a list such as `navigator.languages`, of which at
 *   most 1,000 characters and 50 languages are read; what is not a language is ignored
 * @param offered - the languages to choose from, as BCP 47 tags
 * @returns one of `offered`, or `undefined` if none is preferred
 *
 * @example
 * ```ts
 * chooseLanguage("fr-CH, fr;q=0.9, en;q=0.8", ["en", "de", "fr"]); // "fr"
 * chooseLanguage(navigator.languages, ["en", "ar"]);
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function chooseLanguage<Tag extends string>(
  preferences: string | readonly string[] | null | undefined,
  offered: readonly Tag[],
): Tag | undefined {
  const text = typeof preferences === "string" ? preferences : (preferences ?? []).join(",");
  const ranges = text
    .slice(0, LONGEST)
    .split(",", MOST)
    .map(readRange)
    .filter((range) => range !== undefined)
    // A stable sort: of equal ones, the first is preferred.
    .sort((one, other) => other.quality - one.quality);
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ tag }) => tag));
  for (const { tag, quality } of ranges) {
    if (quality === 0 || tag === "*") return undefined;
    for (let wanted = tag; wanted !== ""; wanted = shorter(wanted)) {
      const found = refused.has(wanted)
        ? undefined
        : offered.find((one) => one.toLowerCase() === wanted);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
