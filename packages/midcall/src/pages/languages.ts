import { OptionError } from "../contracts/errors.js";
import { describeValue } from "../internal/describe-value.js";
import { chooseLanguage } from "../internal/choose-language.js";
import { ENGLISH, type PageMessages } from "./messages.js";
import type { PagesOptions } from "./options.js";

/** What is made once for each language of the pages, when it is first needed. */
export interface Localized<T> {
  /** For the language that no visitor has to ask for. */
  readonly first: T;
  /** For the language that a request prefers. */
  of(request: Request): T;
}

const isTag = (tag: unknown): tag is string => {
  try {
    return typeof tag === "string" && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/** The texts of all languages, those of option `messages` first. @throws OptionError */
export function readLanguages({
  messages,
  languages = [],
}: Pick<PagesOptions, "messages" | "languages">): readonly PageMessages[] {
  const all = [{ ...ENGLISH, ...messages }, ...languages];
  for (const [index, one] of all.entries()) {
    if (!isTag(one?.lang)) {
      throw new OptionError(
        `languages must be a list of texts with a language tag in lang, such as pages of midcall/locales/de, not ${describeValue(one?.lang)}.`,
      );
    }
    if (all.findIndex(({ lang }) => lang.toLowerCase() === one.lang.toLowerCase()) < index) {
      throw new OptionError(
        `languages has the language "${one.lang}" twice, or it is that of messages. Leave one of them out.`,
      );
    }
  }
  return all;
}

/** Makes something for each language, when it is first needed. */
export function localize<T>(
  languages: readonly PageMessages[],
  make: (texts: PageMessages) => T,
): Localized<T> {
  const tags = languages.map(({ lang }) => lang);
  const first = make(languages[0]!);
  const made = new Map([[tags[0]!, first]]);
  return {
    first,
    of({ headers }) {
      if (tags.length === 1) return first;
      const tag = chooseLanguage(headers.get("accept-language"), tags) ?? tags[0]!;
      const known = made.get(tag);
      if (known !== undefined) return known;
      const one = make(languages.find(({ lang }) => lang === tag)!);
      made.set(tag, one);
      return one;
    },
  };
}
