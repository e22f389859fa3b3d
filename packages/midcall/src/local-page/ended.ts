import type { VisitEnd } from "../contracts/pages.js";
import { endPage, notSent } from "../pages/views/end.js";
import { html, type Html } from "../pages/views/html.js";
import { notice } from "../pages/views/layout.js";
import type { LocalResponse } from "../contracts/local-pages.js";
import type { OpenQuestion, QuestionEnd } from "./open-question.js";
import { type VisitedSite, wayTo } from "./site-services.js";

/** An answer, as the pages name what a user did there. */
export function visitEndOf(response: LocalResponse): VisitEnd {
  if (response.action === "accept") {
    return { status: "done", ...(response.content && { content: response.content }) };
  }
  return { status: response.action === "decline" ? "declined" : "cancelled" };
}

/**
 * The page of a question that has ended.
 *
 * @param entered - the user's own form, if it came too late
 */
export function endedPage(
  services: VisitedSite,
  { flow }: OpenQuestion,
  end: QuestionEnd,
  entered?: URLSearchParams,
): string {
  const { texts } = services;
  const next = nextQuestion(services);
  if (end.why === "sent") {
    const again =
      flow.kind === "approval" &&
      flow.url !== undefined &&
      end.response.action === "accept" &&
      html`<a class="button" href="${flow.url}" rel="noreferrer">${texts.openAgain}</a>`;
    const more = html`<div class="acts">${next}${again}</div>`;
    return endPage(
      services,
      flow,
      visitEndOf(end.response),
      entered,
      next || again ? more : undefined,
    );
  }
  const [title, text] = {
    expired: [texts.questionExpiredTitle, texts.questionExpiredText],
    withdrawn: [texts.withdrawnTitle, texts.withdrawnText],
    answered: [texts.answeredElsewhereTitle, texts.answeredElsewhereText],
  }[end.why] as [string, string];
  const typed = flow.kind === "answer" && notSent(services, flow, entered);
  const more = next && html`<div class="acts">${next}</div>`;
  return notice(texts, title, text, { from: flow.server, extra: [typed, more] });
}

/** The link to another question that is open. */
export function nextQuestion(services: VisitedSite): Html | undefined {
  const { questions, texts } = services;
  const next = questions.next();
  return (
    next && html`<a class="button main" href="${wayTo(services, next)}">${texts.nextQuestion}</a>`
  );
}
