import type { ElicitationPages } from "../../contracts/pages.js";
import type { Delivery } from "../state/records.js";
import type { OpenQuestion } from "../strategies/round-questions.js";
import { kindOf } from "./placements.js";

/**
 * Puts a question on a page of the server's on the network. A link to such a page is the place already; any other link is
 * opened from a page that knows its user.
 *
 * @param time - now, in ms since 1970
 */
export async function putOnPage(
  { question, pending, why: reason, previous }: OpenQuestion,
  pages: ElicitationPages,
  user: { readonly server: string; readonly principal: string },
  time: number,
): Promise<Delivery> {
  const { message } = question;
  if (question.mode === "url" && kindOf(question) === "credential")
    return { via: "page", id: question.elicitationId ?? question.url, url: question.url };
  const link = { ...user, message, ttlMs: Math.max(1, pending.answerBy - time) };
  const { id, url, code } =
    question.mode === "url"
      ? await pages.approvalLink({ ...link, url: question.url })
      : await pages.answerLink({
          ...link,
          requestedSchema: question.schema.requestedSchema,
          ...(previous !== undefined && { previous }),
          ...(reason !== undefined && { reason }),
        });
  return { via: "page", id, url, ...(code !== undefined && { code }) };
}
