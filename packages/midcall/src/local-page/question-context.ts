import type { LocalResponse } from "../contracts/local-pages.js";
import type { VisitEnd } from "../contracts/pages.js";
import type { AnswerFlow, ApprovalFlow } from "../pages/flows/flow.js";
import { ownForm, ownFormAgain, type Visit } from "../pages/links/visit.js";
import type { AnswerContext } from "../pages/views/answer.js";
import { html, type Html } from "../pages/views/html.js";
import { notice, page } from "../pages/views/layout.js";
import type { Submission } from "../pages/views/submission-state.js";
import { endedPage } from "./ended.js";
import { proofFor, REACTION_MS } from "./form-proof.js";
import type { OpenQuestion } from "./open-question.js";
import { type LocalizedSite, pathOfQuestion, type VisitedSite, wayTo } from "./site-services.js";

/** What the page of an open question works with. */
export interface QuestionContext<
  F extends AnswerFlow | ApprovalFlow = AnswerFlow | ApprovalFlow,
> extends Omit<AnswerContext, "flow" | "services"> {
  readonly flow: F;
  readonly services: VisitedSite;
  /** Delivers an answer. @param then - the page that follows; default: the next question, or how this one ended */
  answer(response: LocalResponse, then?: () => Response): Promise<Response>;
}

/** How the question before ended, after which this page is shown: the query of its address. */
const BEFORE = ["done", "declined", "cancelled"] as const;

/** The query of the address of a page that the server has opened by itself: it comes into whatever the user is doing. */
export const OPENED = "?opened";

/** The user whose forms are stored: there is only one. */
export const LOCAL_USER = "local";

export function createQuestionContext(
  services: VisitedSite,
  question: OpenQuestion,
  visit: Visit,
  submission: Submission | undefined,
): QuestionContext {
  const { texts, replies, keys, submissions } = services;
  const path = pathOfQuestion(question);
  const { search } = new URL(visit.request.url);
  const before = BEFORE.find((status) => `?${status}` === search);
  const answer: QuestionContext["answer"] = (response, then) =>
    deliver(services, question, visit, response, then);
  return {
    ...{ services, submission, visit, answer, flow: question.flow },
    async showAgain(found, view = "again") {
      await submissions.save(visit, LOCAL_USER, found);
      return replies.seeOther(`${wayTo(services, question)}?${view}`);
    },
    form(body) {
      const isSudden = before !== undefined || search === OPENED;
      const notBefore = isSudden ? performance.now() + REACTION_MS : 0;
      return ownForm(
        isSudden ? path + search : path,
        proofFor(keys, visit, notBefore),
        body,
        isSudden,
      );
    },
    reply(parts, status) {
      const body = [before && statusOf(services, before), parts.body];
      const footer = waitingOf(services, question);
      return replies.html(page(texts, { ...parts, body, footer }), status);
    },
    end: (outcome) => answer(toResponse(outcome)),
  };
}

function toResponse(outcome: VisitEnd): LocalResponse {
  if (outcome.status === "declined") return { action: "decline" };
  if (outcome.status === "done") {
    return { action: "accept", ...(outcome.content && { content: outcome.content }) };
  }
  return { action: "cancel" };
}

/** Says above a question what became of the one before. */
function statusOf({ texts }: LocalizedSite, before: (typeof BEFORE)[number]): Html {
  const titles = {
    done: texts.doneAnswer,
    declined: texts.declinedTitle,
    cancelled: texts.cancelledTitle,
  };
  return html`<p class="box good" role="status">${titles[before]}</p>`;
}

function waitingOf({ texts, questions }: LocalizedSite, shown: OpenQuestion): Html | undefined {
  const count = questions.open().filter((question) => question !== shown).length;
  return count === 0 ? undefined : html`<p>${texts.waiting(count)}</p>`;
}

async function deliver(
  services: VisitedSite,
  question: OpenQuestion,
  visit: Visit,
  response: LocalResponse,
  then: (() => Response) | undefined,
): Promise<Response> {
  const { texts, replies, upNext } = services;
  const path = pathOfQuestion(question);
  switch (await question.answer(response)) {
    case "sent": {
      if (then) return then();
      const next = await upNext();
      if (!next) return replies.seeOther(wayTo(services, question));
      const { [response.action]: before } = {
        accept: "done",
        decline: "declined",
        cancel: "cancelled",
      };
      return replies.seeOther(`${wayTo(services, next)}?${before}`);
    }
    case "busy":
      return replies.html(notice(texts, texts.finishingTitle, texts.finishingText), 409);
    case "over":
      return endedReply(services, question, 409, visit.form);
    case "failed": {
      const extra = ownFormAgain(path, visit.form ?? new URLSearchParams(), texts.goOn);
      const text = notice(texts, texts.unconfirmedTitle, texts.unconfirmedText, { extra });
      return replies.html(text, 503);
    }
  }
}

/** The page of a question that is not open, with this status if it ended on the page. */
export function endedReply(
  services: VisitedSite,
  question: OpenQuestion,
  status: number,
  entered?: URLSearchParams,
): Response {
  const { texts, replies } = services;
  const { end } = question;
  if (!end) return replies.html(notice(texts, texts.finishingTitle, texts.finishingText), 409);
  return replies.html(
    endedPage(services, question, end, entered),
    end.why === "sent" ? status : 410,
  );
}
