import type { Answer, UnansweredReason, UrlAnswer } from "../../../contracts/answers.js";
import type { ElicitationPages, PageVisit, VisitLink } from "../../../contracts/pages.js";
import type { ElicitContent } from "../../../schema/index.js";
import type { Call } from "../../call/call.js";
import { type PageLink, pageLink, type PageLinkParts } from "../../call/page-links.js";
import { auditAnswer, type AuditParts } from "../../call/audit-answer.js";
import { PAGE_LINK } from "../../call/replay/replay.js";
import type { FormQuestion, Question } from "../../elicitation/question.js";
import { maxAttemptsOf, DEFAULT_TIMEOUT_MS } from "../../strategies/limits.js";
import { describeIssues } from "../../../schema/index.js";

/** The parts that asking on a page needs, whose link the host shows. */
export interface PageByUrlParts extends AuditParts {
  readonly call: Call;
  readonly pages: ElicitationPages;
  readonly principal: string;
  readonly server: string;
}

/** How a visit to an answer page ended, as a step records it. */
interface Ended {
  readonly action: Answer<unknown>["action"];
  readonly content?: ElicitContent;
  readonly reason?: UnansweredReason;
}

const REPEATABLE = { onInterrupted: "rerun" } as const;
const INVALID = { action: "unanswered", reason: "invalid" } as const;
const via = "page";

/**
 * Asks a form question on a page, where the host shows links but no forms: the link goes out as a URL elicitation, and
 * the answer is read when the visit has ended. An answer that the schema refuses is asked for again with a new link.
 */
export async function askByUrl(
  parts: PageByUrlParts,
  question: FormQuestion & Question,
): Promise<Answer<unknown>> {
  const { call, settings, pages, principal, server } = parts;
  const { message, schema, timeoutMs, whenUnavailable } = question;
  const most = maxAttemptsOf(question, settings);
  const keyOf = (nr: number): string => `${PAGE_LINK}${question.key} ${nr}`;
  let link: PageLink<VisitLink> | undefined;
  let refused: { readonly previous: unknown; readonly reason: string } | undefined;
  for (let attempt = 1; ; attempt++) {
    const again = refused;
    const making: PageLinkParts<VisitLink> = {
      ...{ call, key: question.key, keyOf, of: question.digest, message },
      make: () =>
        pages.answerLink({
          ...{ principal, server, message, ...again },
          requestedSchema: schema.requestedSchema,
          ttlMs: timeoutMs ?? settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        }),
      close: (page) => pages.complete(page, { status: "cancelled" }),
    };
    const { nr, found, isAskedAgain } = (link = await pageLink(making, link));
    const key = keyOf(nr);
    const { id, url, code } = found;
    const visit = pages.follow(id);
    const answer = (await call.elicit(withCode(message, code), url, {
      key,
      elicitationId: id,
      whenUnavailable,
      ended: async (signal) => (await visit.wait(signal)) !== undefined,
      ...(timeoutMs !== undefined && { timeoutMs }),
    })) as UrlAnswer;
    const ended = await call.step(
      `${key} end`,
      async () => {
        const end = await readEnd(pages, id, visit, answer);
        const isRefused = end.action === "accept" && !(await schema.check(end.content)).ok;
        const askedAt = settings.now() - answer.elapsedMs;
        const { action, content, reason } = end;
        const answered = { action, accepted: content, content, reason, via, askedAt } as const;
        if (!isRefused) auditAnswer(parts, question, answered);
        else if (attempt >= most) auditAnswer(parts, question, { ...INVALID, via, askedAt });
        return end;
      },
      REPEATABLE,
      isAskedAgain,
    );
    const { action, content, reason } = ended as Ended;
    const asked = { via, elapsedMs: answer.elapsedMs } as const;
    if (action === "unanswered") return { action, reason: reason ?? "deadline", ...asked };
    if (action !== "accept") return { action, ...asked };
    const result = await schema.check(content);
    if (result.ok) return { action, data: result.data, content: result.content, ...asked };
    if (attempt >= most) return { ...INVALID, ...asked };
    refused = { previous: content, reason: describeIssues(schema.parsed, result.issues) };
  }
}

/** Combines the user's answer in the host with what they did on the page. */
async function readEnd(
  pages: ElicitationPages,
  id: string,
  visit: PageVisit,
  { action, ...rest }: UrlAnswer,
): Promise<Ended> {
  const end = await visit.completed();
  if (end?.status === "done" && action !== "decline" && action !== "cancel")
    return { action: "accept", ...(end.content !== undefined && { content: end.content }) };
  if (action === "decline" || action === "cancel") {
    // The page must not take an answer that nobody waits for.
    await pages.complete(id, { status: action === "decline" ? "declined" : "cancelled" });
    return { action };
  }
  if (end?.status === "declined") return { action: "decline" };
  if (end?.status === "cancelled") return { action: "cancel" };
  return { action: "unanswered", reason: ("reason" in rest && rest.reason) || "deadline" };
}

function withCode(message: string, code: string | undefined): string {
  return code === undefined ? message : `${message}\n\nThe page asks for this code: ${code}`;
}
