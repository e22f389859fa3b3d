const has = (names: string): readonly RegExp[] =>
  names.split(" ").map((name) => new RegExp(name.replaceAll(/\w+/g, "\\p{sc=$&}"), "u"));

// Scripts with letters that look alike, and the most common ones. Latin is first: only it may be mixed with East Asian
// scripts.
const ALPHABETS = has("Latn Grek Cyrl Armn Hebr Arab Deva Beng Thai Geor Cher Copt Lisu");
// Chinese, Japanese and Korean: each may use Han characters, but none uses the letters of another.
const EAST_ASIAN = has("Hani Hira|Kana Hang Bopo");

/**
 * Whether a word mixes scripts that are not written together. This is the level that Unicode calls "highly
 * restrictive": Latin may be mixed with Chinese, Japanese and Korean.
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
