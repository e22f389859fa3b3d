/**
 * `midcall/locales`: chooses a language. Their texts are in entries of their own: `midcall/locales/ar`,
 * `midcall/locales/de`, `midcall/locales/es`, `midcall/locales/fr` and `midcall/locales/ja`.
 *
 * @example
 * ```tsx
 * import { chooseLanguage } from "midcall/locales";
 *
 * const load = { de: () => import("midcall/locales/de"), fr: () => import("midcall/locales/fr") };
 * const language = chooseLanguage(navigator.languages, ["en", "de", "fr"]) ?? "en";
 * const messages = language === "en" ? undefined : (await load[language]()).react;
 *
 * <ElicitationProvider inbox={inbox} messages={messages}>
 *   <App />
 * </ElicitationProvider>;
 * ```
 *
 * @module
 */
export { chooseLanguage } from "../internal/choose-language.js";

/** The languages of midcall's own texts. English is built in. */
export const LANGUAGES = ["en", "ar", "de", "es", "fr", "ja"] as const;
