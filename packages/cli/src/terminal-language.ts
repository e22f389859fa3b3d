import type { TerminalMessages } from "midcall/terminal";

/** The languages besides English. Each is loaded when the terminal is in it. */
const LOAD = {
  ar: async () => (await import("midcall/locales/ar")).terminal,
  de: async () => (await import("midcall/locales/de")).terminal,
  es: async () => (await import("midcall/locales/es")).terminal,
  fr: async () => (await import("midcall/locales/fr")).terminal,
  ja: async () => (await import("midcall/locales/ja")).terminal,
} as const;

/** `de_AT.UTF-8@euro`: the language, and what letters the terminal has. */
const LOCALE = /^([a-z]{2})(?:[_-][\w-]*)?(?:\.([\w-]+))?(?:@\w+)?$/i;

/** The languages of {@link environmentLanguage} besides English. */
export type OtherLanguage = keyof typeof LOAD;

/**
 * The language of the environment: `LC_ALL`, `LC_MESSAGES` or `LANG`, the first that is set.
 *
 * @returns `undefined` for English, for a language without texts, and where the letters are not in UTF-8
 */
export function environmentLanguage(
  env: NodeJS.ProcessEnv = process.env,
): OtherLanguage | undefined {
  const locale = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  const [, language = "", letters = "UTF-8"] = LOCALE.exec(locale.slice(0, 100)) ?? [];
  const tag = language.toLowerCase();
  const isKnown = Object.hasOwn(LOAD, tag) && /^utf-?8$/i.test(letters);
  return isKnown ? (tag as OtherLanguage) : undefined;
}

/**
 * The texts of questions in the language of the terminal: `LC_ALL`, `LC_MESSAGES` or `LANG`, the first that is set.
 *
 * @returns `undefined` for English, for a language without texts, and for a terminal that is not in UTF-8
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_02
 */
export async function terminalMessages(
  env: NodeJS.ProcessEnv = process.env,
): Promise<TerminalMessages | undefined> {
  const language = environmentLanguage(env);
  return language && LOAD[language]();
}
