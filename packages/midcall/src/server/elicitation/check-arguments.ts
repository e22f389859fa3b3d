import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import { QuestionError } from "../errors.js";
import { describeValue } from "../../internal/describe-value.js";
import { problemOfWays } from "../fallback/check-options.js";
import type { QuestionOptions } from "./question.js";

const MAX_MESSAGE = 16_384;
const MAX_KEY = 256;

/** @throws QuestionError */
export function checkMessage(message: unknown): asserts message is string {
  if (typeof message !== "string" || message.trim() === "") {
    throw new QuestionError(
      "The question has no message. Pass what the user should read as a non-empty string.",
    );
  }
  if (message.length > MAX_MESSAGE) {
    throw new QuestionError(
      `The message has ${message.length} characters, which is over the limit of ${MAX_MESSAGE}. Shorten it, or show the details on a page in URL mode.`,
    );
  }
}

/** @throws QuestionError */
export function checkOptions(options: QuestionOptions): void {
  const { key, timeoutMs, whenUnavailable = "fail", fallback } = options;
  if (key !== undefined && (typeof key !== "string" || key === "" || key.length > MAX_KEY)) {
    throw new QuestionError(`key must be a string of 1 to ${MAX_KEY} characters.`);
  }
  // Parsers on the way drop a member of this name, and the question with it.
  if (key === "__proto__") {
    throw new QuestionError('key must not be "__proto__". Add a prefix to it.');
  }
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS)) {
    throw new QuestionError(
      `timeoutMs must be a number of milliseconds from 1 to ${MAX_TIMER_MS}, not ${describeValue(timeoutMs)}.`,
    );
  }
  if (whenUnavailable !== "fail" && whenUnavailable !== "continue") {
    throw new QuestionError(
      `whenUnavailable must be "fail" or "continue", not ${JSON.stringify(whenUnavailable)}.`,
    );
  }
  const problem = problemOfWays(fallback);
  if (problem !== undefined) throw new QuestionError(problem);
}
