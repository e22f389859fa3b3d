import { chooseLanguage } from "../internal/choose-language.js";
import { ENGLISH, type PageMessages } from "../pages/messages.js";

/** The texts in the language that a request prefers. */
export type TextsFor = (request: Request) => Promise<PageMessages>;

/** The languages besides English. Each is loaded when a browser first prefers it. */
const LOAD = {
  ar: async () => (await import("../locales/ar/pages.js")).pages,
  de: async () => (await import("../locales/de/pages.js")).pages,
  es: async () => (await import("../locales/es/pages.js")).pages,
  fr: async () => (await import("../locales/fr/pages.js")).pages,
  ja: async () => (await import("../locales/ja/pages.js")).pages,
} as const;
const OFFERED = ["en", ...(Object.keys(LOAD) as (keyof typeof LOAD)[])] as const;

/**
 * Chooses the texts for a request. A server on the user's own machine has no operator who would list languages, so all of
 * them are offered.
 *
 * @param messages - texts that replace those of every language; with another language in `lang`, only that is offered
 */
export function createTextsFor(messages: Partial<PageMessages> = {}): TextsFor {
  return async ({ headers }) => {
    const preferred = chooseLanguage(headers.get("accept-language"), OFFERED) ?? "en";
    const isFixed = messages.lang !== undefined || preferred === "en";
    return { ...(isFixed ? ENGLISH : await LOAD[preferred]().catch(() => ENGLISH)), ...messages };
  };
}
