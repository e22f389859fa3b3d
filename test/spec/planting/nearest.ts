import { findTokens } from "./find-tokens.js";
import { shown } from "./symbol-named.js";
import type { SourceSymbol } from "./symbols.js";
import { tokensOf } from "./tokens.js";

/** Where else `find` stands, for a message: the innermost functions that have it. */
export function elsewhere(find: string, symbols: readonly SourceSymbol[]): readonly string[] {
  const having = symbols.filter((one) => findTokens(find, one.text, one).length > 0);
  return having
    .filter(
      (one) =>
        !having.some(
          (other) =>
            other !== one &&
            other.file === one.file &&
            other.start >= one.start &&
            other.end <= one.end,
        ),
    )
    .map(shown);
}

/** The part of the symbol that has the most tokens of `find` in the places where they are wanted. */
export function mostLike(find: string, { text, start, end }: SourceSymbol): string {
  const wanted = tokensOf(find);
  const tokens = tokensOf(text, start, end);
  const alike = tokens.map(
    (_, first) => wanted.filter((token, at) => tokens[first + at]?.text === token.text).length,
  );
  const first = alike.indexOf(Math.max(...alike));
  const last = tokens[first + wanted.length - 1] ?? tokens.at(-1);
  return text.slice(tokens[first]?.start, last?.end).replace(/\s+/g, " ");
}

/** How much of the longer name both begin and end with. */
function likeness(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return (head + tail) / Math.max(one.length, other.length);
}

/** The symbols whose own names are most like that of `name`. */
export function similarNames(name: string, symbols: readonly SourceSymbol[]): readonly string[] {
  const own = name.split(/[./]/).at(-1) ?? name;
  const rank = (symbol: SourceSymbol): number => likeness(own, symbol.path.at(-1) ?? "");
  return symbols
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, 3)
    .map(shown);
}
