import type { CallRun } from "../inbox/types.js";

/**
 * How many 2025 questions count as those of one call that the user has started. Such a question does not name its call,
 * so a server can ask by itself while one is running. It is more than a user answers for one call, and few enough to be
 * stopped by hand.
 */
export const MOST_OWN_QUESTIONS = 50;

/** Creates a function that says whether the next 2025 question counts as one of this run. */
export function createOwnQuestions(isOwn: boolean): (run: CallRun | undefined) => boolean {
  // Several running calls share one end.
  let ended: AbortSignal | undefined;
  let asked = 0;
  return (run) => {
    if (run?.ended !== ended) asked = 0;
    ended = run?.ended;
    return isOwn && !!ended && asked++ < MOST_OWN_QUESTIONS;
  };
}
