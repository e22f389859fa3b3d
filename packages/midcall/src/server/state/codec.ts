import type { UnansweredReason } from "../../contracts/answers.js";
import type { RecordedOutcome } from "../credentials/credential-request.js";
import type { AnswerEntry, Delivery, Entry, FlowState, Pending, StepEntry } from "./records.js";

/*
 * A request state travels to the client and back in every round, so its members have names of one letter. They are used
 * here and nowhere else.
 */

type Flag = 1 | undefined;

interface CompactAnswer {
  readonly t: "q";
  readonly k: string;
  readonly d: string;
  readonly w: string;
  readonly a: keyof typeof ACTIONS;
  readonly m: number;
  readonly c?: unknown;
  readonly o?: readonly [unknown] | undefined;
  readonly x?: Flag;
  readonly r?: UnansweredReason | undefined;
  readonly e?: readonly [code: number, message: string] | undefined;
  readonly f?: Flag;
  readonly b?: Flag;
  readonly g?: Flag;
  readonly h?: Flag;
  readonly y?: Delivery["via"] | undefined;
}

interface CompactStep {
  readonly t: "s";
  readonly k: string;
  readonly v?: unknown;
  readonly e?: StepEntry["error"] | undefined;
}

interface CompactPending {
  readonly k: string;
  readonly d: string;
  readonly w: string;
  readonly at: number;
  readonly by: number;
  readonly l?: number | undefined;
  readonly n?: number | undefined;
  readonly b?: Flag;
  readonly a?: Flag;
  readonly h?: number | undefined;
  readonly r?: unknown;
  readonly c?: number | undefined;
  readonly g?: Flag;
  readonly f?: Flag;
  readonly v?: readonly [via: Delivery["via"], id: string, url?: string, code?: string] | undefined;
  readonly e?: Flag;
  readonly q?: string | undefined;
}

/** An entry as JSON carries it. */
export type CompactEntry = CompactAnswer | CompactStep;

/** A state as JSON carries it. */
export interface CompactState {
  readonly f: string;
  readonly n: number;
  readonly u: number;
  readonly e?: readonly CompactEntry[] | undefined;
  readonly o?: readonly CompactPending[] | undefined;
  readonly z?: Readonly<Record<string, number>> | undefined;
  readonly l?: number | undefined;
  readonly w?: number | undefined;
  readonly i?: readonly number[] | undefined;
  readonly t?: string | undefined;
}

/** The outcome of a visit to a page, as the value of a step. */
export interface CompactOutcome {
  readonly s: RecordedOutcome["outcome"];
  readonly r?: UnansweredReason | undefined;
  readonly e?: string | undefined;
}

const ACTIONS = { a: "accept", d: "decline", c: "cancel", u: "unanswered" } as const;
const LETTERS = { accept: "a", decline: "d", cancel: "c", unanswered: "u" } as const;

/** The state under short names. Members that are `undefined` are for `JSON.stringify` to leave out. */
export function compactState(state: FlowState): CompactState {
  const {
    flow,
    round,
    turns,
    entries,
    pending,
    changes,
    incompleteRounds,
    longestWaitMs,
    places,
    traceparent,
  } = state;
  return {
    f: flow,
    n: round,
    u: turns,
    e: entries.length > 0 ? entries.map(compactEntry) : undefined,
    o: pending.length > 0 ? pending.map(compactPending) : undefined,
    z: Object.keys(changes).length > 0 ? changes : undefined,
    l: incompleteRounds > 0 ? incompleteRounds : undefined,
    w: longestWaitMs > 0 ? longestWaitMs : undefined,
    i: places,
    t: traceparent,
  };
}

/** The reverse of {@link compactState}. */
export function expandState(compact: CompactState): Omit<FlowState, "expiresAt"> {
  return {
    flow: compact.f,
    round: compact.n,
    turns: compact.u,
    entries: compact.e?.map(expandEntry) ?? [],
    pending: compact.o?.map(expandPending) ?? [],
    changes: compact.z ?? {},
    incompleteRounds: compact.l ?? 0,
    longestWaitMs: compact.w ?? 0,
    ...(compact.i !== undefined && { places: compact.i }),
    ...(compact.t !== undefined && { traceparent: compact.t }),
  };
}

/** One entry under short names. */
export function compactEntry(entry: Entry): CompactEntry {
  return entry.kind === "question" ? compactAnswer(entry) : compactStep(entry);
}

/** The reverse of {@link compactEntry}. */
export function expandEntry(compact: CompactEntry): Entry {
  return compact.t === "q" ? expandAnswer(compact) : expandStep(compact);
}

/** The outcome of a visit under short names. */
export function compactOutcome({ outcome, reason, error }: RecordedOutcome): CompactOutcome {
  return { s: outcome, r: reason, e: error };
}

/** The reverse of {@link compactOutcome}. */
export function expandOutcome({
  s: outcome,
  r: reason,
  e: error,
}: CompactOutcome): RecordedOutcome {
  return {
    outcome,
    ...(reason !== undefined && { reason }),
    ...(error !== undefined && { error }),
  };
}

function compactAnswer(entry: AnswerEntry): CompactAnswer {
  return {
    t: "q",
    k: entry.key,
    d: entry.digest,
    w: entry.message,
    a: LETTERS[entry.action],
    m: entry.elapsedMs,
    c: entry.content,
    o: entry.output,
    x: flag(entry.derivesOutput),
    r: entry.reason,
    e: entry.error && [entry.error.code, entry.error.message],
    f: flag(entry.completed),
    b: flag(entry.abortedSignal),
    g: flag(entry.afterWait),
    h: flag(entry.tooFast),
    y: entry.via,
  };
}

function expandAnswer(compact: CompactAnswer): AnswerEntry {
  const { c: content, o: output, r: reason, e: error, y: via } = compact;
  return {
    kind: "question",
    key: compact.k,
    digest: compact.d,
    message: compact.w,
    action: ACTIONS[compact.a],
    elapsedMs: compact.m,
    ...(content !== undefined && { content }),
    ...(output !== undefined && { output }),
    ...(compact.x === 1 && { derivesOutput: true }),
    ...(reason !== undefined && { reason }),
    ...(error !== undefined && { error: { code: error[0], message: error[1] } }),
    ...(compact.f === 1 && { completed: true }),
    ...(compact.b === 1 && { abortedSignal: true }),
    ...(compact.g === 1 && { afterWait: true }),
    ...(compact.h === 1 && { tooFast: true }),
    ...(via !== undefined && { via }),
  };
}

function compactStep({ key, value, error }: StepEntry): CompactStep {
  return { t: "s", k: key, v: value, e: error };
}

function expandStep({ k: key, v: value, e: error }: CompactStep): StepEntry {
  return {
    kind: "step",
    key,
    ...(value !== undefined && { value }),
    ...(error !== undefined && { error }),
  };
}

function compactPending(pending: Pending): CompactPending {
  return {
    k: pending.key,
    d: pending.digest,
    at: pending.askedAt,
    by: pending.answerBy,
    w: pending.message,
    l: pending.sentAt,
    n: pending.invalidAnswers,
    b: flag(pending.doubted),
    a: flag(pending.askedAgain),
    h: pending.holds,
    r: pending.response,
    c: pending.cameAt,
    g: flag(pending.afterWait),
    f: flag(pending.failedNatively),
    v: pending.delivery && compactDelivery(pending.delivery),
    e: flag(pending.elsewhere),
    q: pending.requestId,
  };
}

function compactDelivery({ via, id, url, code }: Delivery): NonNullable<CompactPending["v"]> {
  if (url === undefined) return [via, id];
  return code === undefined ? [via, id, url] : [via, id, url, code];
}

function expandDelivery([via, id, url, code]: NonNullable<CompactPending["v"]>): Delivery {
  return { via, id, ...(url !== undefined && { url }), ...(code !== undefined && { code }) };
}

function expandPending(compact: CompactPending): Pending {
  const { l: sentAt, n: invalidAnswers, h: holds, r: response, v: delivery } = compact;
  const { c: cameAt, q: requestId } = compact;
  return {
    key: compact.k,
    digest: compact.d,
    message: compact.w,
    askedAt: compact.at,
    answerBy: compact.by,
    ...(sentAt !== undefined && { sentAt }),
    ...(invalidAnswers !== undefined && { invalidAnswers }),
    ...(compact.b === 1 && { doubted: true }),
    ...(compact.a === 1 && { askedAgain: true }),
    ...(holds !== undefined && { holds }),
    ...(response !== undefined && { response }),
    ...(cameAt !== undefined && { cameAt }),
    ...(compact.g === 1 && { afterWait: true }),
    ...(compact.f === 1 && { failedNatively: true }),
    ...(delivery !== undefined && { delivery: expandDelivery(delivery) }),
    ...(compact.e === 1 && { elsewhere: true }),
    ...(requestId !== undefined && { requestId }),
  };
}

function flag(isSet: true | undefined): Flag {
  return isSet && 1;
}
