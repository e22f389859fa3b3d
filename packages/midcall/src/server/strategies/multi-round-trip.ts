import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import type { Activity } from "../call/replay/activity.js";
import type { Unreached, Replay } from "../call/replay/replay.js";
import { type EncodedQuestion, encodeQuestion } from "../elicitation/encode.js";
import {
  awaitsEnd,
  type Question,
  quoted,
  shortened,
  type UrlQuestion,
} from "../elicitation/question.js";
import type { FlowState, Pending } from "../state/records.js";
import type { Binding } from "../state/request-state.js";
import { roundResult } from "./round-result.js";
import { type HoldParts, Holds } from "./holds.js";
import { assertQuestionAllowed, maxAttemptsOf } from "./limits.js";
import {
  claimInteraction,
  decodeInTime,
  type LifecycleParts,
  type SettledOutcome,
  settleQuestion,
  timeoutOf,
  type UnansweredOutcome,
} from "./question-lifecycle.js";
import { type OpenQuestion, RoundQuestions } from "./round-questions.js";
import { type ElicitationStrategy, never, type RunControl } from "./strategy.js";

/** Rounds in a row that may end before the run has reached everything that earlier rounds asked. */
const MAX_INCOMPLETE_ROUNDS = 1;

const late = (): UnansweredOutcome => ({ kind: "unanswered", reason: "deadline" });

/** The parts that one round of a call needs. */
export interface MultiRoundTripParts extends LifecycleParts, HoldParts {
  readonly binding: Binding;
  readonly state: FlowState;
  /** The responses that came with this request, by key. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** Counts one question to the user; returns false if there were too many. */
  readonly allowQuestion: () => boolean;
  readonly replay: Replay;
  readonly activity: Activity;
}

/** A question with its encoding for this host. */
interface Asked<Q extends Question = Question> {
  readonly question: Q;
  readonly encoded: EncodedQuestion;
}

/**
 * Asks on 2026-07-28: the handler is run again in every round, answered questions come from the journal, and the first
 * open ones end the round with an `input_required` result.
 *
 * A round is over when a question is open and the run has come to rest: one macrotask has passed since the
 * last activity with no step, validation or store call under way.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export class MultiRoundTrip implements ElicitationStrategy {
  readonly #parts: MultiRoundTripParts;
  readonly #control: RunControl;
  readonly #round: RoundQuestions;
  readonly #holds: Holds;

  constructor(parts: MultiRoundTripParts, control: RunControl) {
    this.#parts = parts;
    this.#control = control;
    this.#round = new RoundQuestions(parts.state, parts.responses, parts.settings.now());
    this.#holds = new Holds(parts);
  }

  async ask(question: Question): Promise<Answer<unknown> | UrlAnswer> {
    const { host, replay, journal } = this.#parts;
    const { key } = question;
    const asked = { question, encoded: encodeQuestion(question, host) };
    const pending = this.#round.pending(key);
    if (pending?.digest === question.digest) return this.#resume(asked, pending);
    if (pending !== undefined) {
      this.#round.markChanged(key);
      replay.met(key);
      if (pending.response !== undefined || this.#round.hasResponse(key))
        replay.askedAgain(key, quoted(question.message));
      journal.changed(key, quoted(pending.message), quoted(question.message));
    }
    const isUnsolicited =
      pending === undefined &&
      question.mode === "form" &&
      question.unsolicited &&
      this.#round.hasResponse(key);
    return isUnsolicited
      ? this.#read(asked, this.#round.response(key), this.#pendingOf(question))
      : this.#askNow(asked);
  }

  isOpen(): boolean {
    return this.#round.open.size > 0;
  }

  atRest(unreached: Unreached | undefined): void {
    if (!this.isOpen()) return;
    try {
      const result = this.#roundResult(unreached);
      this.#control.suspend(() => result);
    } catch (error) {
      this.#control.fail(error);
    }
  }

  end(): void {
    this.#holds.stop();
  }

  /** Asks a question for the first time. */
  async #askNow(asked: Asked): Promise<Answer<unknown> | UrlAnswer> {
    const { question } = asked;
    const pending = this.#pendingOf(question);
    if (question.mode === "url" && question.elicitationId !== undefined) {
      const { elicitationId } = question;
      const timeoutMs = pending.answerBy - pending.askedAt;
      const unasked = await this.#during(() =>
        claimInteraction(this.#parts, elicitationId, timeoutMs, { late }),
      );
      if (unasked !== undefined) return this.#settle(question, unasked, pending.askedAt);
      if (question.thrown === "again")
        return this.#hold({ ...asked, question }, { ...this.#pendingOf(question), holds: 0 });
    }
    return this.#leaveOpen({ ...asked, pending: this.#pendingOf(question) });
  }

  /** Continues with a question that an earlier round left open. */
  #resume(asked: Asked, before: Pending): Promise<Answer<unknown> | UrlAnswer> {
    const { question } = asked;
    const { response, cameAt = this.#parts.settings.now() } = this.#round.responseTo(before);
    // An answer that was kept is read once; asked again, the question waits for a new one.
    const { response: _, ...pending } = before;
    // The time of arrival counts, not the time at which the run reaches the question.
    if (cameAt > pending.answerBy) return this.#settle(question, late(), pending.askedAt);
    if (pending.holds !== undefined && question.mode === "url") {
      const action = (response as { action?: unknown } | undefined)?.action;
      if (action === "decline" || action === "cancel") return this.#read(asked, response, pending);
      if (action === "accept" && question.thrown !== undefined)
        return this.#settle(question, { kind: "consent" }, pending.askedAt);
      return this.#hold({ ...asked, question }, pending);
    }
    if (response !== undefined) return this.#read(asked, response, pending);
    return this.#leaveOpen({ ...asked, pending });
  }

  async #read(
    asked: Asked,
    response: unknown,
    pending: Pending,
  ): Promise<Answer<unknown> | UrlAnswer> {
    const { settings } = this.#parts;
    const { question, encoded } = asked;
    const { askedAt, sentAt = askedAt, answerBy, invalidAnswers = 0 } = pending;
    const outcome = await this.#during(() =>
      decodeInTime(this.#parts, encoded, response, sentAt, { answerBy, late }),
    );
    if (outcome.kind === "consent" && question.mode === "url" && awaitsEnd(question))
      return this.#hold({ ...asked, question }, { ...pending, holds: 0 });
    if (outcome.kind !== "invalid") return this.#settle(question, outcome, askedAt);
    const attempts = invalidAnswers + 1;
    if (attempts >= maxAttemptsOf(question, settings))
      return this.#settle(question, { kind: "unanswered", reason: "invalid" }, askedAt);
    return this.#leaveOpen({
      ...asked,
      pending: { ...pending, invalidAnswers: attempts, sentAt: settings.now() },
      why: outcome.why,
    });
  }

  /** Waits for a limited time for the end of a URL interaction; leaves the question open if it does not end. */
  async #hold(
    asked: Asked<UrlQuestion & Question>,
    pending: Pending,
  ): Promise<Answer<unknown> | UrlAnswer> {
    const { settings, replay } = this.#parts;
    const { question } = asked;
    const { askedAt, answerBy, holds = 0 } = pending;
    const until = Math.min(settings.now() + settings.holdMs, answerBy);
    replay.met(question.key);
    // A hold must not keep the user from a question.
    const hasEnded = await this.#during(() =>
      this.#holds.wait(question, until, this.#round.asksUser),
    );
    if (hasEnded) return this.#settle(question, { kind: "consent" }, askedAt, true);
    if (settings.now() >= answerBy) return this.#settle(question, late(), askedAt);
    return this.#leaveOpen({ ...asked, pending: { ...pending, holds: holds + 1 } });
  }

  async #settle(
    question: Question,
    outcome: SettledOutcome,
    askedAt: number,
    completed = false,
  ): Promise<Answer<unknown> | UrlAnswer> {
    const { replay } = this.#parts;
    const { key } = question;
    // Recorded in the order in which the handler learns of it, which is the order of every later run.
    // One with a derived key is kept back first: another branch that has waited outside of steps may ask the same.
    await replay.event(question.givenKey === undefined, question.givenKey !== undefined);
    replay.met(key);
    replay.answered(key);
    this.#round.markSettled(key);
    const afterWait = question.afterWait || this.#round.pending(key)?.afterWait === true;
    const isLast = this.#round.isAllSettled;
    const settlement = { outcome, askedAt, completed, isLast };
    return settleQuestion(this.#parts, this.#control, { ...question, afterWait }, settlement);
  }

  async #leaveOpen(open: OpenQuestion): Promise<never> {
    const { settings, replay, activity, allowQuestion } = this.#parts;
    const { question, pending } = open;
    const isNew = this.#round.pending(question.key) === undefined;
    assertQuestionAllowed(!isNew || allowQuestion(), settings);
    this.#control.opening(question);
    replay.met(question.key);
    this.#round.leaveOpen(open);
    if (pending.holds === undefined) this.#holds.stop();
    activity.touch();
    return never();
  }

  #pendingOf(question: Question): Pending {
    const { settings } = this.#parts;
    const askedAt = settings.now();
    return {
      key: question.key,
      digest: question.digest,
      message: shortened(question.message),
      askedAt,
      answerBy: askedAt + timeoutOf(question, settings),
      ...(question.afterWait && { afterWait: true }),
    };
  }

  #roundResult(unreached: Unreached | undefined): ReturnType<typeof roundResult> {
    const { state, replay } = this.#parts;
    // A question with the author's own key is recognised, however late a branch reaches it.
    const incompleteRounds = unreached?.hasDerivedKey === true ? state.incompleteRounds + 1 : 0;
    if (unreached !== undefined && incompleteRounds > MAX_INCOMPLETE_ROUNDS)
      throw this.#control.mismatch(unreached);
    const { longestWaitMs } = replay;
    return roundResult({ ...this.#parts, round: this.#round, incompleteRounds, longestWaitMs });
  }

  /** Does work that the round waits for. */
  async #during<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#parts.activity.busy();
    try {
      return await work();
    } finally {
      done();
    }
  }
}
