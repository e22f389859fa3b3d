import { inputRequired, type InputRequiredResult } from "@modelcontextprotocol/server";
import type { Answer, UrlAnswer } from "../answers.js";
import { type Asker, type Caller, never } from "./asker.js";
import type { Completions } from "./completion.js";
import { toAnswer, toEntry } from "./entry.js";
import type { Host } from "./host.js";
import { inTime } from "./in-time.js";
import { type Journal, pendingByKey } from "./journal.js";
import type { Settings } from "./options.js";
import { type Outcome, readResponse } from "./outcome.js";
import { awaitsEnd, type Question, quoted, shortened, type UrlQuestion } from "./question.js";
import { type Binding, type FlowState, type Pending, sealState } from "./state.js";
import {
  assertAllowed,
  assertTurns,
  attemptsFor,
  DEFAULT_DEADLINE_MS,
  isTooFast,
} from "./turns.js";
import { type ElicitParams, elicitParams } from "./wire.js";

/** Rounds held for the end of a URL interaction before the person is asked whether it has ended. */
const QUIET_HOLDS = 3;
const TOO_LATE = { kind: "unanswered", reason: "deadline" } as const;
const OTHER_SHAPE = "the same words with other fields or another link";

/** What one round of a call knows and needs. */
export interface RoundParts {
  readonly settings: Settings;
  readonly host: Host;
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
 * A round is over when a question is open and one macrotask has passed since the last activity with
 * no step, validation or store call under way.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export function createRounds(parts: RoundParts, caller: Caller): Asker {
  const { settings, host, journal, binding, state, responses } = parts;
  const { now } = settings;
  const pendingBefore = pendingByKey(state);
  const met = new Set<string>();
  const settled = new Set<string>();
  const open = new Map<string, Open>();
  const holds = new Set<AbortController>();
  let busyCount = 0;
  let activity = 0;
  let ended = false;
  let checking = false;

  const check = (): void => {
    if (checking || ended || open.size === 0 || busyCount > 0) return;
    checking = true;
    const seen = activity;
    setImmediate(() => {
      checking = false;
      if (ended || busyCount > 0) return;
      if (seen !== activity) return check();
      try {
        const result = endRound();
        caller.suspend(() => result);
      } catch (error) {
        caller.fail(error);
      }
    });
  };

  const busy = (): (() => void) => {
    busyCount += 1;
    activity += 1;
    let once = true;
    return () => {
      if (!once) return;
      once = false;
      busyCount -= 1;
      activity += 1;
      check();
    };
  };

  const during = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const done = busy();
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
    [...open.values()].some(({ pending }) => pending.h === undefined);

  const nothingElseIsOpen = (): boolean =>
    open.size === 0 && [...pendingBefore.keys()].every((key) => settled.has(key));

  const leaveOpen = (entry: Open): Promise<never> => {
    const isNew = !pendingBefore.has(entry.question.key);
    assertAllowed(!isNew || parts.allowQuestion(), settings);
    open.set(entry.question.key, entry);
    activity += 1;
    if (entry.pending.h === undefined) stopHolding();
    check();
    return never();
  };

  const settle = (
    question: Question,
    outcome: Exclude<Outcome, { kind: "invalid" }>,
    askedAt: number,
    completed = false,
  ): Answer<unknown> | UrlAnswer => {
    const elapsedMs = Math.max(0, now() - askedAt);
    settled.add(question.key);
    // A signal that aborts runs the handler's catch blocks, which must not happen while a question is open.
    const aborts =
      outcome.kind === "unanswered" && outcome.reason === "deadline" && nothingElseIsOpen();
    const entry = toEntry(question, outcome, elapsedMs, completed);
    journal.record(aborts ? { ...entry, b: 1 } : entry);
    if (aborts) caller.deadlinePassed();
    return toAnswer(question, outcome, elapsedMs, completed);
  };

  const read = async (
    question: Question,
    response: unknown,
    pending: Pending,
  ): Promise<Answer<unknown> | UrlAnswer> => {
    const tooFast = isTooFast(now() - (pending.l ?? pending.at), host, settings);
    const outcome = await during(() => {
      const understood = readResponse(response, question, host, tooFast);
      // A check of the author's that never settles must not hold the question.
      return understood instanceof Promise
        ? inTime(understood, pending.by - now(), () => TOO_LATE)
        : understood;
    });
    if (outcome.kind === "consent" && question.mode === "url" && awaitsEnd(question)) {
      return hold(question, { ...pending, h: 0 });
    }
    if (outcome.kind !== "invalid") return settle(question, outcome, pending.at);
    const attempts = (pending.n ?? 0) + 1;
    if (attempts >= attemptsFor(question, settings))
      return settle(question, { kind: "unanswered", reason: "invalid" }, pending.at);
    return leaveOpen({
      question,
      pending: { ...pending, n: attempts, l: now() },
      why: outcome.why,
    });
  };

  /** Waits a while for the end of a URL interaction; leaves the question open when it does not come. */
  const hold = async (
    question: UrlQuestion & Question,
    pending: Pending,
  ): Promise<Answer<unknown> | UrlAnswer> => {
    const until = Math.min(now() + settings.holdMs, pending.by);
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
    if (finished) return settle(question, { kind: "consent" }, pending.at, true);
    if (now() >= pending.by)
      return settle(question, { kind: "unanswered", reason: "deadline" }, pending.at);
    return leaveOpen({ question, pending: { ...pending, h: (pending.h ?? 0) + 1 } });
  };

  const resume = (question: Question, before: Pending): Promise<Answer<unknown> | UrlAnswer> => {
    // An answer that had to wait is read once; asked again, the question waits for a new one.
    const { r: late, ...pending } = before;
    met.add(question.key);
    // An answer that had to wait was late, not for another wording.
    if (late !== undefined) journal.settled([shapeKey(pending), wordingKey(pending)]);
    const response =
      late ?? (Object.hasOwn(responses, question.key) ? responses[question.key] : undefined);
    if (now() > pending.by) {
      return Promise.resolve(
        settle(question, { kind: "unanswered", reason: "deadline" }, pending.at),
      );
    }
    if (pending.h !== undefined && question.mode === "url") {
      const action = (response as { action?: unknown } | undefined)?.action;
      if (action === "decline" || action === "cancel") return read(question, response, pending);
      return hold(question, pending);
    }
    if (response !== undefined) return read(question, response, pending);
    return leaveOpen({ question, pending });
  };

  const fresh = (question: Question): Pending => {
    const at = now();
    return {
      k: question.key,
      d: question.digest,
      s: question.shape,
      at,
      by: at + (question.deadlineMs ?? settings.deadlineMs ?? DEFAULT_DEADLINE_MS),
      w: shortened(question.message),
    };
  };

  const ask = async (question: Question): Promise<Answer<unknown> | UrlAnswer> => {
    activity += 1;
    const pending = pendingBefore.get(question.key);
    if (pending?.d === question.digest) return resume(question, pending);
    if (pending !== undefined) {
      met.add(question.key);
      journal.changed(question.key, question.key, quoted(pending.w), quoted(question.message));
    }
    const unsolicited =
      pending === undefined &&
      question.mode === "form" &&
      question.unsolicited &&
      Object.hasOwn(responses, question.key);
    if (unsolicited) return read(question, responses[question.key], fresh(question));
    if (question.mode === "url" && question.elicitationId !== undefined) {
      const { elicitationId } = question;
      const { at, by } = fresh(question);
      const forMs = by - at + settings.stateTtlMs;
      const claimed = await during(() =>
        inTime(
          parts.completions.claim(elicitationId, binding.principal, forMs),
          by - at,
          () => TOO_LATE,
        ),
      );
      if (claimed !== undefined) return settle(question, claimed, at);
    }
    return leaveOpen({ question, pending: fresh(question) });
  };

  /**
   * Questions of earlier rounds that this run did not come to, with the answers that came for them.
   * They are kept, as a slow branch may still come to them, unless it shows that the wording changes
   * from round to round.
   */
  const unmet = (): Pending[] => {
    const kept: Pending[] = [];
    // Several late branches in one round are no proof: a change is counted once a round.
    const counted = new Set<string>();
    for (const pending of pendingBefore.values()) {
      if (met.has(pending.k)) continue;
      const arrived = Object.hasOwn(responses, pending.k);
      kept.push(
        pending.r === undefined && arrived ? { ...pending, r: responses[pending.k] } : pending,
      );
      if (!arrived || pending.r !== undefined) continue;
      const successor = [...open.values()].find(
        ({ question, pending: fresh }) =>
          question.name === undefined &&
          !pendingBefore.has(question.key) &&
          (fresh.s === pending.s || fresh.w === pending.w),
      );
      if (successor === undefined) continue;
      const sameWords = successor.pending.w === pending.w;
      const change = sameWords ? wordingKey(pending) : shapeKey(pending);
      if (counted.has(change)) continue;
      counted.add(change);
      const current = sameWords ? OTHER_SHAPE : quoted(successor.pending.w);
      journal.changed(change, pending.k, quoted(pending.w), current);
    }
    return kept;
  };

  const endRound = (): InputRequiredResult => {
    // Waiting for the end of a URL interaction is no turn to the person; its deadline bounds it.
    const turns = state.turns + (somethingIsOpen() ? 1 : 0);
    assertTurns(turns, settings);
    const pending = unmet();
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
        stale: journal.stale,
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
    busy,
    end: () => {
      ended = true;
      stopHolding();
    },
  };
}

/** Under which an unnamed question with other words is counted. */
function shapeKey({ s }: Pending): string {
  return `shape ${s}`;
}

/** Under which an unnamed question in the same words, with other fields or another link, is counted. */
function wordingKey({ w }: Pending): string {
  return `words ${w}`;
}

/** What to send for an open question; nothing while the end of a URL interaction is quietly awaited. */
function paramsOf({ question, pending, why }: Open, host: Host): ElicitParams | undefined {
  if (pending.h === undefined || question.mode !== "url")
    return elicitParams(question, host, why, undefined);
  if (pending.h <= QUIET_HOLDS) return undefined;
  if (!host.form) return elicitParams(question, host, undefined, undefined);
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
