/** More parts than these are no easier to read than the pattern. */
const MOST_PARTS = 8;

const SET_WORDS: Readonly<Record<string, string>> = {
  "0-9": "digits",
  "a-z": "lowercase letters",
  "A-Z": "capital letters",
  "A-Za-z": "letters",
  _: '"_"',
  "-": '"-"',
  ".": '"."',
};
const ESCAPED_SETS: Readonly<Record<string, string>> = {
  d: "0-9",
  w: "A-Za-z0-9_",
};
const PART = /^(?:\[([\w.-]+)\]|\\([dw])|\\([^\w\s])|([\w \-@:/,#=&%!~'"<>;]))/;
const QUANTIFIER = /^(?:([+*?])|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})(?!\?)/;

/**
 * What a regular expression asks for, in words: `^[A-Z]{2}-\d+$` is `2 capital letters, then "-", then digits`. Only
 * expressions that are made of few plain parts have words.
 *
 * @returns `undefined` if it has none
 */
export function patternWords(source: string): string | undefined {
  if (!source.startsWith("^") || !source.endsWith("$") || source.endsWith("\\$")) return undefined;
  let rest = source.slice(1, -1);
  const parts: string[] = [];
  let literal = "";
  const endLiteral = (): void => {
    if (literal !== "") parts.push(JSON.stringify(literal));
    literal = "";
  };
  while (rest !== "") {
    const part = PART.exec(rest);
    if (!part) return undefined;
    rest = rest.slice(part[0].length);
    const quantifier = QUANTIFIER.exec(rest);
    rest = rest.slice(quantifier?.[0].length ?? 0);
    const set = part[1] ?? ESCAPED_SETS[part[2] ?? ""];
    if (set === undefined) {
      if (quantifier) return undefined;
      literal += part[3] ?? part[4] ?? "";
      continue;
    }
    endLiteral();
    const words = setWords(set);
    if (words === undefined) return undefined;
    parts.push(`${countWords(quantifier)}${words}`);
  }
  endLiteral();
  return parts.length === 0 || parts.length > MOST_PARTS ? undefined : parts.join(", then ");
}

/** The characters of a set: `letters, digits or "_"`. */
function setWords(set: string): string | undefined {
  const found: readonly string[] = set.match(/[A-Za-z0-9]-[A-Za-z0-9]|[_.-]/g) ?? [];
  if (found.join("") !== set) return undefined;
  const hasLetters = found.includes("A-Z") && found.includes("a-z");
  const names = hasLetters
    ? ["A-Za-z", ...found.filter((one) => one !== "A-Z" && one !== "a-z")]
    : found;
  const words = names.map((one) => SET_WORDS[one]);
  if (words.some((word) => word === undefined)) return undefined;
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words as string[]);
}

/** How many: `4 `, `1 to 3 `, `at least 2 `; one or more is said by the plural alone. */
function countWords(quantifier: RegExpExecArray | null): string {
  const [, sign, least, comma, most] = quantifier ?? [];
  if (sign === "*") return "any number of ";
  if (sign === "?") return "0 or 1 ";
  if (sign === "+") return "";
  if (least === undefined || (least === "1" && comma === undefined)) return "one of ";
  if (comma === undefined) return `${least} `;
  return most === undefined ? `at least ${least} ` : `${least} to ${most} `;
}
