import type { ConsoleText, Texts } from "./texts.js";

/** What is shown in another language than English. */
export interface LoadedLanguage {
  /** A BCP 47 tag. */
  readonly tag: string;
  readonly texts: Texts;
}

let loaded: LoadedLanguage | undefined;
let numbers: Intl.NumberFormat | undefined;
let decimals: Intl.NumberFormat | undefined;

/** Sets the language before the first text is asked for; `undefined` for English. */
export function setTexts(language: LoadedLanguage | undefined): void {
  loaded = language;
  // In Latin digits, as everywhere on the page.
  const locale = language && `${language.tag}-u-nu-latn`;
  numbers = locale ? new Intl.NumberFormat(locale) : undefined;
  decimals = locale
    ? new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    : undefined;
}

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

/** Between direction isolates, so that a text from elsewhere cannot reorder the words around it. */
const isolated = (value: string | number): string =>
  typeof value === "number" && numbers
    ? numbers.format(value)
    : FIRST_STRONG_ISOLATE + String(value) + POP_ISOLATE;

/** A text in the language of the page, with its places for values. */
export const translated = (text: ConsoleText): string => loaded?.texts[text] ?? text;

/**
 * A text of the page in its language. The English one is its key: what has no translation does not compile.
 *
 * @param values - what stands for `{0}`, `{1}` …
 */
export function t(text: ConsoleText, ...values: readonly (string | number)[]): string {
  const put = loaded ? isolated : String;
  return translated(text).replace(/\{(\d)\}/g, (whole, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? whole : put(value);
  });
}

/** A number with one decimal place, such as `1.2`. */
export const oneDecimal = (value: number): string => decimals?.format(value) ?? value.toFixed(1);

/** The language of dates: that of the page, or in English the browser's own, whose order of day and month it keeps. */
export const dateLocale = (): string | undefined => loaded?.tag;
