import { cleanUp } from "./clean-up.js";
import { everyFieldForm } from "./every-field.js";
import { linkAccount } from "./link-account.js";
import { planProject } from "./plan-project.js";
import { pushToRepository } from "./push-to-repository.js";
import { relayInText } from "./relay-in-text.js";
import { scheduleStandup } from "./schedule-standup.js";
import { type Example, isMain, serve } from "./serve.js";

/** The example server: every tool of every example. */
export const allExamples: readonly Example[] = [
  scheduleStandup,
  cleanUp,
  pushToRepository,
  planProject,
  everyFieldForm,
  linkAccount,
  relayInText,
];

if (isMain(import.meta.url)) {
  serve("all", "The example server: every tool of every example.", allExamples);
}
