import { answerOrThrow, cannotAsk } from "midcall/client";

/** The error for a request that no user has answered, the same as for a question. Its `reason` is not sent. */
export function noAnswerError(reason: string): Error {
  try {
    answerOrThrow(cannotAsk(reason));
  } catch (error) {
    return Object.assign(error as Error, { reason });
  }
  throw new TypeError("A result of cannotAsk is always thrown.");
}
