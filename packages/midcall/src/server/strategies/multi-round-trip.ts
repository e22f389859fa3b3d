import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import { pause } from "../../internal/pause.js";
import { type Activity, whileBusy } from "../call/replay/activity.js";
import type { Unreached, Replay } from "../call/replay/replay.js";
import { type EncodedQuestion, encodeQuestion, OWN_UI } from "../elicitation/encode.js";
import { awaitsEnd, type Question, quoted, type UrlQuestion } from "../elicitation/question.js";
import type { Placement } from "../fallback/placements.js";
import { ANSWERED_TOO_FAST } from "../host/too-fast.js";
import { isOwnPage } from "../fallback/own-page.js";
import type { RequestChannel } from "../framework/request-channel.js";
import type { FlowState, Pending } from "../state/records.js";
import { RoundEnd } from "./round-result.js";
import { type HoldParts, Holds } from "./holds.js";
import { assertQuestionAllowed, maxAttemptsOf } from "./limits.js";
import {
  claimInteraction,
  decodeInTime,
  doubt,
  isDoubted,
  pauseAfter,
  type LifecycleParts,
  pendingOf,
  type Settlement,
  settleQuestion,
  type UnansweredOutcome,
} from "./question-lifecycle.js";
import { type MovesOnParts, movesOn } from "./moves-on.js";
import { type OpenQuestion, RoundQuestions } from "./round-questions.js";
import type { ServerRequest } from "./server-request.js";
import { type ElicitationStrategy, never, type RunControl } from "./strategy.js";

/** Rounds in a row that may end before the run has reached everything that earlier rounds asked. */
const MAX_INCOMPLETE_ROUNDS = 1;

const late = (): UnansweredOutcome => ({ kind: "unanswered", reason: "deadline" });

/** The parts that one round of a call needs. */
export interface MultiRoundTripParts extends LifecycleParts, HoldParts, MovesOnParts {
  readonly state: FlowState;
  readonly channel: Pick<RequestChannel, "signal" | "cameAt">;
  /** The responses that came with this request, by key. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** Counts one question to the user; returns false if there were too many. */
  readonly allowQuestion: () => boolean;
  readonly replay: Replay;
  readonly activity: Activity;
  /** Asks a host of 2025, which is asked by a request, while the run waits. */
  readonly hostRequest?: ServerRequest | undefined;
}

/** A question with its encoding for this host. */
interface Asked<Q extends Question = Question> {
  readonly question: Q;
  readonly encoded: EncodedQuestion;
}

/**
 * Asks on 2026-07-28, and wherever the host may not show a question: the handler is run again in every round, answered
 * questions come from the journal, and the first open ones end the round with a {@link RoundEnd}.
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
    const { state, responses, settings, channel } = parts;
    this.#round = new RoundQuestions(state, responses, settings.now(), channel.cameAt);
    this.#holds = new Holds(parts);
  }

  ask(question: Question): Promise<Answer<unknown> | UrlAnswer> {
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
      this.#round.hasResponse(key) &&
      this.#parts.placesFor(question)[0] === "native";
    return isUnsolicited
      ? this.#read(asked, this.#round.response(key), this.#pendingOf(question), Infinity)
      : this.#askNow(asked);
  }

  replaced(key: string): { readonly message: string; readonly isAnswered: boolean } | undefined {
    const pending = this.#round.pending(key);
    if (pending === undefined) return undefined;
    this.#round.markChanged(key);
    this.#parts.replay.met(key);
    const { message, response } = pending;
    return { message, isAnswered: response !== undefined || this.#round.hasResponse(key) };
  }

  isOpen(): boolean {
    return this.#round.open.size > 0;
  }

  atRest(unreached: Unreached | undefined): void {
    if (!this.isOpen()) return;
    try {
      const end = this.#roundEnd(unreached);
      this.#control.suspend(() => end);
    } catch (error) {
      this.#control.fail(error);
    }
  }

  end(): void {
    this.#holds.stop();
    this.#parts.hostRequest?.end();
  }

  #askNow(asked: Asked): Promise<Answer<unknown> | UrlAnswer> {
    const { question } = asked;
    const { hostRequest, placesFor } = this.#parts;
    const [first] = placesFor(question);
    if (hostRequest !== undefined && first === "native") return this.#askHost(asked, hostRequest);
    return question.mode === "url" && question.elicitationId !== undefined
      ? this.#askOnceClaimed({ question, encoded: asked.encoded }, question.elicitationId)
      : this.#open(asked);
  }

  async #askOnceClaimed(
    asked: Asked<UrlQuestion & Question>,
    elicitationId: string,
  ): Promise<Answer<unknown> | UrlAnswer> {
    const { question } = asked;
    const pending = this.#pendingOf(question);
    const timeoutMs = Math.max(0, pending.answerBy - pending.askedAt);
    const claim = () => claimInteraction(this.#parts, elicitationId, timeoutMs, { late });
    const unasked = await whileBusy(this.#parts.activity, claim);
    if (unasked !== undefined) return this.#settleAs(question, unasked, pending);
    return question.thrown === "again"
      ? this.#hold(asked, { holds: 0, ...this.#pendingOf(question) })
      : this.#open(asked);
  }

  #pendingOf(question: Question): Pending {
    const { settings, state } = this.#parts;
    return pendingOf(question, settings, state);
  }

  /** Opens a question: its time begins. */
  #open(asked: Asked): Promise<Answer<unknown> | UrlAnswer> {
    const { question } = asked;
    const { placesFor, settings } = this.#parts;
    const isLinkOnly = placesFor(question)[0] === "page-by-text" && isOwnPage(question, settings);
    const opened = this.#pendingOf(question);
    // Of a copy of the round that comes when its time is over.
    if (opened.answerBy < opened.askedAt) return this.#settleAs(question, late(), opened);
    return this.#leaveOpen({ pending: isLinkOnly ? { holds: 0, ...opened } : opened, ...asked });
  }

  async #askHost(
    asked: Asked,
    host: ServerRequest,
    before?: Pending,
  ): Promise<Answer<unknown> | UrlAnswer> {
    const { question } = asked;
    if (before !== undefined) this.#parts.replay.met(question.key);
    const ended = await whileBusy(this.#parts.activity, () =>
      host.put(question, (settlement) => settlement, before),
    );
    const { isLast: _, ...settled } = ended;
    const pending: Pending = { failedNatively: true, ...this.#pendingOf(question) };
    return movesOn(this.#parts, question, ended.outcome, ended.askedAt)
      ? this.#leaveOpen({ pending, ...asked })
      : this.#settle(question, settled);
  }

  #resume(asked: Asked, before: Pending): Promise<Answer<unknown> | UrlAnswer> {
    const { question } = asked;
    const { hostRequest: host } = this.#parts;
    if (host && before.requestId !== undefined) return this.#askHost(asked, host, before);
    const { response, cameAt = this.#parts.settings.now() } = this.#round.responseTo(before);
    // An answer that was kept is read once.
    const { response: _, cameAt: __, ...pending } = before;
    // The time of arrival counts, not the time at which the run reaches the question.
    if (cameAt > pending.answerBy) return this.#settleAs(question, late(), pending);
    if (pending.holds !== undefined && question.mode === "url") {
      const action = (response as { action?: unknown } | undefined)?.action;
      if (action === "decline" || action === "reject" || action === "cancel")
        return this.#read(asked, response, pending, cameAt);
      if (action === "accept" && question.thrown !== undefined)
        return this.#settleAs(question, { kind: "consent" }, pending);
      return this.#hold({ question, encoded: asked.encoded }, pending);
    }
    if (response !== undefined) return this.#read(asked, response, pending, cameAt);
    return this.#leaveOpen({ pending, ...asked });
  }

  async #read(
    asked: Asked,
    response: unknown,
    pending: Pending,
    cameAt: number,
  ): Promise<Answer<unknown> | UrlAnswer> {
    const { settings } = this.#parts;
    const { question } = asked;
    const { askedAt, answerBy, invalidAnswers = 0, delivery } = pending;
    const encoded = delivery === undefined ? asked.encoded : encodeQuestion(question, OWN_UI);
    // An answer that came elsewhere than in the host is a user's, however fast.
    const elapsedMs = delivery === undefined ? cameAt - (pending.sentAt ?? askedAt) : Infinity;
    // The time for which an answer that came in time has waited for this run does not count.
    const waitedMs = Math.max(0, settings.now() - cameAt);
    const decoded = decodeInTime(this.#parts, question, encoded, response, elapsedMs, {
      answerBy: answerBy + waitedMs,
      late,
    });
    const outcome =
      decoded instanceof Promise ? await whileBusy(this.#parts.activity, () => decoded) : decoded;
    if (outcome.kind === "consent" && question.mode === "url" && awaitsEnd(question))
      return this.#hold({ question, encoded }, { ...pending, holds: 0 });
    const pauseMs = pauseAfter(question, outcome);
    if (pauseMs > 0) await whileBusy(this.#parts.activity, () => pause(pauseMs));
    if (isDoubted(question, outcome)) {
      const end = doubt(this.#parts, question, pending);
      return end !== undefined
        ? this.#settleOrMoveOn(asked, end, pending)
        : this.#leaveOpen({
            pending: { ...pending, doubted: true, sentAt: settings.now() },
            why: ANSWERED_TOO_FAST,
            ...asked,
          });
    }
    if (outcome.kind !== "invalid") return this.#settleOrMoveOn(asked, outcome, pending);
    const attempts = invalidAnswers + 1;
    if (attempts >= maxAttemptsOf(question, settings))
      return this.#settleOrMoveOn(asked, { kind: "unanswered", reason: "invalid" }, pending);
    const { delivery: _, ...again } = pending;
    return this.#leaveOpen({
      pending: { ...again, invalidAnswers: attempts, sentAt: settings.now() },
      why: outcome.why,
      previous: (response as { content?: unknown }).content,
      ...asked,
    });
  }

  #settleOrMoveOn(
    asked: Asked,
    outcome: Settlement["outcome"],
    pending: Pending,
  ): Promise<Answer<unknown> | UrlAnswer> {
    const { question } = asked;
    const isNative = pending.delivery === undefined && pending.failedNatively !== true;
    if (!isNative || !movesOn(this.#parts, question, outcome, pending.askedAt))
      return this.#settleAs(question, outcome, pending);
    const { invalidAnswers: _, ...left } = pending;
    return this.#leaveOpen({ pending: { ...left, failedNatively: true }, ...asked });
  }

  /** Waits for the end of a URL interaction for some time. */
  async #hold(
    asked: Asked<UrlQuestion & Question>,
    pending: Pending,
  ): Promise<Answer<unknown> | UrlAnswer> {
    const { settings, replay } = this.#parts;
    const { question } = asked;
    const { answerBy, holds = 0 } = pending;
    const until = Math.min(settings.now() + settings.holdMs, answerBy);
    replay.met(question.key);
    // A hold must not keep the user from a question.
    const hasEnded = await whileBusy(this.#parts.activity, () =>
      this.#holds.wait(question, until, this.#round.asksUser),
    );
    if (hasEnded) return this.#settleAs(question, { kind: "consent" }, pending, true);
    if (settings.now() >= answerBy) return this.#settleAs(question, late(), pending);
    return this.#leaveOpen({ pending: { ...pending, holds: holds + 1 }, ...asked });
  }

  #settleAs(
    question: Question,
    outcome: Settlement["outcome"],
    { askedAt, invalidAnswers = 0, delivery }: Pending,
    completed = false,
  ): Promise<Answer<unknown> | UrlAnswer> {
    const attempts = invalidAnswers + 1;
    return this.#settle(question, { outcome, askedAt, completed, attempts, via: delivery?.via });
  }

  async #settle(
    question: Question,
    ended: Omit<Settlement, "isLast">,
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
    const settlement = { isLast: this.#round.isAllSettled, ...ended };
    return settleQuestion(this.#parts, this.#control, { ...question, afterWait }, settlement);
  }

  #leaveOpen(open: OpenQuestion): Promise<never> {
    const { settings, replay, activity, allowQuestion } = this.#parts;
    const { question, pending } = open;
    const isNew = this.#round.pending(question.key) === undefined;
    assertQuestionAllowed(!isNew || allowQuestion(), settings);
    this.#control.opening(question);
    replay.met(question.key);
    const placements = this.#placementsOf(open);
    const { elsewhere: _, askedAgain: __, ...asked } = pending;
    const left: Pending = {
      ...asked,
      ...(placements !== undefined && { elsewhere: true }),
      ...(replay.isAskedAgain(question.key) && { askedAgain: true }),
    };
    this.#round.leaveOpen({ ...open, placements, pending: left });
    if (pending.holds === undefined) this.#holds.stop();
    activity.touch();
    return never();
  }

  /** Where an open question is put; `undefined` if the host shows it. */
  #placementsOf({ question, pending }: OpenQuestion): readonly Placement[] | undefined {
    const { failedNatively = false, delivery } = pending;
    const places = this.#parts.placesFor(question, failedNatively);
    return delivery === undefined && places[0] === "native" ? undefined : places;
  }

  #roundEnd(unreached: Unreached | undefined): RoundEnd {
    const { state } = this.#parts;
    // A question with the author's own key is recognised, however late a branch reaches it.
    const incompleteRounds = unreached?.hasDerivedKey === true ? state.incompleteRounds + 1 : 0;
    if (unreached !== undefined && incompleteRounds > MAX_INCOMPLETE_ROUNDS)
      throw this.#control.mismatch(unreached);
    return new RoundEnd(this.#parts, this.#round, incompleteRounds);
  }
}
