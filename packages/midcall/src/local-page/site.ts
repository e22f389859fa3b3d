import { errorName } from "../internal/error-name.js";
import { isLoopbackAddress } from "../pages/http/base.js";
import { readForm } from "../pages/http/body.js";
import { isCrossSite } from "../pages/http/fetch-site.js";
import { securityHeaders } from "../pages/http/headers.js";
import { createReplies } from "../pages/http/replies.js";
import type { Answer } from "../pages/http/loopback-server.js";
import type { Session } from "../pages/identity/session.js";
import type { Visit } from "../pages/links/visit.js";
import { answerPage } from "../pages/views/answer.js";
import { originOf } from "./form-proof.js";
import { linkPage } from "./link-page.js";
import type { OpenQuestion } from "./open-question.js";
import {
  createQuestionContext,
  endedReply,
  LOCAL_USER,
  type QuestionContext,
} from "./question-context.js";
import { createRateLimit } from "./rate-limit.js";
import type { TextsFor } from "./languages.js";
import { pathOfQuestion, type LocalizedSite, type SiteServices } from "./site-services.js";

const ALLOWED_METHODS = ["GET", "HEAD", "POST"];
const BODY_BYTES = 256 * 1024;
const BODY_PAIRS = 5_000;
/** Requests per minute for addresses that lead nowhere; they never use up those of a question. */
const STRAY_PER_MINUTE = 120;
/** Requests per minute for one question. */
const PER_MINUTE = 300;

/** The page of one kind of question. */
interface QuestionPage {
  show(context: QuestionContext): Response;
  submit(context: QuestionContext, action: string): Promise<Response>;
  showStale(context: QuestionContext, message: string): Response;
}

/** Answers the requests of a local page: tickets at `/o/`, questions at `/q/`. */
export function createSite(services: SiteServices, textsFor: TextsFor): Answer {
  const { base, sessions, logger } = services;
  const headers = Object.entries(securityHeaders(base));
  const limits: SiteLimits = {
    strays: createRateLimit(STRAY_PER_MINUTE),
    questions: new WeakMap(),
  };
  return async (request, remoteAddress) => {
    const texts = await textsFor(request);
    const replies = createReplies(base, texts, sessions);
    let response: Response;
    try {
      const site = new Site({ ...services, texts, replies }, limits);
      response = await site.answer(request, remoteAddress);
    } catch (error) {
      logger.error(`midcall local page: a request failed (${errorName(error)}).`);
      response = replies.serverError(500);
    }
    const out = request.method === "HEAD" ? new Response(null, response) : response;
    for (const [name, value] of headers) out.headers.set(name, value);
    return out;
  };
}

type RateLimit = ReturnType<typeof createRateLimit>;

/** What all requests count together. */
interface SiteLimits {
  readonly strays: RateLimit;
  readonly questions: WeakMap<OpenQuestion, RateLimit>;
}

/** Answers one request, in its language. */
class Site {
  readonly #services: LocalizedSite;
  readonly #limits: SiteLimits;

  constructor(services: LocalizedSite, limits: SiteLimits) {
    this.#services = services;
    this.#limits = limits;
  }

  async answer(request: Request, remoteAddress: string | undefined): Promise<Response> {
    const { base, replies, questions, sessions, visited } = this.#services;
    const { host, pathname } = new URL(request.url);
    // A foreign name that resolves to this machine: DNS rebinding.
    if (host !== base.host || (request.headers.get("host") ?? host) !== base.host) {
      return replies.refuse(421);
    }
    if (remoteAddress !== undefined && !isLoopbackAddress(remoteAddress)) {
      return replies.refuse(403);
    }
    if (!ALLOWED_METHODS.includes(request.method)) {
      return replies.refuse(405, { allow: ALLOWED_METHODS.join(", ") });
    }
    if (!isPageLoad(request)) return replies.refuse(403);
    const [, kind, token] = /^\/([oq])\/([\w-]{43})$/.exec(pathname) ?? [];
    const session = await sessions.read(request);
    if (kind === "o") return this.#enter(request, session, token);
    const question = kind === "q" ? questions.find(token) : undefined;
    // A program that has read the address somewhere has no session: only the user's browser has used a ticket.
    if (!question || session.data.formKey === undefined) return this.#stray();
    const wait = this.#limitOf(question)();
    if (wait !== undefined) return replies.tooManyRequests(wait);
    visited(question);
    return this.#visit(question, request, session);
  }

  /** Lets the browser in that was started with a ticket. */
  async #enter(request: Request, session: Session, ticket: string | undefined): Promise<Response> {
    const { replies, questions, sessions, tickets, visited } = this.#services;
    const isAhead = /prefetch/i.test(request.headers.get("sec-purpose") ?? "");
    if (request.method !== "GET" || isAhead) return this.#stray();
    const asked = questions.find(tickets.redeem(ticket));
    if (!asked) return this.#stray();
    const question = asked.end ? (questions.next() ?? asked) : asked;
    visited(question);
    return replies.seeOther(pathOfQuestion(question), await sessions.renew(session, session.data));
  }

  async #visit(question: OpenQuestion, request: Request, session: Session): Promise<Response> {
    const { base, texts, keys, replies, submissions } = this.#services;
    const { token, pageId: id, flow } = question;
    let form: URLSearchParams | undefined;
    if (request.method === "POST") {
      if (isCrossSite(request, base)) return replies.refuse(403);
      const body = await readForm(request, BODY_BYTES, BODY_PAIRS);
      if ("status" in body) return replies.refuse(body.status);
      form = body.form;
    }
    const visit: Visit = { request, token, id, pass: undefined, session, form };
    const origin = form && originOf(keys, visit);
    if (question.end || question.isDelivering) {
      return endedReply(
        this.#services,
        question,
        form ? 409 : 200,
        origin === "ours" ? form : undefined,
      );
    }
    const submission = await submissions.find(visit, LOCAL_USER);
    const context = createQuestionContext(this.#services, question, visit, submission);
    const view = (flow.kind === "answer" ? answerPage : linkPage) as QuestionPage;
    if (!form) return view.show(context);
    // The page is shown again, and takes an answer a moment later.
    if (origin === "early") {
      return replies.seeOther(pathOfQuestion(question) + new URL(request.url).search);
    }
    if (origin === "foreign") return view.showStale(context, texts.staleForm);
    const action = form.get("action") ?? "";
    if (action === "decline") return context.answer({ action: "decline" });
    if (action === "cancel") return context.answer({ action: "cancel" });
    return view.submit(context, action);
  }

  /** The same response to everything that leads nowhere, whatever the reason. */
  #stray(): Response {
    const { replies } = this.#services;
    const wait = this.#limits.strays();
    return wait === undefined ? replies.notAvailable(undefined) : replies.tooManyRequests(wait);
  }

  #limitOf(question: OpenQuestion): RateLimit {
    const known = this.#limits.questions.get(question);
    if (known) return known;
    const limit = createRateLimit(PER_MINUTE);
    this.#limits.questions.set(question, limit);
    return limit;
  }
}

/** Whether a browser loads this as a page: not in a frame, as an image, or for a script. */
function isPageLoad({ headers }: Request): boolean {
  const purpose = headers.get("sec-fetch-dest");
  return purpose === null || purpose === "document";
}
