import { MAX_JSON_DEPTH } from "midcall/client/messages";

const QUOTE = 34;
const ZERO = 48;
const BACKSLASH = 92;
/** Below that many characters, every whole number is exact. */
const EXACT = 15;

/**
 * Why a JSON text is not taken, whose value JSON.parse would read: the bridge could not show, remember or write again what it
 * says.
 */
export type JsonFlaw = "too deep" | "inexact";

/**
 * Looks for what JSON.parse does not tell of: nesting that recursive functions fail on, and numbers that it changes, which are
 * whole ones that lose digits, however they are written, and those out of range, also those that would be 0. (0.1 and
 * 0.10000000000000001 are the same number to whoever calculates with doubles.)
 *
 * @param text - valid or not
 */
export function flawOf(text: string): JsonFlaw | undefined {
  let depth = 0;
  let found: JsonFlaw | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 91 || code === 123) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return "too deep";
    } else if (code === 93 || code === 125) depth -= 1;
    else if (isDigit(code)) {
      const end = endOfNumber(text, at);
      if (!isExact(text.slice(at, end))) found = "inexact";
      at = end - 1;
    }
  }
  return found;
}

/** The place of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  // Digits, ".", "e", "E", "+" and "-".
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (!isDigit(code) && code !== 46 && (code | 32) !== 101 && code !== 43 && code !== 45) break;
  }
  return end;
}

/**
 * Whether a number is read as it is written: a whole one with all its digits, however it is written, and no number as 0 that is
 * not 0. Other fractions are rounded.
 *
 * @param number - without its sign
 */
function isExact(number: string): boolean {
  if (number.length <= EXACT && !/e/i.test(number)) return true;
  const value = Number(number);
  if (!Number.isFinite(value)) return false;
  const written = decimalOf(number);
  if (written.digits === "" || value === 0) return written.digits === "";
  // Of a number as large as that, no fraction is kept.
  if (written.exponent < 0) return value < 2 ** 53;
  // What a program has written with as few digits as a double needs is read in the same way by all: 1e23.
  const isSame = ({ digits, exponent }: Decimal): boolean =>
    digits === written.digits && exponent === written.exponent;
  return isSame(decimalOf(String(value))) || isSame(decimalOf(String(BigInt(value))));
}

/** A number as digits without zeros at either end, times a power of ten. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

function decimalOf(number: string): Decimal {
  const [mantissa = "", exponent = "0"] = number.split(/e/i);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = whole + fraction;
  // No regular expression: the text of a server may have millions of zeros.
  let start = 0;
  while (all.charCodeAt(start) === ZERO) start += 1;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === ZERO) end -= 1;
  return {
    digits: all.slice(start, end),
    exponent: Number(exponent) - fraction.length + all.length - end,
  };
}

/** What the sender of a text is told. */
export const FLAWS: Readonly<Record<JsonFlaw, string>> = {
  "too deep": `The message is nested more than ${MAX_JSON_DEPTH} levels deep, so it was not passed on. Send data with fewer levels.`,
  inexact:
    "The message has a number that midcall cannot pass on as it is: a whole number with more digits than a JavaScript number keeps, or one out of its range. The bridge would show and remember another number than the server gets. Send it as text.",
};
