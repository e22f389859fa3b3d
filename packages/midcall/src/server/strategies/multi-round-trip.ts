import { inputRequired, type InputRequiredResult } from "@modelcontextprotocol/server";
import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import type { Activity } from "../call/replay/activity.js";
import { type ElicitationStrategy, type RunControl, never } from "./strategy.js";
import type { Completions } from "../url-mode/completions.js";
import { decodeOutcome, encodeAnswer } from "../call/journal-codec.js";
import type { HostCapabilities } from "../host/capabilities.js";
import { withTimeout } from "../../internal/timeout.js";
import { type Journal, pendingByKey } from "../call/journal.js";
import type { Settings } from "../options.js";
import { type ResponseOutcome, decodeResponse } from "../elicitation/decode.js";
import type { Lacking, Replay } from "../call/replay/replay.js";
import {
  awaitsEnd,
  type Question,
  quoted,
  shortened,
  type UrlQuestion,
} from "../elicitation/question.js";
import type { FlowState, Pending } from "../state/records.js";
import { type Binding, sealState } from "../state/request-state.js";
import {
  assertQuestionAllowed,
  assertRoundsLeft,
  maxAttemptsOf,
  DEFAULT_DEADLINE_MS,
  isTooFast,
} from "./limits.js";
import { type ElicitParams, encodeQuestion } from "../elicitation/encode.js";

/** Rounds held for the end of a URL interaction before the person is asked whether it has ended. */
const QUIET_HOLDS = 3;
const TOO_LATE = { kind: "unanswered", reason: "deadline" } as const;
/** Rounds in a row that may end before the run has come to all that earlier rounds asked. */
const MAX_INCOMPLETE_ROUNDS = 1;

/** What one round of a call knows and needs. */
export interface MultiRoundTripParts {
  readonly settings: Settings;
  readonly host: HostCapabilities;
  readonly journal: Journal;
  readonly binding: Binding;
  readonly state: FlowState;
  /** The responses that came with this request, by key. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** Aborts when the request is cancelled or its connection lost. */
  readonly signal: AbortSignal;
  readonly completions: Completions;
  /** Counts one question to the person; false when there were too many. */
  readonly allowQuestion: () => boolean;
  readonly replay: Replay;
  readonly activity: Activity;
  /** Tells the host that the call is alive while it is held; a no-op where it gave no progress token. */
  readonly keepAlive: () => () => void;
}

interface Open {
  readonly question: Question;
  readonly pending: Pending;
  /** Why it is asked again. */
  readonly why?: string | undefined;
}

/**
 * Asks on 2026-07-28: the handler is run anew for every round, answered questions come from the
 * journal, and the first open ones end the round with an `input_required` result.
 *
 * A round is over when a question is open and the run has come to rest: one macrotask has passed since the
 * last activity with no step, validation or store call under way.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export function createMultiRoundTrip(
  parts: MultiRoundTripParts,
  caller: RunControl,
): ElicitationStrategy {
  const { settings, host, journal, binding, state, responses, replay, activity } = parts;
  const { now } = settings;
  const pendingBefore = pendingByKey(state);
  const arrivedAt = now();
  /** Questions with a key that came back in other words. */
  const replaced = new Set<string>();
  const settled = new Set<string>();
  const open = new Map<string, Open>();
  const holds = new Set<AbortController>();

  const during = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const done = activity.busy();
    try {
      return await work();
    } finally {
      done();
    }
  };

  const stopHolding = (): void => {
    for (const hold of holds) hold.abort(null);
  };

  /** Whether something else waits for the person, who must not be kept from it by a hold. */
  const somethingIsOpen = (): boolean =>
    [...open.values()].some(({ pending }) => pending.holds === undefined);

  const nothingElseIsOpen = (): boolean =>
    open.size === 0 && [...pendingBefore.keys()].every((key) => settled.has(key));

  const leaveOpen = (entry: Open): Promise<never> => {
    const isNew = !pendingBefore.has(entry.question.key);
    assertQuestionAllowed(!isNew || parts.allowQuestion(), settings);
    caller.opening(entry.question);
    replay.met(entry.question.key);
    open.set(entry.question.key, entry);
    if (entry.pending.holds === undefined) stopHolding();
    activity.touch();
    return never();
  };

  const settle = async (
    question: Question,
    outcome: Exclude<ResponseOutcome, { kind: "invalid" }>,
    askedAt: number,
    completed = false,
  ): Promise<Answer<unknown> | UrlAnswer> => {
    // Recorded in the order in which the handler learns of it, which is the order of every later run.
    // One without a key is kept back first: another branch that has waited outside of steps may ask the same.
    await replay.event(question.name === undefined, question.name !== undefined);
    replay.met(question.key);
    replay.answered(question.key);
    const elapsedMs = Math.max(0, now() - askedAt);
    settled.add(question.key);
    // A signal that aborts runs the handler's catch blocks, which must not happen while a question is open.
    const aborts =
      outcome.kind === "unanswered" && outcome.reason === "deadline" && nothingElseIsOpen();
    const afterWait = question.afterWait || pendingBefore.get(question.key)?.afterWait === true;
    const entry = encodeAnswer({ ...question, afterWait }, outcome, elapsedMs, completed);
    journal.record(aborts ? { ...entry, abortedSignal: true } : entry);
    if (aborts) caller.deadlinePassed();
    return decodeOutcome(question, outcome, elapsedMs, completed);
  };

  const read = async (
    question: Question,
    response: unknown,
    pending: Pending,
  ): Promise<Answer<unknown> | UrlAnswer> => {
    const tooFast = isTooFast(now() - (pending.sentAt ?? pending.askedAt), host, settings);
    const outcome = await during(() => {
      const understood = decodeResponse(response, question, host, tooFast);
      // A check of the author's that never settles must not hold the question.
      return understood instanceof Promise
        ? withTimeout(understood, pending.answerBy - now(), () => TOO_LATE)
        : understood;
    });
    if (outcome.kind === "consent" && question.mode === "url" && awaitsEnd(question)) {
      return hold(question, { ...pending, holds: 0 });
    }
    if (outcome.kind !== "invalid") return settle(question, outcome, pending.askedAt);
    const attempts = (pending.invalidAnswers ?? 0) + 1;
    if (attempts >= maxAttemptsOf(question, settings))
      return settle(question, { kind: "unanswered", reason: "invalid" }, pending.askedAt);
    return leaveOpen({
      question,
      pending: { ...pending, invalidAnswers: attempts, sentAt: now() },
      why: outcome.why,
    });
  };

  /** Waits a while for the end of a URL interaction; leaves the question open when it does not come. */
  const hold = async (
    question: UrlQuestion & Question,
    pending: Pending,
  ): Promise<Answer<unknown> | UrlAnswer> => {
    const until = Math.min(now() + settings.holdMs, pending.answerBy);
    replay.met(question.key);
    const stop = parts.keepAlive();
    const holding = new AbortController();
    const stopHold = (): void => holding.abort(null);
    parts.signal.addEventListener("abort", stopHold);
    if (somethingIsOpen() || parts.signal.aborted) stopHold();
    holds.add(holding);
    const finished = await during(() =>
      parts.completions.wait(question, until, holding.signal),
    ).finally(() => {
      holds.delete(holding);
      parts.signal.removeEventListener("abort", stopHold);
      stop();
    });
    if (finished) return settle(question, { kind: "consent" }, pending.askedAt, true);
    if (now() >= pending.answerBy)
      return settle(question, { kind: "unanswered", reason: "deadline" }, pending.askedAt);
    return leaveOpen({ question, pending: { ...pending, holds: (pending.holds ?? 0) + 1 } });
  };

  const resume = (question: Question, before: Pending): Promise<Answer<unknown> | UrlAnswer> => {
    // An answer that had to wait is read once; asked again, the question waits for a new one.
    const { response: late, ...pending } = before;
    const response =
      late ?? (Object.hasOwn(responses, question.key) ? responses[question.key] : undefined);
    // An answer counts when it comes, however long the run takes to get here.
    const cameAt =
      response === undefined ? now() : late === undefined ? arrivedAt : pending.answerBy;
    if (cameAt > pending.answerBy) {
      return settle(question, { kind: "unanswered", reason: "deadline" }, pending.askedAt);
    }
    if (pending.holds !== undefined && question.mode === "url") {
      const action = (response as { action?: unknown } | undefined)?.action;
      if (action === "decline" || action === "cancel") return read(question, response, pending);
      if (action === "accept" && question.thrown !== undefined)
        return settle(question, { kind: "consent" }, pending.askedAt);
      return hold(question, pending);
    }
    if (response !== undefined) return read(question, response, pending);
    return leaveOpen({ question, pending });
  };

  const fresh = (question: Question): Pending => {
    const askedAt = now();
    return {
      key: question.key,
      digest: question.digest,
      message: shortened(question.message),
      askedAt,
      answerBy: askedAt + (question.timeoutMs ?? settings.timeoutMs ?? DEFAULT_DEADLINE_MS),
      ...(question.afterWait && { afterWait: true }),
    };
  };

  const ask = async (question: Question): Promise<Answer<unknown> | UrlAnswer> => {
    const pending = pendingBefore.get(question.key);
    if (pending?.digest === question.digest) return resume(question, pending);
    if (pending !== undefined) {
      replaced.add(question.key);
      replay.met(question.key);
      if (pending.response !== undefined || Object.hasOwn(responses, question.key))
        replay.askedAgain(question.key, quoted(question.message));
      journal.changed(question.key, quoted(pending.message), quoted(question.message));
    }
    const unsolicited =
      pending === undefined &&
      question.mode === "form" &&
      question.unsolicited &&
      Object.hasOwn(responses, question.key);
    if (unsolicited) return read(question, responses[question.key], fresh(question));
    if (question.mode === "url" && question.elicitationId !== undefined) {
      const { elicitationId } = question;
      const { askedAt: at, answerBy: by } = fresh(question);
      const forMs = by - at + settings.stateTtlMs;
      const claimed = await during(() =>
        withTimeout(parts.completions.claim(elicitationId, forMs), by - at, () => TOO_LATE),
      );
      if (claimed !== undefined) return settle(question, claimed, at);
      if (question.thrown === "again") return hold(question, { ...fresh(question), holds: 0 });
    }
    return leaveOpen({ question, pending: fresh(question) });
  };

  /**
   * Questions of earlier rounds whose answers this run could not have, with the answers that came for them: a slow
   * branch may still come to them.
   */
  const leftOver = (): Pending[] =>
    [...pendingBefore.values()]
      .filter(({ key }) => !settled.has(key) && !replaced.has(key) && !open.has(key))
      .map((pending) =>
        pending.response === undefined &&
        Object.hasOwn(responses, pending.key) &&
        arrivedAt <= pending.answerBy
          ? { ...pending, response: responses[pending.key] }
          : pending,
      );

  const endRound = (lacking: Lacking | undefined): InputRequiredResult => {
    // What has a key is known again, however late a branch comes to it.
    const incompleteRounds = lacking?.isNameless === true ? state.incompleteRounds + 1 : 0;
    if (lacking !== undefined && incompleteRounds > MAX_INCOMPLETE_ROUNDS)
      throw caller.mismatch(lacking);
    // Waiting for the end of a URL interaction is no turn to the person; its deadline bounds it.
    const turns = state.turns + (somethingIsOpen() ? 1 : 0);
    assertRoundsLeft(turns, settings);
    const pending = leftOver();
    const inputRequests: Record<string, { method: "elicitation/create"; params: ElicitParams }> =
      {};
    for (const [key, entry] of open) {
      pending.push(entry.pending);
      const params = paramsOf(entry, host);
      if (params !== undefined) inputRequests[key] = { method: "elicitation/create", params };
    }
    const requestState = sealState(
      {
        flow: state.flow,
        round: state.round + 1,
        turns,
        entries: journal.entries,
        pending,
        changes: journal.changes,
        incompleteRounds,
        longestWaitMs: replay.longestWaitMs,
        ...(state.expiresAt !== undefined && { expiresAt: state.expiresAt }),
      },
      binding,
      settings,
    );
    return inputRequired({
      ...(Object.keys(inputRequests).length > 0 && { inputRequests: inputRequests as never }),
      requestState,
    });
  };

  return {
    ask,
    isOpen: () => open.size > 0,
    atRest(lacking) {
      if (open.size === 0) return;
      try {
        const result = endRound(lacking);
        caller.suspend(() => result);
      } catch (error) {
        caller.fail(error);
      }
    },
    end: stopHolding,
  };
}

/** What to send for an open question; nothing while the end of a URL interaction is quietly awaited. */
function paramsOf(
  { question, pending, why }: Open,
  host: HostCapabilities,
): ElicitParams | undefined {
  if (pending.holds === undefined || question.mode !== "url")
    return encodeQuestion(question, host, why, undefined);
  if (pending.holds <= QUIET_HOLDS) return undefined;
  if (!host.form) return encodeQuestion(question, host, undefined, undefined);
  const { hostname } = new URL(question.url);
  return {
    mode: "form",
    message: `Finished at ${hostname}? Accept when you are done there; cancel to give up.`,
    requestedSchema: {
      type: "object",
      properties: { finished: { type: "boolean", title: "I have finished" } },
    },
  };
}
