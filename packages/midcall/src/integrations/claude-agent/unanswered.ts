import { noAnswerMessage } from "../../contracts/no-answer.js";
import { cannotAsk, type ElicitResult } from "../../client/attach/results.js";

/**
 * The result for a question that no user answered, which ends in an error. Claude Code has no result for this: it sends
 * `{ action: "cancel" }` if `onElicitation` throws, and for every result that it does not know, and servers would read
 * that as the user's own. It refuses a content that the protocol does not allow, and says so: to a server of 2025 with
 * an error that has the name of the member, and of 2026-07-28 by failing the call.
 *
 * @param reason - see {@link cannotAsk}
 */
export function unanswered(reason: string): ElicitResult {
  const { content } = cannotAsk(reason) as { readonly content: object };
  const refused: object = { ...content, [noAnswerMessage(reason)]: {} };
  return { action: "cancel", content: refused } as ElicitResult;
}
