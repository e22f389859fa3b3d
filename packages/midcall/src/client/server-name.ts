/**
 * `midcall/client/server-name`: what is odd about the name of a server. An inbox does this by itself for the
 * names its host gives; this is for the ones that servers give themselves.
 *
 * @module
 */
import { mixesScripts } from "./url-safety/scripts.js";

/** What makes a server's name suspicious; see {@link NameWarning}. */
type NameWarningCode = "hidden-characters" | "mixed-script" | "look-alike";

/** Something the person should know about a server's name. */
export interface NameWarning {
  readonly code: NameWarningCode;
  /** One sentence in English. */
  readonly message: string;
}

const MESSAGES: Readonly<Record<NameWarningCode, string>> = {
  "hidden-characters": "This server's name contains hidden characters.",
  "mixed-script": "This server's name mixes look-alike alphabets.",
  "look-alike": "This server's name consists of look-alike characters.",
};

// Control, bidi and zero-width characters. Joiners belong to emoji and to scripts whose letters join.
const HIDDEN =
  /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]|(?<![\p{So}\p{Sk}\p{M}\p{sc=Arab}])(?:\u200c|\u200d)|(?<=\p{L})\ufe0f/u;

// Letters that pass for Latin ones: where a name has no others of their script, it is read as another name.
const LOOK_ALIKE =
  /^(?:[асеорхуіѕјһԁԛԝӏАВСЕНІЈКМОРЅТХУҮԚԜӀ]{3,}|[ονραικυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]{3,}|[օսոհցզյլ]{3,})$|[\p{sc=Cher}\p{sc=Lisu}\p{sc=Copt}\p{sc=Dsrt}\u{1d400}-\u{1d7ff}]/u;

/**
 * Looks over the name of a server: the one a host gave it, or the one it gives itself. A word that mixes
 * scripts as no language does ("G\u0456tHub" with a Cyrillic letter), one all in letters that pass for Latin
 * ones, and characters nobody sees are worth a warning; a word in another script beside one in Latin is not.
 *
 * @param name - the name, as it came
 * @returns the warnings; empty when nothing is odd
 *
 * @example
 * ```ts
 * inspectServerName("GitHub"); // []
 * inspectServerName("G\u0456tHub"); // [{ code: "mixed-script", message: "…" }]
 * ```
 *
 * @see https://www.unicode.org/reports/tr39/#Restriction_Level_Detection
 */
export function inspectServerName(name: string): readonly NameWarning[] {
  const start = name.slice(0, 1000).normalize("NFC");
  // As it is read: without what splits a word unseen.
  const words = start.replace(/[\p{Cf}\p{DI}]/gu, "").match(/[\p{L}\p{M}]+/gu) ?? [];
  const foreign = words.filter((word) => /[^\p{sc=Latn}\p{M}]/u.test(word)).join("");
  const found: Record<NameWarningCode, boolean> = {
    "hidden-characters": HIDDEN.test(start),
    "mixed-script": words.some(mixesScripts),
    "look-alike": LOOK_ALIKE.test(foreign),
  };
  return (Object.keys(found) as NameWarningCode[])
    .filter((code) => found[code])
    .map((code) => ({ code, message: MESSAGES[code] }));
}
