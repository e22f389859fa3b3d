import fc from "fast-check";

/** Draws a number from 0 to `below` - 1. */
export type Draw = (below: number) => number;

/** A piece of a pattern, with a way to write strings that it is likely to match. */
export interface Piece {
  readonly source: string;
  sample(draw: Draw): string;
}

/** Few characters, so that patterns and inputs meet; each stands for a kind that could go wrong. */
export const ALPHABET: readonly string[] = [
  ..."abzAZ019_-.\\]{}^$ \n\r\t\b\u2028\ufeff\u00e9\u017f\u212a",
  "\u{1f600}",
  "\u{1d306}",
  "\ud83d",
  "\ude00",
];

export const createDraw = (entropy: readonly number[]): Draw => {
  let used = 0;
  return (below) => (entropy[used++ % entropy.length] ?? 0) % below;
};

const fixed = (source: string, ...samples: string[]): Piece => ({
  source,
  sample: (draw) => samples[draw(samples.length)] ?? "",
});

const hex = (character: string, width: number): string =>
  character.codePointAt(0)!.toString(16).padStart(width, "0");

const escapeLiteral = (character: string): string =>
  character.replace(/[$()*+.?[\\\]^{|}/]/, "\\$&");

const literal = fc.constantFrom(...ALPHABET).map((c) => fixed(escapeLiteral(c), c));

const codeEscape = fc.tuple(fc.constantFrom(...ALPHABET), fc.nat(3)).map(([c, form]) => {
  const units = c.split("").map((unit) => `\\u${hex(unit, 4)}`);
  if (form === 0) return fixed(`\\u{${hex(c, 1)}}`, c);
  if (form === 1) return fixed(`\\u{000${hex(c, 1).toUpperCase()}}`, c);
  if (form === 2 && c < "\u0100") return fixed(`\\x${hex(c, 2)}`, c);
  return fixed(units.join(""), c);
});

const KINDS: Record<string, string[]> = {
  "\\d": ["0", "1", "9"],
  "\\D": ["a", "\u{1f600}", " "],
  "\\w": ["a", "_", "Z", "0"],
  "\\W": ["-", "\u00e9", "\u017f", "\u212a"],
  "\\s": [" ", "\n", "\ufeff", "\u2028"],
  "\\S": ["a", "\ud83d"],
  "\\p{L}": ["a", "\u00e9"],
  "\\P{L}": ["1", "\u{1f600}"],
  "\\p{Lu}": ["A", "\u212a"],
  "\\p{Script=Latin}": ["b", "\u212a"],
  "\\p{Emoji}": ["1", "\u{1f600}"],
  "\\p{Any}": ["\ude00", "a"],
  "\\p{General_Category=Surrogate}": ["\ud83d", "\ude00"],
};
const CONTROLS: Record<string, string> = {
  "\\n": "\n",
  "\\r": "\r",
  "\\t": "\t",
  "\\v": "\v",
  "\\f": "\f",
  "\\0": "\0",
  "\\cI": "\t",
  "\\cj": "\n",
  "\\/": "/",
};

const kind = fc.constantFrom(...Object.entries(KINDS)).map(([s, xs]) => fixed(s, ...xs));
const control = fc.constantFrom(...Object.entries(CONTROLS)).map(([s, x]) => fixed(s, x));
const anyCharacter = fc.constant(fixed(".", ...ALPHABET));

const member = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...ALPHABET).map((c) => fixed(c.replace(/[-\\\]^]/, "\\$&"), c)),
  },
  { weight: 2, arbitrary: kind },
  { weight: 1, arbitrary: codeEscape },
  { weight: 1, arbitrary: control },
  {
    weight: 1,
    arbitrary: fc.constantFrom(fixed("\\b", "\b"), fixed("\\]", "]"), fixed("^^", "^")),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      fixed("a-z", "a", "b", "z"),
      fixed("0-9", "0", "9"),
      fixed("!-\\/", "-", "."),
      fixed("\\x41-\\u{5a}", "A", "Z"),
      fixed("\u{1f5ff}-\u{1f601}", "\u{1f600}"),
      fixed("\\ud83d\\uddff-\\ud83d\\ude01", "\u{1f600}"),
      fixed("\\ud800-\\udbff", "\ud83d"),
    ),
  },
);
const characterClass = fc
  .tuple(
    fc.array(member, { maxLength: 4 }),
    fc.constantFrom("", "", "^"),
    fc.constantFrom("", "-"),
    fc.constantFrom("", "-"),
  )
  .map(([members, negated, before, after]): Piece => {
    return {
      source: `[${negated}${before}${members.map((piece) => piece.source).join("")}${after}]`,
      sample: (draw) =>
        negated || members.length === 0
          ? ALPHABET[draw(ALPHABET.length)]!
          : members[draw(members.length)]!.sample(draw),
    };
  });

const assertion = fc.constantFrom(
  fixed("^", ""),
  fixed("$", ""),
  fixed("\\b", ""),
  fixed("\\B", ""),
);

const QUANTIFIERS: readonly [string, number, number][] = [
  ["*", 0, 3],
  ["+", 1, 3],
  ["?", 0, 1],
  ["{0}", 0, 0],
  ["{2}", 2, 2],
  ["{0,}", 0, 2],
  ["{1,}", 1, 3],
  ["{2,}", 2, 3],
  ["{0,2}", 0, 2],
  ["{1,3}", 1, 3],
  ["{02,2}", 2, 2],
];

const grammar = fc.letrec<{ piece: Piece; quantified: Piece; group: Piece; atom: Piece }>(
  (tie) => ({
    atom: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 5, arbitrary: literal },
      { weight: 1, arbitrary: codeEscape },
      { weight: 2, arbitrary: kind },
      { weight: 1, arbitrary: control },
      { weight: 1, arbitrary: anyCharacter },
      { weight: 3, arbitrary: characterClass },
      { weight: 3, arbitrary: tie("group") },
    ),
    group: fc
      .tuple(fc.constantFrom("(", "(?:", "(?<name>"), tie("piece"))
      .map(([open, inner]) => ({ source: `${open}${inner.source})`, sample: inner.sample })),
    quantified: fc
      .tuple(tie("atom"), fc.constantFrom(...QUANTIFIERS), fc.constantFrom("", "", "?"))
      .map(([inner, [quantifier, min, max], lazy]) => ({
        source: `${inner.source}${quantifier}${lazy}`,
        sample: (draw) =>
          Array.from({ length: min + draw(max - min + 1) }, () => inner.sample(draw)).join(""),
      })),
    piece: fc
      .array(
        fc.array(
          fc.oneof(
            { weight: 5, arbitrary: tie("atom") },
            { weight: 3, arbitrary: tie("quantified") },
            { weight: 1, arbitrary: assertion },
          ),
          { maxLength: 4 },
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((branches) => ({
        source: branches.map((branch) => branch.map((piece) => piece.source).join("")).join("|"),
        sample: (draw) =>
          branches[draw(branches.length)]!.map((piece) => piece.sample(draw)).join(""),
      })),
  }),
);

/** Patterns that are legal with the `u` flag. */
export const piece: fc.Arbitrary<Piece> = fc
  .tuple(fc.constantFrom("", "^"), grammar.piece, fc.constantFrom("", "$"))
  .map(([start, inner, end]) => ({ source: start + inner.source + end, sample: inner.sample }))
  .map((made) => ({ ...made, source: nameGroups(made.source) }))
  // A digit behind \0 makes an octal escape of it.
  .filter((made) => !/\\0\d/.test(made.source));

/** Group names have to differ. */
function nameGroups(source: string): string {
  let count = 0;
  return source.replaceAll("(?<name>", () => `(?<name${count++}>`);
}

/** Short strings: matching ones, damaged matching ones, and noise. */
export function sampleInput(made: Piece, draw: Draw): string {
  const noise = (): string => ALPHABET[draw(ALPHABET.length)]!;
  const points = [...made.sample(draw)].slice(0, 14);
  for (let changes = draw(4); changes > 0; changes--) {
    const at = draw(points.length + 1);
    const edit = draw(4);
    if (edit === 0) points.splice(at, 1);
    else if (edit === 1) points.splice(at, 1, noise());
    else if (edit === 2) points.splice(at, 0, noise());
    else points.push(...points.slice(0, at));
  }
  return points.slice(0, 14).join("");
}

const soup = (tokens: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...tokens), { maxLength: 9 }).map((parts) => parts.join(""));

const SHARED_TOKENS = [
  ..."ab01-_^$.*+?()[]|{},",
  ..."()[]ab",
  ...["(?:", "(?=", "(?<!", "[^", "a-b", "{2}", "{1,}", "{,2}", "{1,2}", "{2,1}", "*?", "a|b"],
  ...["\\b", "\\B", "\\d", "\\W", "\\s", "\\n", "\\0", "\\1", "\\k", "\\x61", "\\x6", "\\u0062"],
  ...["\\ca", "\\", "\\\\", "\\.", "\\]", "\\}", "[a-b]", "(a)", "(b|)", "\\a", "\\Z", "\\/"],
];

/** Runs of pattern fragments, most of them legal and some not, that mean something with the `u` flag. */
export const strictTokens: fc.Arbitrary<string> = soup([
  ...SHARED_TOKENS,
  ...["\\p{L}", "\\P{Lu}", "\\p{Nope}", "\\p", "\\u{61}", "\\u{110000}", "\\ud83d", "\\ude00"],
  ...["\u{1f600}", "\\k<n>", "(?<1>"],
]);

/** The same for patterns read without the flag: nothing in it means something else with the flag. */
export const looseTokens: fc.Arbitrary<string> = soup([
  ...SHARED_TOKENS,
  ...["\\-", "\\_", "\\@", "\\ ", "[\\w-.]", "[a-\\d]", "{", "}", "]", "\\,", "a{", "{a}", "{1"],
]);
