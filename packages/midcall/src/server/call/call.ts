import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import type { SchemaInput } from "../../schema/answer/types.js";
import { confirmSchema, isYes } from "../elicitation/confirm.js";
import { formQuestion } from "../elicitation/form.js";
import type {
  ConfirmationOptions,
  ConfirmOptions,
  ElicitOptions,
  VisitOptions,
} from "../elicitation/question.js";
import { unavailable, unconfirmed } from "../elicitation/unavailable.js";
import { urlQuestion } from "../elicitation/url.js";
import { validateQuestion, validateWays } from "../elicitation/validate-question.js";
import { CallEndedError, StepKeyError, StepNestingError, UnawaitedError } from "../errors.js";
import type { QuestionKind } from "../fallback/placements.js";
import { entryId } from "../state/records.js";
import { type ElicitationStrategy, never, type RunControl } from "../strategies/strategy.js";
import { Awaited } from "./awaited.js";
import type { CallParts } from "./call-parts.js";
import { CausalLine, ELSEWHERE } from "./causal-line.js";
import { DoubtfulAnswers } from "./doubtful-answers.js";
import { HandlerSignal } from "./handler/handler-signal.js";
import { HandlerWarnings } from "./handler/handler-warnings.js";
import { createQuestionKeys } from "./question-keys.js";
import { Questions } from "./questions.js";
import { type Activity, NO_ACTIVITY, RunActivity } from "./replay/activity.js";
import { LiveRun } from "./replay/live-run.js";
import type { Replay } from "./replay/replay.js";
import { Rerun } from "./replay/rerun.js";
import { RunEnd } from "./run-end.js";
import type { StepContext, StepOptions, StepRunner } from "./steps.js";
import { UnreachedWatch } from "./unreached-watch.js";

/**
 * One run of one handler: the implementation of `ctx.elicit` and the rest of `ctx`. {@link RunEnd} decides with what
 * the run ends.
 */
export class Call {
  readonly #parts: CallParts;
  readonly #strategy: ElicitationStrategy;
  readonly #end: RunEnd;
  readonly #signal: HandlerSignal;
  readonly #keys = createQuestionKeys();
  readonly #line: CausalLine;
  readonly #activity: Activity;
  readonly #replay: Replay;
  readonly #watch: UnreachedWatch;
  readonly #warnings: HandlerWarnings;
  readonly #steps: StepRunner;
  readonly #questions: Questions;
  readonly #doubtful: DoubtfulAnswers;
  /** Questions and steps whose result the handler does not have yet, in words. */
  readonly #unfinished = new Map<string, string>();
  #once: Map<string, Promise<unknown>> | undefined;
  readonly #awaited = new Awaited();
  /** Whether the handler has ended the call: with its result, or with what it threw. */
  #isDone = false;
  #hasWarned = false;

  constructor(
    parts: CallParts,
    createStrategy: (
      control: RunControl,
      replay: Replay,
      activity: Activity,
    ) => ElicitationStrategy,
  ) {
    this.#parts = parts;
    this.#signal = new HandlerSignal(parts.channel);
    this.#warnings = new HandlerWarnings(parts);
    const { subject, host, journal, placesFor, ways, askByUrl, isRerun } = parts;
    this.#end = new RunEnd({ settings: parts.settings, subject, onEnd: () => this.#stop() });
    this.#line = new CausalLine(isRerun);
    this.#activity = isRerun ? this.#watchedActivity() : NO_ACTIVITY;
    this.#replay = isRerun
      ? new Rerun(parts.state, this.#activity)
      : new LiveRun(parts.settings.development);
    this.#watch = new UnreachedWatch({
      replay: this.#replay,
      activity: this.#activity,
      strategy: () => this.#strategy,
      end: this.#end,
      unfinished: this.#unfinished,
    });
    this.#steps = parts.createSteps(this.#replay, this.#activity);
    this.#strategy = createStrategy(this.#control(), this.#replay, this.#activity);
    this.#doubtful = new DoubtfulAnswers({
      journal,
      ask: (draft) => this.#questions.ask(draft, ELSEWHERE),
    });
    this.#questions = new Questions({
      host,
      journal,
      placesFor,
      ways,
      askByUrl,
      subject,
      replay: this.#replay,
      activity: this.#activity,
      keys: this.#keys,
      strategy: this.#strategy,
      end: this.#end,
      signal: this.#signal,
      warnings: this.#warnings,
      unfinished: this.#unfinished,
      onAsked: (key, draft) => this.#doubtful.asked(key, draft),
    });
  }

  #watchedActivity(): Activity {
    return new RunActivity({
      isWaitedFor: () => this.#strategy.isOpen() || this.#replay.isWaiting(),
      onActivity: () => this.#watch.onActivity(),
      onRest: () => this.#watch.onRest(),
    });
  }

  #control(): RunControl {
    return {
      fail: (error) => void this.#end.fail(error),
      suspend: (result) => this.#end.end(result),
      deadlinePassed: () => this.#signal.deadlinePassed(),
      opening: (question) => this.#keys.opened(question),
      mismatch: (unreached) => this.#watch.mismatch(unreached),
    };
  }

  #stop(): void {
    this.#signal.close();
    this.#watch.stop();
    this.#activity.end();
    this.#replay.end();
    this.#strategy.end();
    this.#line.end();
  }

  /** Runs the handler; settles with its result, or with what ended the call earlier. */
  run(handler: () => Promise<unknown>, finish: (result: unknown) => unknown): Promise<unknown> {
    this.#watch.start();
    this.#replay.start(() => {
      handler().then(
        (result) => {
          this.#isDone = !this.#end.isOver;
          const forgotten = this.#awaited.forgotten();
          this.#end.end(() => {
            if (forgotten !== undefined) throw new UnawaitedError(forgotten, "returned");
            this.#watch.assertAllReached();
            this.#warnings.ended(this.#unfinished.values());
            return finish(result);
          });
        },
        (error: unknown) => {
          this.#isDone = !this.#end.isOver;
          void this.#end.fail(error);
        },
      );
    });
    return this.#end.result;
  }

  /** Runs the handler from its start. */
  fromStart<T>(fn: () => T): T {
    return this.#line.start(fn);
  }

  /** Prepares for running the handler from its start again, within the same round and with all answers available. */
  rewind(): void {
    this.#once = undefined;
    this.#parts.journal.rewind();
    this.#keys.rewind();
    this.#doubtful.rewind();
    this.#awaited.rewind();
    this.#unfinished.clear();
    this.#steps.rewind();
    this.#replay.rewind(this.#parts.journal.entries);
  }

  get signal(): AbortSignal {
    return this.#signal.signal;
  }

  get ended(): boolean {
    return this.#end.isOver;
  }

  canElicit(kind: QuestionKind): boolean {
    return this.#parts.placements(kind).length > 0;
  }

  /**
   * Does something for the handler, which gets a promise of it.
   *
   * @param name - the method of `ctx`
   * @param of - what it is called with, in quotes
   * @param asks - whether its result may be an answer, so that nobody may go on without waiting for it
   */
  use<T>(name: string, of: string, asks: boolean, work: () => Promise<T>): Promise<T> {
    const call = `ctx.${name}(${of}${asks ? ", …" : ""})`;
    if (this.#isDone) return this.#tooLate(call);
    return asks ? this.#awaited.give(call, work()) : work();
  }

  elicit(
    message: string,
    target: SchemaInput | URL | string,
    options: ElicitOptions & VisitOptions & ConfirmationOptions = {},
  ): Promise<Answer<unknown> | UrlAnswer> {
    if (this.#end.isOver) return never();
    const step = this.#line.step();
    if (step !== undefined) return this.#nested("asked a question", step);
    try {
      const isUrl = typeof target === "string" || target instanceof URL;
      const draft = isUrl
        ? urlQuestion(message, target, options)
        : formQuestion(message, target, options);
      const position = this.#line.extend(draft.givenKey ?? draft.digest);
      // A question of an earlier round was validated then.
      if (!this.#parts.known.has(draft.digest)) validateQuestion(draft, this.#parts);
      validateWays(draft, this.#parts.ways);
      return this.#questions.ask(draft, position);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  async confirm(message: string, options: ConfirmOptions = {}): Promise<boolean> {
    const { typed, key, timeoutMs, fallback } = options;
    const confirms = (data: unknown): boolean => isYes(data, typed);
    const answer = (await this.elicit(message, confirmSchema(options), {
      confirms,
      key,
      timeoutMs,
      fallback,
      human: "required",
    })) as Answer<{ confirm: unknown }>;
    if (answer.action === "unanswered") return this.fail(unconfirmed(message, answer.reason));
    return answer.action === "accept" && confirms(answer.data);
  }

  /** @param asksAgain - whether it belongs to a question that is asked again, for whose new answer other steps wait */
  step(
    key: string,
    fn: (step: StepContext) => unknown,
    options: StepOptions = {},
    asksAgain = false,
  ): Promise<unknown> {
    if (this.#end.isOver) return never();
    const outer = this.#line.step();
    if (outer !== undefined) return this.#nested(`ran the step "${key}"`, outer);
    // The user or the host has stopped the call: what it was allowed to do is not begun any more.
    if (this.#parts.channel.signal.aborted && !this.#parts.isSaved)
      return this.fail(new Error(`The call was cancelled before the step "${key}".`));
    if (typeof fn !== "function") {
      return this.fail(
        new StepKeyError(`The step "${key}" has no function. Pass the work as ctx.step(key, fn).`),
      );
    }
    if (options.writes === true) this.#warnings.writes(key);
    const enter = (step: StepContext): unknown => this.#line.inStep(key, () => fn(step));
    const position = this.#line.extend(`step ${key}`);
    this.#unfinished.set(entryId("step", key), `the step "${key}"`);
    const before = this.#before(key, options);
    const running =
      before === undefined
        ? this.#steps.run(key, enter, options, asksAgain)
        : before.then(
            () => this.#steps.run(key, enter, options, asksAgain),
            (fatal: Error) => ({ fatal }),
          );
    return running.then((outcome) => {
      if (this.#end.isOver) return never();
      position.answered();
      this.#unfinished.delete(entryId("step", key));
      if ("fatal" in outcome) return this.fail(outcome.fatal);
      if ("error" in outcome) throw outcome.error;
      return outcome.value;
    });
  }

  /** Whether an earlier round has recorded a step with this key. */
  hasStep(key: string): boolean {
    return this.#parts.journal.hasStep(key);
  }

  /**
   * A question has changed and is asked again under another key: what was answered to it counts no more.
   *
   * @param message - what it asks now
   * @param of - the question of which both are pages
   * @returns whether it was open or answered until now
   * @throws ReplayMismatchError when it has changed before
   */
  replaced(key: string, by: string, message: string, of: string): boolean {
    return !this.#end.isOver && this.#questions.replaced(key, by, message, of);
  }

  /** A question that has changed is not asked again: it needs no answer any more. */
  notAsked(key: string): void {
    this.#questions.notAsked(key);
  }

  /**
   * Sends a message of the handler as part of the call. Once the reply is being sent, nothing more can be sent, and a
   * handler that is only suspended must not see that as an error.
   */
  async send<T>(work: () => Promise<T>): Promise<T> {
    if (this.#end.hasReplied) return never();
    try {
      const sent = await work();
      await this.#replay.turn();
      return sent;
    } catch (error) {
      if (this.#end.hasReplied) return never();
      throw error;
    }
  }

  /** Does work once in a run, even if it is requested several times. */
  once<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.#once ??= new Map();
    let result = this.#once.get(key) as Promise<T> | undefined;
    if (result === undefined) this.#once.set(key, (result = work()));
    return result;
  }

  /** Does work of midcall's own that the round waits for. It is done again in every round. */
  during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#end.isOver) return never();
    const done = this.#activity.busy();
    return work()
      .finally(async () => {
        await this.#replay.turn();
        done();
      })
      .then(
        (value) => (this.#end.isOver ? never<T>() : value),
        (error: unknown) => (this.#end.isOver ? never<T>() : Promise.reject(error as Error)),
      );
  }

  /** Puts a `ctx` call that asks questions by itself on the causal line. */
  async onLine<T>(call: string, work: () => Promise<T>): Promise<T> {
    const position = this.#line.extend(call);
    return work().finally(() => position.answered());
  }

  /** Ends the call with an error, past the handler's own `catch`. */
  fail<T>(error: unknown): Promise<T> {
    return this.#end.fail(error);
  }

  /** Ends the call because the host cannot show questions in this mode. */
  cannotAsk<T>(mode: "form" | "url"): Promise<T> {
    const { host, subject, ways } = this.#parts;
    return this.fail(unavailable(host, { mode }, subject, ways));
  }

  defer(fn: () => unknown): void {
    this.#end.defer(fn);
  }

  /** What has to be so before a step begins; `undefined` if it is. */
  #before(key: string, { writes }: StepOptions): Promise<unknown> | undefined {
    const again = (): Promise<unknown> | undefined =>
      writes === true ? this.#doubtful.before(key) : undefined;
    if (this.#awaited.forgotten() === undefined) return again();
    return this.#awaited.forgottenSoon().then((forgotten) => {
      if (forgotten === undefined) return again();
      throw new UnawaitedError(forgotten, `began the step "${key}"`);
    });
  }

  #tooLate<T>(call: string): Promise<T> {
    const { subject, settings } = this.#parts;
    const error = new CallEndedError(
      `${call} was used after the call of ${subject} had ended, so it did nothing. Use ctx in the handler alone, ` +
        "and wait there for everything that needs it.",
    );
    if (!this.#hasWarned) settings.logger.error(`midcall: ${error.message}`);
    this.#hasWarned = true;
    return Promise.reject(error);
  }

  /** Ends the call because a step did what only a handler may do. */
  #nested<T>(did: string, step: string): Promise<T> {
    return this.fail(new StepNestingError(step, did));
  }
}
