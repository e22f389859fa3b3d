import { CANNOT_ASK, reasonInMessage } from "../../contracts/no-answer.js";
import { readMark } from "../elicitation/no-answer-mark.js";
import type { RequestChannel } from "../framework/request-channel.js";
import { isBrokenResponse } from "./broken-responses.js";
import type { UnansweredOutcome } from "./question-lifecycle.js";

/** The maximum length of a host's error message that is passed on. */
const MAX_MESSAGE = 1024;

/**
 * The outcome of a failed `elicitation/create` request: no user was asked. A JSON-RPC error of the host is passed on.
 *
 * @param isWithdrawn Whether the question has been withdrawn.
 */
export function outcomeOfFailure(
  error: unknown,
  isWithdrawn: boolean,
  channel: Pick<RequestChannel, "failureOf">,
): UnansweredOutcome {
  if (isWithdrawn) return { kind: "unanswered", reason: "disconnected" };
  const failure = channel.failureOf(error);
  if (failure !== undefined) return { kind: "unanswered", reason: failure };
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  // Some client libraries drop the data of an error and keep its message.
  const said = reasonInMessage(String(message));
  const reason = readMark(data ?? (said === undefined ? undefined : { [CANNOT_ASK]: said }));
  // As on 2026-07-28, where there is only the mark.
  if (reason !== undefined) return { kind: "unanswered", reason };
  if (typeof code !== "number") return { kind: "unanswered", reason: "disconnected" };
  return {
    kind: "unanswered",
    reason: isBrokenResponse(error) ? "invalid" : "unsupported",
    error: { code, message: String(message).slice(0, MAX_MESSAGE) },
  };
}
