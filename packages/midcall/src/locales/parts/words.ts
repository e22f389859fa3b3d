const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

/**
 * A text from elsewhere (the name of a server, a host, a label) with direction isolates around it, so that it cannot
 * reorder the words of the interface.
 *
 * @see https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export const isolated = (text: string): string => FIRST_STRONG_ISOLATE + text + POP_ISOLATE;

/** How a language puts values into its texts. `Category` are the plural categories that it has. */
export interface Words<Category extends Intl.LDMLPluralRule> {
  /** A tag of templates: numbers are written as in the language, and texts from elsewhere are isolated. */
  readonly text: (strings: TemplateStringsArray, ...values: readonly (string | number)[]) => string;
  /** The form for a number. Each category of the language has one, so that none is forgotten. */
  readonly plural: (count: number, forms: Readonly<Record<Category, string>>) => string;
  /** A number as in the language, in Latin digits, which are those that forms accept. */
  readonly number: (value: number) => string;
  /** “A, B and C”, each of them isolated. */
  readonly all: (items: readonly string[]) => string;
  /** “A, B or C”, each of them isolated. */
  readonly either: (items: readonly string[]) => string;
}

/**
 * Creates the words of a language.
 *
 * @param locale - a BCP 47 tag
 * @param isolate - what is put around a text from elsewhere; a terminal that writes from left to right needs nothing
 */
export function createWords<Category extends Intl.LDMLPluralRule>(
  locale: string,
  isolate: (text: string) => string = isolated,
): Words<Category> {
  const numbers = new Intl.NumberFormat(`${locale}-u-nu-latn`);
  const rules = new Intl.PluralRules(locale);
  const list = (type: "conjunction" | "disjunction") => {
    const format = new Intl.ListFormat(locale, { type });
    return (items: readonly string[]): string => format.format(items.map(isolate));
  };
  const number = (value: number): string => numbers.format(value);
  return {
    text: (strings, ...values) =>
      String.raw(
        { raw: strings },
        ...values.map((value) => (typeof value === "number" ? number(value) : isolate(value))),
      ),
    plural: (count, forms) => forms[rules.select(count) as Category],
    number,
    all: list("conjunction"),
    either: list("disjunction"),
  };
}
