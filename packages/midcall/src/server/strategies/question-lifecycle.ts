import type { Answer, UrlAnswer, Via } from "../../contracts/answers.js";
import { withTimeout } from "../../internal/timeout.js";
import { auditAnswer, type AuditParts } from "../call/audit-answer.js";
import type { Journal } from "../call/journal/journal.js";
import { decodeOutcome, encodeAnswer, keptOutput } from "../call/journal/journal-codec.js";
import type { ResponseOutcome } from "../elicitation/decode.js";
import type { EncodedQuestion } from "../elicitation/encode.js";
import { type Question, shortened } from "../elicitation/question.js";
import { isHostsOwn } from "../host/own-answers.js";
import { isTooFast, RELEASE_MS } from "../host/too-fast.js";
import type { Settings } from "../options.js";
import { tooLargeAnswer } from "../state/record-size.js";
import type { FlowState, Pending } from "../state/records.js";
import { countedFrom } from "../state/request-state.js";
import type { Completions } from "../url-mode/completions.js";
import { DEFAULT_TIMEOUT_MS } from "./limits.js";
import type { RunControl } from "./strategy.js";

/** An outcome that settles a question: anything but an invalid answer, after which it is asked again. */
export type SettledOutcome = Exclude<ResponseOutcome, { kind: "invalid" }>;

/** The outcome of a question that no user answered. */
export type UnansweredOutcome = Extract<ResponseOutcome, { kind: "unanswered" }>;

/** The parts that both strategies need. */
export interface LifecycleParts extends AuditParts {
  readonly journal: Journal;
  readonly completions: Completions;
}

/** The time limit of work for a question. */
export interface TimeBound {
  /** The deadline of the question, in ms since 1970. */
  readonly answerBy: number;
  /** Returns the outcome of the question if the work is not done by then or the signal aborts. */
  readonly late: () => UnansweredOutcome;
  readonly signal?: AbortSignal;
}

/**
 * How long the user has for a question, in milliseconds.
 *
 * @param byDefault Applies where neither the question nor `createElicitation` has a `timeoutMs`.
 */
export function timeoutOf(
  { timeoutMs }: Question,
  settings: Settings,
  byDefault: number = DEFAULT_TIMEOUT_MS,
): number {
  return timeoutMs ?? settings.timeoutMs ?? byDefault;
}

/** The record of a question that is asked now. */
export function pendingOf(
  question: Question,
  settings: Settings,
  state: Pick<FlowState, "countsFrom">,
): Pending {
  const askedAt = settings.now();
  return {
    key: question.key,
    digest: question.digest,
    message: shortened(question.message),
    askedAt,
    answerBy: countedFrom(state, settings) + timeoutOf(question, settings),
    ...(question.afterWait && { afterWait: true }),
  };
}

/**
 * Ties a URL interaction to the user it is for, before the question is asked: only an id that the author has chosen can
 * be completed by its name, and only for that user.
 *
 * @param timeoutMs How long the user has for the question.
 * @param onClaimed Runs next, with how long the claim lasts in milliseconds.
 * @returns what the question ends with instead, when the store does not answer in time
 */
export function claimInteraction(
  { completions, settings }: LifecycleParts,
  elicitationId: string,
  timeoutMs: number,
  { late, signal }: Omit<TimeBound, "answerBy">,
  onClaimed?: (forMs: number) => Promise<void>,
): Promise<UnansweredOutcome | undefined> {
  const forMs = timeoutMs + settings.stateTtlMs;
  const claim = async (): Promise<undefined> => {
    await completions.claim(elicitationId, forMs);
    await onClaimed?.(forMs);
  };
  return withTimeout(claim(), timeoutMs, late, signal);
}

/**
 * Reads a response, until the deadline at most: a check of the author's schema that never settles must not keep the
 * question open.
 *
 * @param elapsedMs How long after the question was sent the response came.
 */
export function decodeInTime(
  { settings, host }: LifecycleParts,
  question: Question,
  encoded: EncodedQuestion,
  response: unknown,
  elapsedMs: number,
  { answerBy, late, signal }: TimeBound,
): ResponseOutcome | Promise<ResponseOutcome> {
  const { now } = settings;
  const isOwn = isHostsOwn(response, encoded.mode, elapsedMs, host, settings);
  const tooFast = isTooFast(question, elapsedMs, host);
  const outcome = encoded.decode(response, isOwn);
  const noted = (decoded: ResponseOutcome): ResponseOutcome => {
    const kept = ofKeptSize(decoded, settings);
    return tooFast && (kept.kind === "accept" || kept.kind === "invalid")
      ? { ...kept, tooFast }
      : kept;
  };
  return outcome instanceof Promise
    ? withTimeout(outcome.then(noted), answerBy - now(), late, signal)
    : noted(outcome);
}

function ofKeptSize(outcome: ResponseOutcome, settings: Settings): ResponseOutcome {
  if (outcome.kind !== "accept") return outcome;
  const why = tooLargeAnswer(outcome.content, keptOutput(outcome)?.[0], settings);
  return why === undefined ? outcome : { kind: "invalid", why };
}

/** How long to wait before a question is asked again after this outcome, in milliseconds. */
export function pauseAfter(question: Question, outcome: ResponseOutcome): number {
  const isTooFast = "tooFast" in outcome && outcome.tooFast === true;
  return isTooFast && question.mode === "form" && question.isHumanOnly ? RELEASE_MS : 0;
}

/** Whether an accept is not believed: the question guards something, and nobody can have read it. */
export function isDoubted(
  question: Question,
  outcome: ResponseOutcome,
): outcome is Extract<ResponseOutcome, { kind: "accept" }> {
  return (
    question.mode === "form" &&
    question.isHumanOnly &&
    outcome.kind === "accept" &&
    outcome.tooFast === true
  );
}

/**
 * What a question ends with whose accept is not believed: nothing the first time, so that it is asked once more. The doubt
 * is in the audit.
 */
export function doubt(
  parts: LifecycleParts,
  question: Question,
  { askedAt, doubted }: Pick<Pending, "askedAt" | "doubted">,
): UnansweredOutcome | undefined {
  if (doubted === true || (question.mode === "form" && question.isRepeated === true))
    return { kind: "unanswered", reason: "auto-declined" };
  const audited = { action: "unanswered", reason: "auto-declined", via: "native" } as const;
  auditAnswer(parts, question, { ...audited, askedAt });
  return undefined;
}

/** How a question ended. */
export interface Settlement {
  readonly outcome: SettledOutcome;
  /** When it was first asked, in ms since 1970. */
  readonly askedAt: number;
  /** The handler waited for the end of the URL interaction and saw it. */
  readonly completed?: boolean;
  /** No other question is open. */
  readonly isLast: boolean;
  /** How many answers came, or 1 if none did; for telemetry. */
  readonly attempts?: number | undefined;
  /** How it reached the user. Default `native`. */
  readonly via?: Via | undefined;
}

/** Records how a question ended, and gives the answer the handler sees. */
export function settleQuestion(
  parts: LifecycleParts,
  control: RunControl,
  question: Question,
  { outcome, askedAt, completed = false, isLast, attempts, via }: Settlement,
): Answer<unknown> | UrlAnswer {
  const { settings, journal } = parts;
  const elapsedMs = Math.max(0, settings.now() - askedAt);
  const isLate = outcome.kind === "unanswered" && outcome.reason === "deadline";
  // An aborted signal runs the handler's catch blocks, which must not happen while another question is open.
  const aborts = isLate && isLast;
  const facts = { elapsedMs, completed, via };
  const entry = encodeAnswer(question, outcome, facts);
  journal.record(aborts ? { ...entry, abortedSignal: true } : entry);
  const { kind } = outcome;
  auditAnswer(parts, question, {
    action: kind === "consent" ? "accept" : kind,
    accepted: kind === "accept" ? outcome.data : undefined,
    content: kind === "accept" ? outcome.content : undefined,
    reason: kind === "unanswered" ? outcome.reason : undefined,
    via: via ?? "native",
    askedAt,
    attempts,
  });
  if (aborts) control.deadlinePassed();
  return decodeOutcome(question, outcome, facts);
}
