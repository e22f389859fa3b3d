import { assertOptions } from "../../internal/assert-options.js";
import { isObject } from "../../internal/is-object.js";

/** One message on its way, as a fault sees it. */
export interface WireMessage {
  /** `sent` by the host to the server, or `received` from it. */
  readonly direction: "sent" | "received";
  /** The JSON-RPC message. */
  readonly message: Readonly<Record<string, unknown>>;
  /** 0 for the first message in its direction, then 1, and so on. */
  readonly index: number;
}

/** Chooses the messages that a fault hits. */
export type MessageFilter = (wire: WireMessage) => boolean;

/** How often a fault happens. */
export interface FaultOptions {
  /** Of the messages that the filter matches, at most this many. Default: all. */
  readonly times?: number | undefined;
  /** The probability for each message, from 0 to 1, decided by the `seed`. Default 1. */
  readonly chance?: number | undefined;
}

/** Something that goes wrong with certain messages; made with {@link drop}, {@link delay} and the others. */
export interface Fault extends FaultOptions {
  readonly kind: "drop" | "delay" | "duplicate" | "reorder" | "truncate" | "disconnect";
  readonly matches: MessageFilter;
  /** Of a delay, and the longest time that a reordered message is held: milliseconds. */
  readonly ms?: number | undefined;
}

/** A reordered message that no other follows is delivered after this time. */
const LONGEST_HOLD_MS = 1_000;

/**
 * The message is lost.
 *
 * @param matches - which messages
 * @param options - how often
 *
 * @example
 * ```ts
 * faults: [drop(isAnswer, { times: 1 })]
 * ```
 */
export function drop(matches: MessageFilter, options: FaultOptions = {}): Fault {
  return { kind: "drop", matches, ...often("drop", options) };
}

/**
 * The message arrives later; others overtake it.
 *
 * @param matches - which messages
 * @param ms - the delay in milliseconds
 * @param options - how often
 *
 * @example
 * ```ts
 * faults: [delay(isAnswer, 50)]
 * ```
 */
export function delay(matches: MessageFilter, ms: number, options: FaultOptions = {}): Fault {
  return { kind: "delay", matches, ms, ...often("delay", options) };
}

/**
 * The message arrives twice.
 *
 * @param matches - which messages
 * @param options - how often
 *
 * @example
 * ```ts
 * faults: [duplicate(isAnswer)]
 * ```
 */
export function duplicate(matches: MessageFilter, options: FaultOptions = {}): Fault {
  return { kind: "duplicate", matches, ...often("duplicate", options) };
}

/**
 * The message arrives after the next one in its direction, or a second later if none follows.
 *
 * @param matches - which messages
 * @param options - how often
 *
 * @example
 * ```ts
 * faults: [reorder(isQuestion, { times: 1 })]
 * ```
 */
export function reorder(matches: MessageFilter, options: FaultOptions = {}): Fault {
  return { kind: "reorder", matches, ms: LONGEST_HOLD_MS, ...often("reorder", options) };
}

/**
 * Only the first half of the message arrives. The receiver cannot parse it: the message is lost, and a transport that
 * receives it reports a `SyntaxError` to `onerror`.
 *
 * @param matches - which messages
 * @param options - how often
 *
 * @example
 * ```ts
 * faults: [truncate(isQuestion)]
 * ```
 */
export function truncate(matches: MessageFilter, options: FaultOptions = {}): Fault {
  return { kind: "truncate", matches, ...often("truncate", options) };
}

/**
 * The connection is closed in place of the message.
 *
 * @param matches - which messages
 * @param options - how often
 *
 * @example
 * ```ts
 * faults: [disconnect(isAnswer)]
 * ```
 */
export function disconnect(matches: MessageFilter, options: FaultOptions = {}): Fault {
  return { kind: "disconnect", matches, ...often("disconnect", options) };
}

/**
 * Matches what carries a user's answers to the server: the response to an `elicitation/create`, or on 2026-07-28 a
 * request with `inputResponses`.
 *
 * @param wire - the message
 * @returns whether it carries answers
 *
 * @example
 * ```ts
 * faults: [duplicate(isAnswer)]
 * ```
 */
export function isAnswer({ direction, message: { method, params, result } }: WireMessage): boolean {
  if (direction !== "sent") return false;
  if (method !== undefined) return isObject(params) && isObject(params["inputResponses"]);
  return isObject(result) && typeof result["action"] === "string";
}

/**
 * Matches what carries a server's questions to the user: an `elicitation/create`, or on 2026-07-28 a result that
 * requires input.
 *
 * @param wire - the message
 * @returns whether it carries questions
 *
 * @example
 * ```ts
 * faults: [delay(isQuestion, 50)]
 * ```
 */
export function isQuestion({ direction, message: { method, result } }: WireMessage): boolean {
  if (direction !== "received") return false;
  if (method !== undefined) return method === "elicitation/create";
  return isObject(result) && isObject(result["inputRequests"]);
}

/** The options of the fault of this name, checked. */
function often(name: Fault["kind"], options: FaultOptions): FaultOptions {
  assertOptions<FaultOptions>(name, options, { times: "number", chance: "number" });
  return options;
}
