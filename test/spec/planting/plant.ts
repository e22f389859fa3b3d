import type { Fault } from "../faults.js";
import { placeOf, symbolOf } from "./anchor.js";
import type { Range } from "./find-tokens.js";
import { shown } from "./symbol-named.js";
import type { SourceSymbol } from "./symbols.js";
import { syntaxError } from "./syntax-error.js";
import { tokensOf } from "./tokens.js";

/** A source file with a fault in it. */
export interface Planted {
  /** Relative to the sources. */
  readonly file: string;
  readonly text: string;
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

/** The text without its layout. */
const plain = (text: string): string =>
  tokensOf(text)
    .map((token) => token.text)
    .join(" ");

/**
 * Plants a fault.
 *
 * @throws Error that says why it does not fit, and what is nearest
 */
export function plant(fault: Fault, symbols: readonly SourceSymbol[]): Planted {
  const symbol = symbolOf(fault, symbols);
  const { file, text } = symbol;
  const { start, end, by } = changeOf(fault, symbol, symbols);
  if (plain(text.slice(start, end)) === plain(by)) throw new Error("it changes nothing.");
  const planted = `${text.slice(0, start)}${by}${text.slice(end)}`;
  const problem = syntaxError(file, planted);
  if (problem !== undefined) throw new Error(`with it ${file} does not parse: ${problem}`);
  return { file, text: planted };
}
