import type { PageText } from "./page.js";
import type { ArgumentsText } from "./arguments.js";
import type { QuestionsText } from "./questions.js";
import type { CallsText } from "./calls.js";
import type { RecordsText } from "./records.js";
import type { ServersText } from "./servers.js";
import type { SettingsText } from "./settings.js";

/** A text of the page, in English. */
export type ConsoleText =
  | PageText
  | ArgumentsText
  | QuestionsText
  | CallsText
  | RecordsText
  | ServersText
  | SettingsText;

/** All texts of the page in another language. */
export type Texts = Readonly<Record<ConsoleText, string>>;
