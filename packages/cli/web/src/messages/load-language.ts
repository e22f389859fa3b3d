import type { ElicitationMessages } from "midcall/react";
import { chooseLanguage, LANGUAGES } from "midcall/locales";
import { language } from "../theme.js";
import { setTexts } from "./text.js";

/** The languages besides English, which is built in. Each is a file of its own. */
const LOAD = {
  ar: () => import("./ar/index.js"),
  de: () => import("./de/index.js"),
  es: () => import("./es/index.js"),
  fr: () => import("./fr/index.js"),
  ja: () => import("./ja/index.js"),
} as const;

/**
 * Loads the texts of the language that the user has chosen, or that the browser prefers, and gives it to the page. Texts
 * are read when the modules of the page are loaded, so this comes before.
 *
 * @returns the texts of questions; `undefined` in English
 */
export async function loadLanguage(): Promise<ElicitationMessages | undefined> {
  const choice = language.read();
  const tag = choice === "auto" ? (chooseLanguage(navigator.languages, LANGUAGES) ?? "en") : choice;
  if (tag === "en") return undefined;
  const { texts, react } = await LOAD[tag]();
  setTexts({ tag, texts });
  document.documentElement.lang = tag;
  document.documentElement.dir = react.dir ?? "ltr";
  return react;
}
