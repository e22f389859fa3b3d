import { errorName } from "../internal/error-name.js";
import { isLoopbackAddress } from "../pages/http/base.js";
import { readForm } from "../pages/http/body.js";
import { isCrossSite } from "../pages/http/fetch-site.js";
import { securityHeaders } from "../pages/http/headers.js";
import { createReplies } from "../pages/http/replies.js";
import { createServerProof, type ServerProof } from "../pages/http/server-proof.js";
import type { Answer } from "../pages/http/loopback-server.js";
import type { Session } from "../pages/identity/session.js";
import type { Visit } from "../pages/links/visit.js";
import { answerPage } from "../pages/views/answer.js";
import { browserIn, originOf } from "./form-proof.js";
import { linkPage } from "./link-page.js";
import type { OpenQuestion } from "./open-question.js";
import {
  createQuestionContext,
  endedReply,
  LOCAL_USER,
  OPENED,
  type QuestionContext,
} from "./question-context.js";
import { createRateLimit } from "./rate-limit.js";
import type { TextsFor } from "./languages.js";
import { type LocalizedSite, type SiteServices, type VisitedSite, wayTo } from "./site-services.js";

const ALLOWED_METHODS = ["GET", "HEAD", "POST"];
const BODY_BYTES = 256 * 1024;
const BODY_PAIRS = 5_000;
/** Requests per minute for addresses that lead nowhere; they never use up those of a question. */
const STRAY_PER_MINUTE = 120;
/** Requests per minute for one question. */
const PER_MINUTE = 300;
/** Tabs per minute that are opened for those who were not let in. */
const TABS_PER_MINUTE = 3;

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
  const proof = createServerProof(base, services.keys);
  const limits: SiteLimits = {
    strays: createRateLimit(STRAY_PER_MINUTE),
    tabs: createRateLimit(TABS_PER_MINUTE),
    questions: new WeakMap(),
  };
  return async (request, remoteAddress) => {
    const texts = await textsFor(request);
    const replies = createReplies(base, texts, sessions, proof);
    let response: Response;
    try {
      const site = new Site({ ...services, texts, replies }, limits, proof);
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
  readonly tabs: RateLimit;
  readonly questions: WeakMap<OpenQuestion, RateLimit>;
}

/** Answers one request, in its language. */
class Site {
  readonly #services: LocalizedSite;
  readonly #limits: SiteLimits;

  readonly #proof: ServerProof | undefined;

  constructor(services: LocalizedSite, limits: SiteLimits, proof: ServerProof | undefined) {
    this.#services = services;
    this.#limits = limits;
    this.#proof = proof;
  }

  async answer(request: Request, remoteAddress: string | undefined): Promise<Response> {
    const { base, replies, questions, sessions } = this.#services;
    const { host, pathname } = new URL(request.url);
    // A foreign name that resolves to this machine: DNS rebinding.
    if (host !== base.host || (request.headers.get("host") ?? host) !== base.host) {
      return replies.refuse(421);
    }
    if (remoteAddress !== undefined && !isLoopbackAddress(remoteAddress)) {
      return replies.refuse(403);
    }
    const proof = this.#proof?.answer(request);
    if (proof !== undefined) return proof;
    if (!ALLOWED_METHODS.includes(request.method)) {
      return replies.refuse(405, { allow: ALLOWED_METHODS.join(", ") });
    }
    if (!isPageLoad(request)) return replies.refuse(403);
    const session = await sessions.read(request);
    const [, ticket] = /^\/o\/([\w-]{43})$/.exec(pathname) ?? [];
    if (ticket !== undefined) return this.#enter(request, session, ticket);
    const [, token, pass] = /^\/q\/([\w-]{43})(?:\/([\w-]{43}))?$/.exec(pathname) ?? [];
    const question = questions.find(token);
    return question ? this.#visit(question, request, session, pass) : this.#stray();
  }

  /**
   * The browser, if it was let in before: it has its cookie, or the form of a page that it was shown, or was just led here. Only the
   * user's browser has used a ticket; a program that has read the address somewhere has nothing of these.
   */
  #recognize(
    { token, pageId: id }: OpenQuestion,
    request: Request,
    session: Session,
    pass: string | undefined,
    form: URLSearchParams | undefined,
  ): Session | undefined {
    const { keys, passes } = this.#services;
    // Used up in any case: it is in the address that the user sees.
    const led = isLoadNow(request) ? passes.redeem(pass, token) : undefined;
    if (session.data.formKey !== undefined) return session;
    const formKey = led ?? browserIn(form);
    if (formKey === undefined) return undefined;
    const known: Session = { id: formKey, fresh: false, data: { formKey } };
    const visit = { request, token, id, pass: undefined, session: known, form };
    return led !== undefined || originOf(keys, visit) !== "foreign" ? known : undefined;
  }

  /** Lets the browser in that was started with a ticket. */
  async #enter(request: Request, session: Session, ticket: string | undefined): Promise<Response> {
    const { replies, questions, sessions, tickets, visited } = this.#services;
    if (!isLoadNow(request)) return this.#stray();
    const asked = questions.find(tickets.redeem(ticket));
    if (!asked) return this.#stray();
    const question = asked.end ? (questions.next() ?? asked) : asked;
    visited(question);
    const renewed = await sessions.renew(session, session.data);
    const services = { ...this.#services, session: renewed, hasCookie: false };
    return replies.seeOther(wayTo(services, question) + OPENED, renewed);
  }

  async #visit(
    question: OpenQuestion,
    request: Request,
    sent: Session,
    pass: string | undefined,
  ): Promise<Response> {
    const { base, texts, keys, replies, submissions, visited, openAgain } = this.#services;
    const { token, pageId: id, flow } = question;
    let form: URLSearchParams | undefined;
    if (request.method === "POST") {
      if (isCrossSite(request, base)) return replies.refuse(403);
      const body = await readForm(request, BODY_BYTES, BODY_PAIRS);
      if ("status" in body) return replies.refuse(body.status);
      form = body.form;
    }
    const session = this.#recognize(question, request, sent, pass, form);
    if (!session) {
      // If it is the user, another program has had the cookie removed. Whoever it is, it is the user who gets the tab.
      const isLoad = isLoadNow(request) && question.end === undefined;
      if (isLoad && this.#limits.tabs() === undefined) openAgain(question);
      return this.#stray();
    }
    const wait = this.#limitOf(question)();
    if (wait !== undefined) return replies.tooManyRequests(wait);
    visited(question);
    const services: VisitedSite = { ...this.#services, session, hasCookie: session === sent };
    const visit: Visit = { request, token, id, pass: undefined, session, form };
    const origin = form && originOf(keys, visit);
    if (question.end || question.isDelivering) {
      return endedReply(services, question, form ? 409 : 200, origin === "ours" ? form : undefined);
    }
    const submission = await submissions.find(visit, LOCAL_USER);
    const context = createQuestionContext(services, question, visit, submission);
    const view = (flow.kind === "answer" ? answerPage : linkPage) as QuestionPage;
    if (!form) return view.show(context);
    // The page is shown again, and takes an answer a moment later.
    if (origin === "early") {
      return replies.seeOther(wayTo(services, question) + new URL(request.url).search);
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

/** Whether a browser loads this for the user: not in advance, and not to look at its headers. */
function isLoadNow({ method, headers }: Request): boolean {
  return method === "GET" && !/prefetch/i.test(headers.get("sec-purpose") ?? "");
}
