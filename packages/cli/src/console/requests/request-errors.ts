import { ProtocolError } from "@modelcontextprotocol/client";
import { answerOrThrow, cannotAsk } from "midcall/client";

/** The code of the specification for a request that the user has refused. */
const REFUSED = -1;

/**
 * The error for a request that the user has refused.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling
 */
export const refusedError = (): Error =>
  new ProtocolError(REFUSED, "The user rejected the request.");

/** The error for a request that no user has answered, the same as for a question. Its `reason` is not sent. */
export function noAnswerError(reason: string): Error {
  try {
    answerOrThrow(cannotAsk(reason));
  } catch (error) {
    return Object.assign(error as Error, { reason });
  }
  throw new TypeError("A result of cannotAsk is always thrown.");
}
