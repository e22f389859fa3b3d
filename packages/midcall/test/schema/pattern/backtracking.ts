import fc from "fast-check";

/** A pattern as a tree, small enough that every kind of ambiguity turns up. */
export type Node =
  | { readonly kind: "set"; readonly source: string; readonly has: string }
  | { readonly kind: "all" | "any"; readonly parts: readonly Node[] }
  | {
      readonly kind: "repeat";
      readonly part: Node;
      readonly quantifier: string;
      readonly min: number;
      readonly max: number;
    };

const QUANTIFIERS: readonly (readonly [string, number, number])[] = [
  ["*", 0, Infinity],
  ["+", 1, Infinity],
  ["?", 0, 1],
  ["{2}", 2, 2],
  ["{1,2}", 1, 2],
  ["{2,}", 2, Infinity],
];

const set = fc.constantFrom<Node>(
  { kind: "set", source: "a", has: "a" },
  { kind: "set", source: "b", has: "b" },
  { kind: "set", source: "c", has: "c" },
  { kind: "set", source: "[ab]", has: "ab" },
  { kind: "set", source: "[^a]", has: "bcx" },
  { kind: "set", source: ".", has: "abcx" },
);

export const node: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: set },
    {
      weight: 3,
      arbitrary: fc
        .array(tie("node"), { minLength: 2, maxLength: 4 })
        .map((parts): Node => ({ kind: "all", parts })),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(tie("node"), { minLength: 2, maxLength: 3 })
        .map((parts): Node => ({ kind: "any", parts })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie("node"), fc.constantFrom(...QUANTIFIERS), fc.boolean())
        .map(([part, [quantifier, min, max], lazy]): Node => ({
          kind: "repeat",
          part,
          quantifier: quantifier + (lazy ? "?" : ""),
          min,
          max,
        })),
    },
  ),
})).node;

export function sourceOf(made: Node): string {
  switch (made.kind) {
    case "set":
      return made.source;
    case "all":
      return made.parts.map((part) => `(?:${sourceOf(part)})`).join("");
    case "any":
      return made.parts.map((part) => `(?:${sourceOf(part)})`).join("|");
    case "repeat":
      return `(?:${sourceOf(made.part)})${made.quantifier}`;
  }
}

/**
 * Matches as ECMAScript says that it is done, one way after the other, and counts. It knows nothing of
 * automata.
 *
 * @param most - where to give up
 * @see https://tc39.es/ecma262/#sec-compilesubpattern
 */
export function backtrack(
  made: Node,
  { fromStart, toEnd }: { readonly fromStart: boolean; readonly toEnd: boolean },
  text: string,
  most: number,
): { matched: boolean; steps: number } {
  let steps = 0;
  type Then = (at: number) => boolean;
  const run = (part: Node, at: number, then: Then): boolean => {
    if (++steps >= most) return true;
    switch (part.kind) {
      case "set":
        return at < text.length && part.has.includes(text[at]!) && then(at + 1);
      case "any":
        return part.parts.some((each) => run(each, at, then));
      case "all": {
        const next = (index: number, from: number): boolean =>
          index === part.parts.length
            ? then(from)
            : run(part.parts[index]!, from, (to) => next(index + 1, to));
        return next(0, at);
      }
      case "repeat": {
        const lazy = part.quantifier.length > 1 && part.quantifier.endsWith("?");
        const again = (from: number, min: number, max: number): boolean => {
          if (max === 0) return then(from);
          const more = (): boolean =>
            run(part.part, from, (to) =>
              min === 0 && to === from ? false : again(to, Math.max(0, min - 1), max - 1),
            );
          if (min > 0) return more();
          return lazy ? then(from) || more() : more() || then(from);
        };
        return again(at, part.min, part.max);
      }
    }
  };
  let matched = false;
  for (let start = 0; start <= (fromStart ? 0 : text.length) && !matched; start++) {
    matched = run(made, start, (at) => !toEnd || at === text.length);
    if (steps >= most) return { matched: false, steps };
  }
  return { matched, steps };
}
