/**
 * `midcall/client/server-name`: warnings about the name of a server. An inbox checks the names that its host assigns;
 * use this for the names that servers give themselves.
 *
 * @module
 */
import { mixesScripts } from "./url-safety/scripts.js";

/** The code of a {@link NameWarning}. */
type NameWarningCode = "hidden-characters" | "mixed-script" | "look-alike";

/** A warning for the user about a server's name. */
export interface NameWarning {
  readonly code: NameWarningCode;
  /** In English: what it means, and what to do. */
  readonly message: string;
}

const MESSAGES: Readonly<Record<NameWarningCode, string>> = {
  "hidden-characters":
    "This server's name contains invisible characters and can imitate another. Check which server it is before you answer.",
  "mixed-script":
    "This server's name mixes alphabets and can imitate another. Check which server it is before you answer.",
  "look-alike":
    "This server's name is in letters that look like others and can imitate another. Check which server it is before you answer.",
};

// Control, bidi and zero-width characters, except joiners, which emoji and scripts with joined letters need.
const HIDDEN =
  /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]|(?<![\p{So}\p{Sk}\p{M}\p{sc=Arab}])(?:\u200c|\u200d)|(?<=\p{L})\ufe0f/u;

// Letters that look like Latin ones. A name with no other letters of their script is read as a Latin name.
const LOOK_ALIKE =
  /^(?:[асеорхуіѕјһԁԛԝӏАВСЕНІЈКМОРЅТХУҮԚԜӀ]{3,}|[ονραικυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]{3,}|[օսոհցզյլ]{3,})$|[\p{sc=Cher}\p{sc=Lisu}\p{sc=Copt}\p{sc=Dsrt}\u{1d400}-\u{1d7ff}]/u;

/**
 * Checks the name of a server, assigned by a host or by the server itself. It warns about a word that mixes scripts in
 * a way no language does ("G\u0456tHub" with a Cyrillic letter), a word in which all letters look like Latin ones, and
 * invisible characters. Words in different scripts side by side are fine.
 *
 * @param name - the name, unmodified
 * @returns the warnings; empty if there are none
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
  // Without invisible characters that split a word, as the user reads it.
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
