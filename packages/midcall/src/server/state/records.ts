import { createLazyMember } from "../../internal/memory/lazy-member.js";
import { randomBytes } from "node:crypto";
import type { Answer, UnansweredReason, Via } from "../../contracts/answers.js";

/**
 * How a recorded question ended. Of what the schema made of the content, only what differs from it is recorded: see
 * `output` and `derivesOutput`.
 */
export interface AnswerEntry {
  readonly kind: "question";
  readonly key: string;
  /** Digest of what the user saw. */
  readonly digest: string;
  /** The beginning of the message, for the error of a replay mismatch. */
  readonly message: string;
  readonly action: Answer<unknown>["action"];
  /** Milliseconds between asking and the answer. */
  readonly elapsedMs: number;
  /** Content of an accepted form. */
  readonly content?: unknown;
  /** The schema's output, where it differs from the content. */
  readonly output?: readonly [unknown];
  /** JSON cannot carry the schema's output: derive it from the content again. */
  readonly derivesOutput?: true;
  /** Why it is `unanswered`. */
  readonly reason?: UnansweredReason;
  /** The host's JSON-RPC error. */
  readonly error?: { readonly code: number; readonly message: string };
  /** The handler waited for the end of the URL interaction and saw it. */
  readonly completed?: true;
  /** Its deadline aborted the handler's signal. */
  readonly abortedSignal?: true;
  /** Whether it has a derived key and was asked after a wait outside of steps. */
  readonly afterWait?: true;
  /** It was accepted faster than its words can be read. */
  readonly tooFast?: true;
  /** How it reached the user, if not natively. */
  readonly via?: Exclude<Via, "native">;
}

/** A finished step: its value, or the error it threw. */
export interface StepEntry {
  readonly kind: "step";
  readonly key: string;
  readonly value?: unknown;
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly code?: string | number;
  };
}

/** An entry of the journal of a call. */
export type Entry = AnswerEntry | StepEntry;

/** Names an entry within its call: a question and a step may share a key. */
export type EntryId = `${Entry["kind"]} ${string}`;

/** The id of the entry of this kind and key. */
export function entryId(kind: Entry["kind"], key: string): EntryId {
  return `${kind} ${key}`;
}

/** Where a question that the host does not show is shown instead. */
export interface Delivery {
  readonly via: Exclude<Via, "native">;
  /** Names the place of the answer: a visit to a page, or a question in the store. */
  readonly id: string;
  /** The link to give to the user; absent where the server opens the page itself. */
  readonly url?: string;
  /** A code that the page asks for. */
  readonly code?: string;
}

/** A question that has been asked and not settled. */
export interface Pending {
  readonly key: string;
  /** Digest of what the user saw. */
  readonly digest: string;
  /** The beginning of the message, for the error of a replay mismatch. */
  readonly message: string;
  /** When it was first asked, in ms since 1970. */
  readonly askedAt: number;
  /** Its deadline, in ms since 1970. */
  readonly answerBy: number;
  /** When it was last sent, where that was later than `askedAt`. */
  readonly sentAt?: number;
  /** It was accepted too fast to be believed, and is asked once more. */
  readonly doubted?: true;
  /** Its words have changed since it was answered: no new step begins until it is answered again. */
  readonly askedAgain?: true;
  /** Invalid answers so far. */
  readonly invalidAnswers?: number;
  /** The user agreed to open the URL and its end is awaited: the number of rounds that were held for it since. */
  readonly holds?: number;
  /** A response that came in a round whose run did not reach the question. */
  readonly response?: unknown;
  /** When it came, in ms since 1970. */
  readonly cameAt?: number;
  /** Whether it has a derived key and was asked after a wait outside of steps. */
  readonly afterWait?: true;
  /** The host was asked and no user answered there. */
  readonly failedNatively?: true;
  readonly delivery?: Delivery;
  /** It is not the host's to answer: it is asked in another place, or will be. */
  readonly elsewhere?: true;
  /** The id of the request that asks it, where any replica may get the response (2025). */
  readonly requestId?: string;
}

/** Whether a response of the host's counts. */
export const isHosts = ({ delivery, elsewhere }: Pending): boolean =>
  delivery === undefined && elsewhere !== true;

/** Everything one call carries from round to round. */
export interface FlowState {
  /** Names the call; random. */
  readonly flow: string;
  /** Rounds so far; distinguishes the states of a call. */
  readonly round: number;
  /** How many of them asked the user something. */
  readonly turns: number;
  readonly entries: readonly Entry[];
  readonly pending: readonly Pending[];
  /** How often each question with a key changed while an answer to it was being sent. */
  readonly changes: Readonly<Record<string, number>>;
  /** Rounds in a row that ended before the run had reached every question and step of earlier rounds. */
  readonly incompleteRounds: number;
  /** The longest wait outside of steps that preceded a question, in milliseconds. */
  readonly longestWaitMs: number;
  /** Its places in the counts of its user's open calls; absent where it is not counted. */
  readonly places?: readonly number[];
  /** Names what was saved of the call; absent in a state that travels through the client. */
  readonly savedAs?: string;
  /** The trace context of the first round, where calls are observed by telemetry. */
  readonly traceparent?: string;
  /** When the state that came in expires (ms since 1970); absent on a first round. */
  readonly expiresAt?: number;
  /**
   * The latest time (ms since 1970) from which the time of a new question counts, where the request was used before: what a call has
   * in the store is then kept for longer than its states.
   */
  readonly countsFrom?: number;
}

/** The state of a call's first round. Its random name is made when something needs it. */
export function firstState(): FlowState {
  let flow: string | undefined;
  const state = {
    round: 0,
    turns: 0,
    entries: [],
    pending: [],
    changes: {},
    incompleteRounds: 0,
    longestWaitMs: 0,
  };
  defineFlow(state, () => (flow ??= randomBytes(16).toString("base64url")));
  return state as unknown as FlowState;
}

const defineFlow = createLazyMember<string>("flow");

/** Whether nothing has been asked or done in the call yet. */
export function isEmpty({ entries, pending }: FlowState): boolean {
  return entries.length === 0 && pending.length === 0;
}
