import { LimitError } from "../errors.js";
import type { Settings } from "../options.js";
import type { Question } from "../elicitation/question.js";
import type { Binding } from "../state/request-state.js";

/** How long a user has for a question by default, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 600_000;

/** How many answers to a question may be invalid before it counts as unanswered. */
export function maxAttemptsOf(question: Question, { maxAttempts }: Settings): number {
  return (question.mode === "form" ? question.maxAttempts : undefined) ?? maxAttempts;
}

/** @throws LimitError when a call has asked the user in too many rounds */
export function assertRoundsLeft(turns: number, { limits }: Settings): void {
  if (turns <= limits.rounds) return;
  throw new LimitError(
    `This call has asked the user ${limits.rounds} times, which is the limit. Ask for several things in one form, or raise limits.rounds.`,
  );
}

/** @throws LimitError when a user was asked too many questions in one minute */
export function assertQuestionAllowed(allowed: boolean, { limits }: Settings): void {
  if (allowed) return;
  throw new LimitError(
    `This user was asked ${limits.questionsPerMinute} questions within a minute, which is the limit. Try again later, or raise limits.questionsPerMinute.`,
  );
}

/** How many questions one user may have open. Those of unverified users count together, and apart from all others. */
export function mostOpen({ principal }: Pick<Binding, "principal">, { limits }: Settings): number {
  return principal === undefined ? limits.anonymousQuestions : limits.openQuestions;
}

/** The error of a user who has as many questions open. */
export function tooManyOpen(user: Pick<Binding, "principal">, settings: Settings): LimitError {
  const most = mostOpen(user, settings);
  return new LimitError(
    user.principal === undefined
      ? `Unverified users have ${most} questions open, which is the limit. Try again later, or raise limits.anonymousQuestions.`
      : `This user has ${most} questions open, which is the limit. Answer some first, or raise limits.openQuestions.`,
  );
}
