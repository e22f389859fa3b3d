import type { LocalQuestion } from "../contracts/local-pages.js";
import { MAX_TIMER_MS } from "../internal/max-timer.js";
import { unref } from "../internal/unref.js";
import { isToken } from "../pages/flows/keys.js";
import { OpenQuestion, type QuestionServices } from "./open-question.js";

/** Most questions that have ended and are remembered, so that their pages can say how. */
const MAX_ENDED = 100;

/** All questions of a server, in the order in which they were asked. */
export class QuestionList {
  readonly #byToken = new Map<string, OpenQuestion>();
  readonly #services: QuestionServices;

  constructor(services: QuestionServices) {
    this.#services = services;
  }

  /** @throws SchemaError, OptionError when it cannot be shown */
  add(question: LocalQuestion): OpenQuestion {
    const { now, changed } = this.#services;
    const added = new OpenQuestion(question, this.#services);
    this.#forget();
    this.#byToken.set(added.token, added);
    const leftMs = question.expiresAt - now();
    unref(setTimeout(changed, Math.min(Math.max(0, leftMs), MAX_TIMER_MS)));
    changed();
    return added;
  }

  /** The question of a page, open or not. */
  find(token: string | undefined): OpenQuestion | undefined {
    return isToken(token) ? this.#byToken.get(token) : undefined;
  }

  /** The open question with this id. */
  withId(id: string): OpenQuestion | undefined {
    return this.open().find((question) => question.id === id);
  }

  /** The questions that have not ended, those included whose answer is just being delivered. */
  open(): readonly OpenQuestion[] {
    return [...this.#byToken.values()].filter(({ end }) => end === undefined);
  }

  /** The first question that can be answered, with a form before one with a link, which may lead the tab away. */
  next(): OpenQuestion | undefined {
    const open = this.open().filter(({ isDelivering }) => !isDelivering);
    return open.find(({ flow }) => flow.kind === "answer") ?? open[0];
  }

  clear(): void {
    this.#byToken.clear();
  }

  #forget(): void {
    const ended = [...this.#byToken.values()].filter(({ end }) => end !== undefined);
    for (const { token } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED + 1))) {
      this.#byToken.delete(token);
    }
  }
}
