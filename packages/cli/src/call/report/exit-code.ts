import type { QuestionLog } from "./question-log.js";

/** The exit codes. `midcall call --help` describes them. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  declined: 3,
  cancelled: 4,
  unanswered: 5,
  signIn: 6,
} as const;

/** The most important code: an unanswered question, then a declined or cancelled one, then a failure. */
export function exitCodeOf(
  { hasUnanswered, lastRefusal: lastNo }: Pick<QuestionLog, "hasUnanswered" | "lastRefusal">,
  hasFailed: boolean,
): number {
  if (hasUnanswered) return EXIT.unanswered;
  if (lastNo === "decline") return EXIT.declined;
  if (lastNo === "cancel") return EXIT.cancelled;
  return hasFailed ? EXIT.failed : EXIT.done;
}
