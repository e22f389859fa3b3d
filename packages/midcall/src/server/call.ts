import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerContext } from "@modelcontextprotocol/server";
import type { Answer, UrlAnswer } from "../answers.js";
import type { SchemaInput } from "../schema/index.js";
import { type Asker, type Caller, never } from "./asker.js";
import { ReplayMismatchError, StepKeyError, StepNestingError, StoreFailedError } from "./errors.js";
import { type CleanUps, createCleanUps } from "./clean-ups.js";
import { describeCause } from "./guard-store.js";
import type { Host } from "./host.js";
import type { Journal } from "./journal.js";
import { replayEntry, toAnswer, toEntry } from "./entry.js";
import type { Settings } from "./options.js";
import {
  type ConfirmOptions,
  confirmSchema,
  type Draft,
  type ElicitOptions,
  formQuestion,
  quoted,
  type Question,
  urlQuestion,
  type VisitOptions,
} from "./question.js";
import { createQuestionNames } from "./question-names.js";
import type { StepContext, StepOptions, StepRunner } from "./step.js";
import { inspect } from "./inspect.js";
import { unavailable, unconfirmed } from "./unavailable.js";

/** Which step a piece of work belongs to. */
const insideStep = new AsyncLocalStorage<{ readonly call: Call; readonly key: string }>();

/** What a call is made of. */
export interface CallParts {
  readonly settings: Settings;
  readonly host: Host;
  readonly sdk: ServerContext;
  readonly journal: Journal;
  readonly steps: StepRunner;
  /** Digests of the questions that earlier rounds have asked. */
  readonly known: ReadonlySet<string>;
  /** The person the call is bound to, where one is known. */
  readonly principal: string | undefined;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
}

type Settle = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * One run of one handler: hands out `ctx.elicit` and the rest, and decides what the run ends with.
 *
 * Whatever ends a call early ends it from outside. The handler is left waiting, so that none of its
 * own `catch` or `finally` blocks runs while a question is open.
 */
export class Call {
  readonly #parts: CallParts;
  readonly #asker: Asker;
  readonly #cleanUps: CleanUps;
  readonly #names = createQuestionNames();
  /** Questions and steps the handler has not had an answer of, in words, by kind and key. */
  readonly #underway = new Map<string, string>();
  readonly #once = new Map<string, Promise<unknown>>();
  #controller: AbortController | undefined;
  #ended = false;
  /** The reply is on its way, so nothing can be sent with it any more. */
  #replied = false;
  #settle: Settle | undefined;
  #wroteBeforeAsking: string | undefined;
  #hasAsked = false;

  constructor(parts: CallParts, createAsker: (caller: Caller) => Asker) {
    this.#parts = parts;
    this.#cleanUps = createCleanUps(parts.subject, parts.settings.logger);
    this.#asker = createAsker({
      fail: (error) => void this.#fail(error),
      suspend: (result) => this.#end(async () => result()),
      deadlinePassed: () => this.#deadlinePassed(),
    });
  }

  /** Runs the handler; settles with its result, or with what ended the call before. */
  run(handler: () => unknown, finish: (result: unknown) => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      const run = async (): Promise<unknown> => handler();
      run().then(
        (result) =>
          this.#end(async () => {
            this.#assertAllMet();
            this.#warnAboutMissingAwait();
            return finish(result);
          }),
        (error: unknown) => this.#fail(error),
      );
    });
  }

  /** Makes the handler's next run start from the beginning with all answers at hand. */
  rewind(): void {
    this.#once.clear();
    this.#parts.journal.rewind();
    this.#names.rewind();
    this.#underway.clear();
    this.#parts.steps.rewind();
  }

  /** Made when first looked at: most handlers never do. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const { signal } = this.#parts.sdk.mcpReq;
      if (signal.aborted) this.#abort(signal.reason);
      else signal.addEventListener("abort", () => this.#abort(signal.reason), { once: true });
    }
    return this.#controller.signal;
  }

  get ended(): boolean {
    return this.#ended;
  }

  canElicit(mode: "form" | "url"): boolean {
    return this.#parts.host[mode];
  }

  elicit(
    message: string,
    target: SchemaInput | URL | string,
    options: ElicitOptions & VisitOptions = {},
  ): Promise<Answer<unknown> | UrlAnswer> {
    if (this.#ended) return never();
    const step = this.#step();
    if (step !== undefined) return this.#nested("asked a question", step);
    try {
      const isUrl = typeof target === "string" || target instanceof URL;
      const draft = isUrl
        ? urlQuestion(message, target, options)
        : formQuestion(message, target, options);
      // What was asked in an earlier round was looked over then.
      if (!this.#parts.known.has(draft.digest)) inspect(draft, this.#parts);
      return this.#ask(draft);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  async confirm(message: string, options: ConfirmOptions = {}): Promise<boolean> {
    const { typed, key, deadlineMs } = options;
    const answer = (await this.elicit(message, confirmSchema(options), {
      key,
      deadlineMs,
      human: "required",
    })) as Answer<{ confirm: unknown }>;
    switch (answer.action) {
      case "accept": {
        const { confirm } = answer.data;
        return typed === undefined
          ? confirm === true
          : typeof confirm === "string" && confirm.trim() === typed.trim();
      }
      case "decline":
      case "cancel":
        return false;
      case "unanswered":
        return this.#fail(unconfirmed(message, answer.reason));
    }
  }

  step(
    key: string,
    fn: (step: StepContext) => unknown,
    options: StepOptions = {},
  ): Promise<unknown> {
    if (this.#ended) return never();
    const outer = this.#step();
    if (outer !== undefined) return this.#nested(`ran the step "${key}"`, outer);
    if (typeof fn !== "function") {
      return this.#fail(
        new StepKeyError(`The step "${key}" has no function: pass the work as ctx.step(key, fn).`),
      );
    }
    if (options.writes === true && !this.#hasAsked) this.#wroteBeforeAsking ??= key;
    const done = this.#asker.busy();
    const enter = (step: StepContext): unknown => insideStep.run({ call: this, key }, fn, step);
    this.#underway.set(`s${key}`, `the step "${key}"`);
    return this.#parts.steps.run(key, enter, options).then((outcome) => {
      done();
      if (this.#ended) return never();
      this.#underway.delete(`s${key}`);
      if ("fatal" in outcome) return this.#fail(outcome.fatal);
      if ("error" in outcome) throw outcome.error;
      return outcome.value;
    });
  }

  /**
   * Sends something of the handler's along with the call. Once the reply is under way nothing can be
   * sent, and a handler that is only suspended must not see that as an error.
   */
  async send<T>(work: () => Promise<T>): Promise<T> {
    if (this.#replied) return never();
    try {
      return await work();
    } catch (error) {
      if (this.#replied) return never();
      throw error;
    }
  }

  /** Does a thing once a run, however often it is asked for. */
  once<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#once.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const begun = work();
    this.#once.set(key, begun);
    return begun;
  }

  /** Work of midcall's own: the round waits for it, and it is done again in every round. */
  during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#ended) return never();
    const done = this.#asker.busy();
    return work()
      .finally(done)
      .then(
        (value) => (this.#ended ? never<T>() : value),
        (error: unknown) => (this.#ended ? never<T>() : Promise.reject(error as Error)),
      );
  }

  /** Ends the call with an error, past the handler's own `catch`. */
  fail<T>(error: unknown): Promise<T> {
    return this.#fail(error);
  }

  /** Ends the call because the host has no way to show this mode. */
  cannotAsk<T>(mode: "form" | "url"): Promise<T> {
    const { host, subject } = this.#parts;
    return this.#fail(unavailable(host, { mode }, subject));
  }

  defer(fn: () => unknown): void {
    if (!this.#ended) this.#cleanUps.add(fn);
  }

  #ask(draft: Draft): Promise<Answer<unknown> | UrlAnswer> {
    const { journal, host } = this.#parts;
    this.#warnAboutEarlyWrites();
    this.#hasAsked = true;
    try {
      const question: Question = { ...draft, key: this.#names.keyOf(draft) };
      const recorded = journal.answer(question.key);
      if (recorded !== undefined) {
        if (recorded.d === question.digest)
          return this.#opened(question, this.#replay(question, recorded));
        journal.forget(question.key);
        journal.changed(
          question.key,
          question.key,
          "an answered question with other words or fields",
          quoted(question.message),
        );
      }
      journal.reserve("q", question.key);
      if (!host[draft.mode]) return this.#unavailable(question);
      return this.#opened(question, this.#asker.ask(question));
    } catch (error) {
      return this.#fail(error);
    }
  }

  async #replay(
    question: Question,
    recorded: Parameters<typeof replayEntry>[1],
  ): Promise<Answer<unknown> | UrlAnswer> {
    const done = this.#asker.busy();
    try {
      const answer = await replayEntry(question, recorded);
      if (recorded.b === 1) this.#deadlinePassed();
      return answer;
    } finally {
      done();
    }
  }

  /** Marks the question open until its answer is on its way to the handler. */
  #opened<T>(question: Question, answer: Promise<T>): Promise<T> {
    this.#names.opened(question);
    this.#underway.set(`q${question.key}`, `the question ${quoted(question.message)}`);
    return answer.then(
      (value) => {
        if (this.#ended) return never<T>();
        this.#names.closed(question);
        this.#underway.delete(`q${question.key}`);
        return value;
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #unavailable(question: Question): Promise<Answer<unknown> | UrlAnswer> {
    const { host, journal, subject } = this.#parts;
    if (question.whenUnavailable === "return") {
      const outcome = { kind: "unanswered", reason: "unsupported" } as const;
      journal.record(toEntry(question, outcome, 0));
      return Promise.resolve(toAnswer(question, outcome, 0));
    }
    return this.#fail(unavailable(host, question, subject));
  }

  #warnAboutEarlyWrites(): void {
    const { settings, subject } = this.#parts;
    if (this.#wroteBeforeAsking === undefined || this.#hasAsked || !settings.development) return;
    settings.logger.warn(
      `midcall: ${subject} runs the step "${this.#wroteBeforeAsking}", which writes, before its first question. ` +
        "Ask first and act last: a person who says no expects that nothing has happened.",
    );
  }

  #warnAboutMissingAwait(): void {
    const { settings, subject } = this.#parts;
    const [left] = this.#underway.values();
    if (left === undefined || !settings.development) return;
    settings.logger.warn(
      `midcall: ${subject} ended without waiting for ${left}, so nothing comes of it. Is an await missing?`,
    );
  }

  #assertAllMet(): void {
    const unmet = this.#parts.journal.unmet();
    if (unmet === undefined) return;
    throw new ReplayMismatchError(
      unmet.k,
      unmet.t === "q" ? "an answered question" : "a finished step",
      "the handler ended without coming to it",
      "A handler must take the same way each time it is re-run: put what changes between rounds into ctx.step.",
    );
  }

  /** The step of this call that the caller runs in, also after an `await` in it. */
  #step(): string | undefined {
    const inside = insideStep.getStore();
    return inside?.call === this ? inside.key : undefined;
  }

  #nested<T>(did: string, step: string): Promise<T> {
    return this.#fail(
      new StepNestingError(
        `The step "${step}" ${did}. A finished step is not entered again when the handler is re-run, so that would be lost. ` +
          "Do it before or after the step.",
      ),
    );
  }

  /** Ends the call with an error, out of reach of the handler. */
  #fail<T>(error: unknown): Promise<T> {
    if (error instanceof StoreFailedError && !this.#ended) {
      const { settings, subject } = this.#parts;
      settings.logger.error(`midcall: ${subject}: the store failed: ${describeCause(error)}`);
    }
    this.#end(() => Promise.reject(error as Error));
    return never();
  }

  #deadlinePassed(): void {
    void this.signal;
    this.#abort(new DOMException("The deadline of a question has passed.", "TimeoutError"));
  }

  /** An abort that comes after the end is the SDK's, which aborts its signal with every reply. */
  #abort(reason: unknown): void {
    if (!this.#ended) this.#controller?.abort(reason);
  }

  #end(outcome: () => Promise<unknown>): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#asker.end();
    const settle = async (): Promise<unknown> => {
      await this.#cleanUps.run();
      this.#replied = true;
      return outcome();
    };
    settle().then(this.#settle?.resolve, this.#settle?.reject);
  }
}
