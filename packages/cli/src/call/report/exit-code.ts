import type { QuestionLog } from "./question-log.js";

/** How the command ends; `midcall call --help` says the same to people. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  declined: 3,
  cancelled: 4,
  unanswered: 5,
} as const;

/** What the person has to know first: a missing answer, then a no, then that it failed. */
export function exitCodeOf(
  { hasUnanswered, lastRefusal: lastNo }: Pick<QuestionLog, "hasUnanswered" | "lastNo">,
  hasFailed: boolean,
): number {
  if (hasUnanswered) return EXIT.unanswered;
  if (lastNo === "decline") return EXIT.declined;
  if (lastNo === "cancel") return EXIT.cancelled;
  return hasFailed ? EXIT.failed : EXIT.done;
}
