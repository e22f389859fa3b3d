import { createStoredChoice } from "./stored-choice.js";

export type Theme = "auto" | "light" | "dark";
export const THEMES: readonly [Theme, ...Theme[]] = ["auto", "light", "dark"];

/** The colours of the page; `auto` follows the system. */
export const theme = createStoredChoice("theme", THEMES);

/** How much space the page uses. */
export const layout = createStoredChoice("layout", ["roomy", "dense"]);

/** The languages of the page, by their own names. */
export const LANGUAGE_NAMES = {
  en: "English",
  ar: "العربية",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
} as const;

/** A language of the page; `auto` follows the browser. */
export type PageLanguage = "auto" | keyof typeof LANGUAGE_NAMES;

/** The language of the page. It takes effect when the page is loaded. */
export const language = createStoredChoice<PageLanguage>("language", [
  "auto",
  "en",
  "ar",
  "de",
  "es",
  "fr",
  "ja",
]);
