import { chooseLanguage } from "../../../src/internal/choose-language.js";
import { react as arReact } from "../../../src/locales/ar/react.js";
import { react as deReact } from "../../../src/locales/de/react.js";
import { react as esReact } from "../../../src/locales/es/react.js";
import { react as frReact } from "../../../src/locales/fr/react.js";
import { LANGUAGES } from "../../../src/locales/index.js";
import { react as jaReact } from "../../../src/locales/ja/react.js";
import { ENGLISH, type ElicitationMessages } from "../../../src/react/messages.js";
import { QUESTION_ENGLISH } from "../../../src/react/question-messages.js";
import { ar } from "./ar.js";
import { de } from "./de.js";
import { english } from "./english.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import { ja } from "./ja.js";
import type { ViewMessages } from "./view-messages.js";

/** All texts of the View in one language. */
export interface Language {
  /** A BCP 47 tag. */
  readonly tag: string;
  readonly dir: "ltr" | "rtl";
  /** Those of the form. */
  readonly form: ElicitationMessages;
  readonly view: ViewMessages;
}

function createLanguage(tag: string, texts: ElicitationMessages, view: ViewMessages): Language {
  const { dir = "ltr", asks } = texts;
  return {
    tag,
    dir,
    form: {
      ...texts,
      // A dash stands for a server that is not known.
      asks: (server) => (server === "—" ? view.question : asks(server)),
    },
    view,
  };
}

/** They are all in the View: the host says the user's language only when the View is shown, which can load nothing then. */
const ALL: Readonly<Record<(typeof LANGUAGES)[number], Language>> = {
  en: createLanguage("en", { ...ENGLISH, ...QUESTION_ENGLISH }, english),
  ar: createLanguage("ar", arReact, ar),
  de: createLanguage("de", deReact, de),
  es: createLanguage("es", esReact, es),
  fr: createLanguage("fr", frReact, fr),
  ja: createLanguage("ja", jaReact, ja),
};

/**
 * Chooses the language of the View by lookup, as everywhere else.
 *
 * @param locale - what the host said, as a BCP 47 tag
 * @param preferred - the languages of the browser, for a host that has not said any
 */
export function languageFor(
  locale: string | undefined,
  preferred: readonly string[] = [],
): Language {
  return ALL[chooseLanguage(locale === undefined ? preferred : [locale], LANGUAGES) ?? "en"];
}

/**
 * The locale of dates beside texts of a language: the region's order of day and month, in Latin digits as everywhere.
 *
 * @param locale - what the host said; a user can read dates in it, even where the texts are in another language
 */
export function dateLocale(
  { tag }: Language,
  locale: string | undefined,
  preferred: readonly string[] = [],
): string {
  const own = locale ?? preferred.find((one) => chooseLanguage([one], LANGUAGES) === tag) ?? tag;
  return new Intl.Locale(own, { numberingSystem: "latn" }).toString();
}
