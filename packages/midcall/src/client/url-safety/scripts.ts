const has = (names: string): readonly RegExp[] =>
  names.split(" ").map((name) => new RegExp(name.replaceAll(/\w+/g, "\\p{sc=$&}"), "u"));

// Those with letters that pass for one another's, and the ones met most. Latin first: it is the only one that goes with the East Asian ones.
const ALPHABETS = has("Latn Grek Cyrl Armn Hebr Arab Deva Beng Thai Geor Cher Copt Lisu");
// Chinese, Japanese and Korean: each may have Han letters, but none has those of another.
const EAST_ASIAN = has("Hani Hira|Kana Hang Bopo");

/**
 * Whether a word has letters of scripts that are not written together: "highly restrictive" in the words of
 * Unicode. Latin goes with Chinese, Japanese and Korean.
 *
 * @see https://www.unicode.org/reports/tr39/#Restriction_Level_Detection
 */
export function mixesScripts(word: string): boolean {
  const count = (scripts: readonly RegExp[]): number =>
    scripts.filter((script) => script.test(word)).length;
  const east = count(EAST_ASIAN);
  return (
    count(ALPHABETS) > 1 ||
    (east > 0 && count(ALPHABETS.slice(1)) > 0) ||
    count(EAST_ASIAN.slice(1)) > 1
  );
}
