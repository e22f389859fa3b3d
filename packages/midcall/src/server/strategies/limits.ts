import { LimitError } from "../errors.js";
import { autoDeclineMs } from "../host/overrides.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { Settings } from "../options.js";
import type { Question } from "../elicitation/question.js";

/** How long a person has where nobody says otherwise: what every protocol version does alike. */
export const DEFAULT_TIMEOUT_MS = 600_000;

/** How often an answer may be wrong. */
export function maxAttemptsOf(question: Question, { maxAttempts }: Settings): number {
  return (question.mode === "form" ? question.maxAttempts : undefined) ?? maxAttempts;
}

/** Whether a decline after so long would be the host's own, not a person's. */
export function isTooFast(elapsedMs: number, host: HostCapabilities, settings: Settings): boolean {
  const fast = autoDeclineMs(host, settings.hostOverrides, settings.autoDeclineMs);
  return fast !== undefined && elapsedMs < fast;
}

/** @throws LimitError when a call has turned to the person too often. */
export function assertRoundsLeft(turns: number, { limits }: Settings): void {
  if (turns <= limits.rounds) return;
  throw new LimitError(
    `This call has turned to the person ${limits.rounds} times, which is the limit. Ask for several things in one form, or raise limits.rounds.`,
  );
}

/** @throws LimitError when a person was asked too much in one minute. */
export function assertQuestionAllowed(allowed: boolean, { limits }: Settings): void {
  if (allowed) return;
  throw new LimitError(
    `This person was asked ${limits.questionsPerMinute} questions within a minute, which is the limit. Try again later, or raise limits.questionsPerMinute.`,
  );
}
