import type { LocalClose, LocalQuestion, LocalResponse } from "../contracts/local-pages.js";
import { OptionError } from "../contracts/errors.js";
import { errorName } from "../internal/error-name.js";
import type { PagesLogger } from "../pages/logger.js";
import { parseRequestedSchema } from "../schema/index.js";
import { validateContent } from "../schema/validate/validate.js";
import type { AnswerFlow, ApprovalFlow } from "../pages/flows/flow.js";
import { randomToken, tokenHash } from "../pages/flows/keys.js";
import { isUrl } from "../internal/is-url.js";

/** How a question ended: on its page, or without it. */
export type QuestionEnd =
  | { readonly why: "sent"; readonly response: LocalResponse }
  | { readonly why: LocalClose };

/**
 * What became of an answer. `busy`: another one is just being delivered. `over`: the question had ended. `failed`: it was
 * not taken, and the question is still open.
 */
export type Delivery = "sent" | "busy" | "over" | "failed";

/** What a question needs of the page. */
export interface QuestionServices {
  readonly now: () => number;
  readonly logger: PagesLogger;
  /** Called when a question was added or has ended, perhaps more than once. */
  readonly changed: () => void;
}

/** A question from the moment it is shown until the server closes, with the answer that is given to it. */
export class OpenQuestion {
  /** Random, in the path of its page. */
  readonly token: string = randomToken();
  /** The hash of the token: what forms and stored submissions are bound to. */
  readonly pageId: string = tokenHash(this.token);
  /** When a browser was last opened for it, in ms on the clock of the services. */
  openedAt: number = -Infinity;
  /** Whether a browser has asked for its page. */
  wasVisited = false;
  readonly #services: QuestionServices;
  #question: LocalQuestion;
  #flow: AnswerFlow | ApprovalFlow;
  #isDelivering = false;
  #closed: LocalClose | undefined;
  #sent: LocalResponse | undefined;
  #turn = 0;

  /** @throws SchemaError, OptionError when it cannot be shown */
  constructor(question: LocalQuestion, services: QuestionServices) {
    this.#services = services;
    this.#question = question;
    this.#flow = toFlow(question, services.now());
  }

  get id(): string {
    return this.#question.id;
  }

  get flow(): AnswerFlow | ApprovalFlow {
    return this.#flow;
  }

  get isDelivering(): boolean {
    return this.#isDelivering;
  }

  /** How it ended; `undefined` while it is open or an answer is being delivered. */
  get end(): QuestionEnd | undefined {
    if (this.#sent) return { why: "sent", response: this.#sent };
    if (this.#isDelivering) return undefined;
    if (!this.#closed && this.#services.now() >= this.#question.expiresAt) this.#closed = "expired";
    return this.#closed && { why: this.#closed };
  }

  /** Replaces what is asked. Returns the number of this turn, for {@link close}. */
  renew(question: LocalQuestion): number {
    this.#flow = toFlow(question, this.#services.now());
    this.#question = question;
    return this.turn();
  }

  turn(): number {
    return ++this.#turn;
  }

  /** @param turn - of the caller; one that is not the latest cannot withdraw the question */
  close(why: LocalClose, turn: number): void {
    if (why === "withdrawn" && turn !== this.#turn) return;
    this.#closed ??= why;
    this.#services.changed();
  }

  /** Delivers an answer: once, whatever is sent at the same time or afterwards. */
  async answer(response: LocalResponse): Promise<Delivery> {
    if (this.#isDelivering) return "busy";
    if (this.end) return "over";
    this.#isDelivering = true;
    try {
      await this.#question.onAnswer(checked(response, this.#flow));
      this.#sent = response;
      return "sent";
    } catch (error) {
      if (this.#closed) return "over";
      this.#services.logger.error(
        `midcall local page: an answer was not taken (${errorName(error)}). The user can send it again.`,
      );
      return "failed";
    } finally {
      this.#isDelivering = false;
      this.#services.changed();
    }
  }
}

/** What the views show. @throws SchemaError, OptionError */
function toFlow(question: LocalQuestion, askedAt: number): AnswerFlow | ApprovalFlow {
  const { server, tool, message, expiresAt, mode, url, requestedSchema } = question;
  const asked = {
    ...({ v: 1, principal: "local", server, message, askedAt, expiresAt } as const),
    ...(tool !== undefined && { tool }),
  };
  if (mode === "url") {
    if (url === undefined || !isUrl(url)) {
      throw new OptionError("A question with a link needs an absolute URL.");
    }
    return { ...asked, kind: "approval", url };
  }
  if (requestedSchema === undefined) {
    throw new OptionError("A question with a form needs a requestedSchema.");
  }
  return {
    ...asked,
    kind: "answer",
    requestedSchema: parseRequestedSchema(requestedSchema).requestedSchema,
    ...(question.previous !== undefined && { previous: question.previous }),
    ...(question.reason !== undefined && { reason: question.reason }),
  };
}

/** The answer to a form, checked against its schema by something else than the form that read it. */
function checked(response: LocalResponse, flow: AnswerFlow | ApprovalFlow): LocalResponse {
  if (response.action !== "accept") return response;
  if (flow.kind !== "answer") return { action: "accept" };
  const result = validateContent(parseRequestedSchema(flow.requestedSchema), response.content);
  if (!result.valid) throw new Error("The answer does not satisfy the schema.");
  return { action: "accept", content: result.content };
}
