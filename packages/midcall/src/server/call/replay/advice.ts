import { isDerivedKey } from "../question-keys.js";

/** What a handler did in place of what earlier rounds have recorded. */
type Instead =
  /** It returned. */
  | "returned"
  /** It came to another question or step. */
  | "elsewhere"
  /** It waits for something that is neither. */
  | "waits";

/**
 * What the author of a handler can do so that it does the same in every round.
 *
 * @param key - of the question or step that it has not reached
 * @param isQuestion - whether it is a question
 */
export function adviceFor(key: string, isQuestion: boolean, instead: Instead): string {
  const advice = [
    "A handler is run again in every round and has to do the same each time: put everything that varies (a time, a random " +
      "value, a fresh list) in ctx.step.",
  ];
  if (isQuestion && isDerivedKey(key))
    advice.push(
      "Give a question a key whose words may change, or that waits for something outside of steps.",
    );
  if (isQuestion && instead === "returned")
    advice.push(
      "To stop waiting for an answer, pass timeoutMs to the question; Promise.race leaves it open in the next round.",
    );
  if (instead === "waits")
    advice.push(
      "A lock that an earlier round has taken is released with ctx.defer, not with finally.",
    );
  return advice.join(" ");
}
