import type { Fault } from "../faults.js";
import { findTokens, type Range } from "./find-tokens.js";
import { elsewhere, mostLike, similarNames } from "./nearest.js";
import { shown, symbolsNamed } from "./symbol-named.js";
import type { SourceSymbol } from "./symbols.js";

const list = (names: readonly string[]): string => names.join(", ");

/** The one symbol that `fault.in` means. @throws Error */
export function symbolOf(
  { in: name, find }: Fault,
  symbols: readonly SourceSymbol[],
): SourceSymbol {
  const [symbol, ...more] = symbolsNamed(name, symbols);
  if (symbol && more.length === 0) return symbol;
  if (symbol) {
    throw new Error(
      `it is declared ${more.length + 1} times: ${list([symbol, ...more].map(shown))}. ` +
        "Put an outer name before it, or else its folder: outer.name, folder/name.",
    );
  }
  const having = find === undefined ? [] : elsewhere(find, symbols);
  throw new Error(
    having.length > 0
      ? `nothing has that name. What to replace stands in ${list(having)}.`
      : `nothing has that name. The names most like it: ${list(similarNames(name, symbols))}.`,
  );
}

/** The one place where `find` stands in the symbol. @throws Error */
export function placeOf(
  find: string,
  symbol: SourceSymbol,
  symbols: readonly SourceSymbol[],
): Range {
  const [place, ...more] = findTokens(find, symbol.text, symbol);
  if (place && more.length === 0) return place;
  const where = shown(symbol);
  if (place) {
    throw new Error(
      `\`${find}\` stands ${more.length + 1} times in ${where}. Take more of what is around it.`,
    );
  }
  const having = elsewhere(find, symbols);
  throw new Error(
    `\`${find}\` does not stand in ${where}. ` +
      (having.length > 0
        ? `It stands in ${list(having)}.`
        : `The nearest: \`${mostLike(find, symbol)}\`.`),
  );
}
