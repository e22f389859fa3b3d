import type { UnansweredReason } from "../../contracts/answers.js";
import { CANNOT_ASK } from "../../contracts/no-answer.js";
import { isObject } from "../../internal/is-object.js";

/** The reason for the handler, by the value that the host sends; any other value means `unsupported`. */
const REASONS = new Map<unknown, UnansweredReason>([
  ["deadline", "deadline"],
  ["rate-limit", "busy"],
  ["queue-full", "busy"],
  ["blocked", "blocked"],
  ["secret-refused", "blocked"],
  ["withdrawn", "disconnected"],
]);

/** Why no user answered, if the host reports it in the content of its response or the data of its error. */
export function readMark(carrier: unknown): UnansweredReason | undefined {
  if (!isObject(carrier) || !Object.hasOwn(carrier, CANNOT_ASK)) return undefined;
  return REASONS.get(carrier[CANNOT_ASK]) ?? "unsupported";
}
