import type { ServerContext } from "@modelcontextprotocol/server";
import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import type { SchemaInput } from "../../schema/index.js";
import { type ElicitationStrategy, type RunControl, never } from "../strategies/strategy.js";
import { CausalLine, type CausalPosition } from "./causal-line.js";
import {
  ReplayMismatchError,
  StepKeyError,
  StepNestingError,
  StoreFailedError,
} from "../errors.js";
import { type Deferred, createDeferred } from "./deferred.js";
import { describeCause } from "../state/wrap-store-errors.js";
import type { HostCapabilities } from "../host/capabilities.js";
import { type Journal, BE_DETERMINISTIC } from "./journal.js";
import { decodeEntry, decodeOutcome, encodeAnswer } from "./journal-codec.js";
import type { Settings } from "../options.js";
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
} from "../elicitation/question.js";
import { createQuestionKeys } from "./question-keys.js";
import { type Activity, type ActivityWatch, NO_ACTIVITY, RunActivity } from "./replay/activity.js";
import { LiveRun } from "./replay/live-run.js";
import type { Lacking, Replay } from "./replay/replay.js";
import { Rerun } from "./replay/rerun.js";
import { type AnswerEntry, entryId, type FlowState } from "../state/records.js";
import type { StepContext, StepOptions, StepParts, StepRunner } from "./steps.js";
import { validateQuestion } from "../elicitation/validate-question.js";
import { unavailable, unconfirmed } from "../elicitation/unavailable.js";

/** What a call is made of. */
export interface CallParts {
  readonly settings: Settings;
  readonly host: HostCapabilities;
  readonly sdk: ServerContext;
  readonly journal: Journal;
  readonly createSteps: (parts: Pick<StepParts, "replay" | "activity">) => StepRunner;
  /** What earlier rounds left. */
  readonly state: FlowState;
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
  readonly #asker: ElicitationStrategy;
  readonly #cleanUps: Deferred;
  readonly #names = createQuestionKeys();
  readonly #line = new CausalLine();
  readonly #activity: Activity;
  readonly #replay: Replay;
  readonly #steps: StepRunner;
  /** Runs out when a run at rest has lacked something for too long. */
  #patience: NodeJS.Timeout | undefined;
  /** When the run has come to rest with something lacking, and how far it was then. */
  #stall: NodeJS.Timeout | undefined;
  readonly #startedAt = performance.now();
  #restedAt: { readonly since: number; readonly progress: number } | undefined;
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
  #hasWarnedOfWait = false;

  constructor(
    parts: CallParts,
    createAsker: (caller: RunControl, replay: Replay, activity: Activity) => ElicitationStrategy,
  ) {
    this.#parts = parts;
    this.#cleanUps = createDeferred(parts.subject, parts.settings.logger);
    const isRerun = parts.host.strategy === "multiRoundTrip";
    const activity = isRerun ? new RunActivity(this.#watch()) : NO_ACTIVITY;
    const replay = isRerun ? new Rerun(parts.state, activity) : new LiveRun();
    this.#activity = activity;
    this.#replay = replay;
    this.#steps = parts.createSteps({ replay, activity });
    const caller: RunControl = {
      fail: (error) => void this.#fail(error),
      suspend: (result) => this.#end(async () => result()),
      deadlinePassed: () => this.#deadlinePassed(),
      opening: (question) => this.#names.opened(question),
      mismatch: (lacking) => this.#mismatch(lacking),
    };
    this.#asker = createAsker(caller, replay, activity);
  }

  #watch(): ActivityWatch {
    return {
      isWaitedFor: () => this.#asker.isOpen() || this.#replay.isWaiting(),
      onActivity: () => clearTimeout(this.#patience),
      onRest: () => this.#atRest(),
    };
  }

  /** Runs the handler; settles with its result, or with what ended the call before. */
  run(handler: () => unknown, finish: (result: unknown) => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      const run = async (): Promise<unknown> => handler();
      this.#watchForStall();
      this.#replay.start(() => {
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
    });
  }

  /** Runs the handler from its start. */
  fromStart<T>(fn: () => T): T {
    return this.#line.start(fn);
  }

  /** Makes the handler's next run start from the beginning with all answers at hand. */
  rewind(): void {
    this.#once.clear();
    this.#parts.journal.rewind();
    this.#names.rewind();
    this.#underway.clear();
    this.#steps.rewind();
    this.#replay.rewind(this.#parts.journal.entries);
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
    const step = this.#line.step();
    if (step !== undefined) return this.#nested("asked a question", step);
    try {
      const isUrl = typeof target === "string" || target instanceof URL;
      const draft = isUrl
        ? urlQuestion(message, target, options)
        : formQuestion(message, target, options);
      const standing = this.#line.extend(draft.name ?? draft.digest);
      // What was asked in an earlier round was looked over then.
      if (!this.#parts.known.has(draft.digest)) validateQuestion(draft, this.#parts);
      return this.#ask(draft, standing);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  async confirm(message: string, options: ConfirmOptions = {}): Promise<boolean> {
    const { typed, key, timeoutMs } = options;
    const answer = (await this.elicit(message, confirmSchema(options), {
      key,
      timeoutMs,
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
    const outer = this.#line.step();
    if (outer !== undefined) return this.#nested(`ran the step "${key}"`, outer);
    if (typeof fn !== "function") {
      return this.#fail(
        new StepKeyError(`The step "${key}" has no function: pass the work as ctx.step(key, fn).`),
      );
    }
    if (options.writes === true && !this.#hasAsked) this.#wroteBeforeAsking ??= key;
    const enter = (step: StepContext): unknown => this.#line.inStep(key, () => fn(step));
    const standing = this.#line.extend(`step ${key}`);
    this.#underway.set(`s${key}`, `the step "${key}"`);
    return this.#steps.run(key, enter, options).then((outcome) => {
      if (this.#ended) return never();
      standing.answered();
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
      const sent = await work();
      await this.#replay.turn();
      return sent;
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
    const done = this.#activity.busy();
    const turn = async (): Promise<void> => {
      await this.#replay.turn();
      done();
    };
    return work()
      .finally(turn)
      .then(
        (value) => (this.#ended ? never<T>() : value),
        (error: unknown) => (this.#ended ? never<T>() : Promise.reject(error as Error)),
      );
  }

  /** Puts a call of `ctx` that asks by itself on the causal line. */
  async onLine<T>(call: string, work: () => Promise<T>): Promise<T> {
    const standing = this.#line.extend(call);
    return work().finally(() => standing.answered());
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
    if (!this.#ended) return this.#cleanUps.add(fn);
    // A branch that went on behind the end, such as one that had waited for a lock: nobody else gives it back.
    void this.#cleanUps.runNow(fn);
  }

  #ask(draft: Draft, standing: CausalPosition): Promise<Answer<unknown> | UrlAnswer> {
    const { journal, host } = this.#parts;
    this.#warnAboutEarlyWrites();
    this.#hasAsked = true;
    const waitedMs = this.#replay.waitedMs();
    this.#replay.noteWait(waitedMs);
    this.#warnAboutWait(draft, waitedMs);
    try {
      const afterWait = draft.name === undefined && waitedMs > 0;
      const key = this.#names.keyOf(draft, standing, this.#replay.isHeldTurn());
      const question: Question = { ...draft, key, afterWait };
      this.#activity.touch();
      const recorded = journal.answer(question.key);
      if (recorded !== undefined) {
        if (recorded.digest === question.digest)
          return this.#opened(question, standing, this.#replayed(question, recorded));
        journal.forget(question.key);
        this.#replay.drop(entryId("question", question.key));
        this.#replay.askedAgain(question.key, quoted(question.message));
        journal.changed(
          question.key,
          "an answered question with other words or fields",
          quoted(question.message),
        );
      }
      journal.reserve("question", question.key);
      if (!host[draft.mode]) return this.#unavailable(question, standing);
      return this.#opened(question, standing, this.#asker.ask(question));
    } catch (error) {
      return this.#fail(error);
    }
  }

  async #replayed(
    question: Question,
    recorded: Parameters<typeof decodeEntry>[1],
  ): Promise<Answer<unknown> | UrlAnswer> {
    const done = this.#activity.busy();
    const answer = await Promise.resolve(decodeEntry(question, recorded)).finally(done);
    await this.#replay.recorded(
      entryId("question", question.key),
      this.#isKeptBack(question, recorded),
    );
    if (recorded.abortedSignal === true) this.#deadlinePassed();
    return answer;
  }

  /** Whether an answer of an earlier round waits for a while, should another branch come to ask the same. */
  #isKeptBack({ name, afterWait }: Question, recorded: AnswerEntry): boolean {
    return name === undefined && (afterWait || recorded.afterWait === true);
  }

  /** Marks the question open until its answer is on its way to the handler. */
  #opened<T>(question: Question, standing: CausalPosition, answer: Promise<T>): Promise<T> {
    this.#underway.set(`q${question.key}`, `the question ${quoted(question.message)}`);
    return answer.then(
      (value) => {
        if (this.#ended) return never<T>();
        this.#replay.heard();
        standing.answered();
        this.#names.closed(question);
        this.#underway.delete(`q${question.key}`);
        return value;
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #unavailable(question: Question, standing: CausalPosition): Promise<Answer<unknown> | UrlAnswer> {
    const { host, journal, subject } = this.#parts;
    if (question.whenUnavailable === "return") {
      const outcome = { kind: "unanswered", reason: "unsupported" } as const;
      const answer = async (): Promise<Answer<unknown> | UrlAnswer> => {
        await this.#replay.event();
        journal.record(encodeAnswer(question, outcome, 0));
        return decodeOutcome(question, outcome, 0);
      };
      return this.#opened(question, standing, answer());
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

  #warnAboutWait(draft: Draft, waitedMs: number): void {
    const { settings, subject, known } = this.#parts;
    if (waitedMs === 0 || this.#hasWarnedOfWait || !settings.development) return;
    if (draft.name !== undefined || known.has(draft.digest)) return;
    this.#hasWarnedOfWait = true;
    settings.logger.warn(
      `midcall: ${subject} asks ${quoted(draft.message)} after a wait outside of ctx.step. On 2026-07-28 that wait is repeated ` +
        "in every round, and what it brings may change what is asked. Put it into ctx.step, or give the question a key.",
    );
  }

  #assertAllMet(): void {
    const lacking = this.#replay.lacking() ?? this.#replay.unanswered();
    if (lacking === undefined) return;
    const { key, what } = lacking;
    throw new ReplayMismatchError(
      key,
      what,
      "the handler ended without coming to it",
      BE_DETERMINISTIC,
    );
  }

  /** Nothing is under way: the round is over, unless earlier rounds asked what this run has not come to. */
  #atRest(): void {
    const lacking = this.#replay.lacking();
    if (lacking === undefined) return this.#asker.atRest(undefined);
    if (this.#replay.goOn()) return;
    // Notices that a handler sends on and on are no reason to wait any longer.
    const { progress } = this.#replay;
    if (this.#restedAt?.progress !== progress)
      this.#restedAt = { since: performance.now(), progress };
    const left = this.#restedAt.since + this.#replay.patienceMs(lacking) - performance.now();
    clearTimeout(this.#patience);
    this.#patience = setTimeout(
      () => {
        // A look at what has arrived meanwhile, before the run is given up.
        this.#patience = setTimeout(() => this.#giveUp(lacking), 1);
      },
      Math.max(0, left),
    );
  }

  /** A run that waits for what never comes, such as a lock that an earlier run has kept, must not hang for good. */
  #watchForStall(): void {
    if (this.#ended || this.#replay.lacking() === undefined) return;
    const left = this.#replay.stallMs() - this.#activity.quietMs();
    this.#stall = setTimeout(
      () => {
        const lacking = this.#replay.lacking();
        if (lacking === undefined || this.#activity.quietMs() < this.#replay.stallMs())
          return this.#watchForStall();
        this.#giveUp(lacking);
      },
      Math.max(1, left),
    );
  }

  #giveUp(lacking: Lacking): void {
    if (this.#ended) return;
    if (this.#asker.isOpen()) return this.#asker.atRest(lacking);
    void this.#fail(this.#mismatch(lacking));
  }

  /** Names what the run has not come to, and what it waits for instead. */
  #mismatch({ key, what }: Lacking): ReplayMismatchError {
    const now = [...this.#underway.values()].at(-1) ?? "no question and no step";
    const isSame = now === `the question ${what}`;
    const current = isSame
      ? "the same words with other fields, another link or in another place"
      : now;
    const ms = Math.round(performance.now() - this.#startedAt);
    const remedy = `This run did not come to it within ${ms} ms. ${BE_DETERMINISTIC}`;
    return new ReplayMismatchError(key, what, current, remedy);
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
    clearTimeout(this.#patience);
    clearTimeout(this.#stall);
    this.#activity.end();
    this.#replay.end();
    this.#asker.end();
    const settle = async (): Promise<unknown> => {
      await this.#cleanUps.run();
      this.#replied = true;
      return outcome();
    };
    settle().then(this.#settle?.resolve, this.#settle?.reject);
  }
}
