import type { ElicitationPages } from "../../../contracts/pages.js";
import type { Question } from "../../elicitation/question.js";
import type { Delivery } from "../../state/records.js";
import { kindOf } from "../placements.js";
import type { StoredQuestion } from "./question-slots.js";

/**
 * Puts a question on a page of the server's on the network. A link to such a page is the place already; any other link is
 * opened from a page that knows its user.
 *
 * @param question - the question itself, where it may be a link
 * @param time - now, in ms since 1970
 */
export async function putOnPage(
  { message, requestedSchema, previous, reason, expiresAt }: StoredQuestion,
  question: Question | undefined,
  pages: ElicitationPages,
  user: { readonly server: string; readonly principal: string },
  time: number,
): Promise<Delivery> {
  const link = { ...user, message, ttlMs: Math.max(1, expiresAt - time) };
  if (question?.mode === "url") {
    const ownId = pages.linkId(question.url);
    const { elicitationId, url } = question;
    if (ownId !== undefined) return { via: "page", id: ownId, url };
    if (kindOf(question) === "credential") return { via: "page", id: elicitationId ?? url, url };
  }
  const { id, url, code } =
    question?.mode === "url"
      ? await pages.approvalLink({ ...link, url: question.url, endsThere: true })
      : await pages.answerLink({
          ...link,
          requestedSchema: requestedSchema!,
          ...(previous !== undefined && { previous }),
          ...(reason !== undefined && { reason }),
        });
  return { via: "page", id, url, ...(code !== undefined && { code }) };
}
