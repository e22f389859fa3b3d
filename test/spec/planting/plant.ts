import ts from "typescript";
import type { Fault } from "../faults.js";
import { findTokens, type Range } from "./find-tokens.js";
import { elsewhere, mostLike, similarNames } from "./nearest.js";
import { shown, symbolsNamed } from "./symbol-named.js";
import type { SourceSymbol } from "./symbols.js";
import { tokensOf } from "./tokens.js";

/** A source file with a fault in it. */
export interface Planted {
  /** Relative to the sources. */
  readonly file: string;
  readonly text: string;
}

const list = (names: readonly string[]): string => names.join(", ");

/** The one symbol that `fault.in` means. */
function symbolOf({ in: name, find }: Fault, symbols: readonly SourceSymbol[]): SourceSymbol {
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

/** Where `find` stands in the symbol, if that is one place. */
function placeOf(find: string, symbol: SourceSymbol, symbols: readonly SourceSymbol[]): Range {
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

/** What is replaced, and by what. */
function changeOf(
  { find, replace = "", body }: Fault,
  symbol: SourceSymbol,
  symbols: readonly SourceSymbol[],
): Range & { readonly by: string } {
  if ((find === undefined) === (body === undefined)) throw new Error("it needs a find or a body.");
  if (find === undefined) {
    if (symbol.body) return { ...symbol.body, by: `{ ${body} }` };
    throw new Error(`${shown(symbol)} is no function, and has no body to replace.`);
  }
  const { start, end } = placeOf(find, symbol, symbols);
  const comma = replace === "" ? /^\s*,/.exec(symbol.text.slice(end)) : null;
  return { start, end: end + (comma?.[0].length ?? 0), by: replace };
}

/** What keeps the text from being TypeScript. */
function syntaxError(fileName: string, text: string): string | undefined {
  const { diagnostics = [] } = ts.transpileModule(text, { fileName, reportDiagnostics: true });
  const [first] = diagnostics;
  if (!first) return undefined;
  const [line = ""] = text.slice(text.lastIndexOf("\n", first.start) + 1).split("\n");
  return `${ts.flattenDiagnosticMessageText(first.messageText, " ")} ${line.trim()}`;
}

const sameTokens = (one: string, other: string): boolean =>
  list(tokensOf(one).map(({ text }) => text)) === list(tokensOf(other).map(({ text }) => text));

/**
 * Plants a fault.
 *
 * @throws Error that says why it does not fit, and what is nearest
 */
export function plant(fault: Fault, symbols: readonly SourceSymbol[]): Planted {
  const symbol = symbolOf(fault, symbols);
  const { file, text } = symbol;
  const { start, end, by } = changeOf(fault, symbol, symbols);
  if (sameTokens(text.slice(start, end), by)) throw new Error("it changes nothing.");
  const planted = `${text.slice(0, start)}${by}${text.slice(end)}`;
  const problem = syntaxError(file, planted);
  if (problem !== undefined) throw new Error(`with it ${file} does not parse: ${problem}`);
  return { file, text: planted };
}
