import { page } from "./page.js";
import { argumentTexts } from "./arguments.js";
import { questions } from "./questions.js";
import { calls } from "./calls.js";
import { records } from "./records.js";
import { servers } from "./servers.js";
import { settings } from "./settings.js";
import type { Texts } from "../texts.js";

export { react } from "midcall/locales/ar";

/** The texts of the console in Arabic. */
export const texts: Texts = {
  ...page,
  ...argumentTexts,
  ...questions,
  ...calls,
  ...records,
  ...servers,
  ...settings,
};
