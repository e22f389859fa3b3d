import { CANNOT_ASK, noAnswerMessage } from "../../contracts/no-answer.js";
import type { ElicitContent } from "../../schema/index.js";
import { textOf } from "./params.js";

/** The answer to an `elicitation/create`, as it travels. */
export type ElicitResult =
  | { action: "accept"; content?: ElicitContent }
  | { action: "decline" }
  | { action: "cancel"; content?: ElicitContent };

/** The params of a form question. */
export interface ElicitFormParams {
  readonly mode?: "form" | undefined;
  readonly message: string;
  /** Untrusted. Read it with `createForm` of `midcall/form`. */
  readonly requestedSchema: unknown;
}

/** The params of a URL question. */
export interface ElicitUrlParams {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  /** Sent by 2025-11-25 only. */
  readonly elicitationId?: string | undefined;
}

/** The params of an `elicitation/create`, from any protocol version. */
export type ElicitParams = ElicitFormParams | ElicitUrlParams;

/** Whose question a callback answers. */
export interface ElicitCallbackContext {
  /** The server, as this host calls it. */
  readonly server: string;
  /** The call the question belongs to, where the protocol version lets a host know. */
  readonly call?: { readonly method: string; readonly name: string } | undefined;
}

// A method, as its parameters are compared in both directions: callbacks typed with the SDK fit.
interface Callback {
  answer(
    params: ElicitParams,
    context: ElicitCallbackContext,
  ): ElicitResult | Promise<ElicitResult>;
}

/**
 * Answers a question in code or with a UI of the host's own. May be declared with the SDK's types of
 * params and result as well.
 *
 * @example
 * ```ts
 * const onElicitation: OnElicitationCallback = async (params) => {
 *   if (params.mode === "url") return (await askToOpen(params.url)) ? accept() : decline();
 *   return acceptWithDefaults(params);
 * };
 * ```
 */
export type OnElicitationCallback = Callback["answer"];

// Shared by all copies of this module, so that a reason given by one is read by another.
const REASON = Symbol.for("midcall.reason");

/**
 * The person said yes.
 *
 * @param content - the values of the form; leave it out for a URL, where yes means consent to open it
 *
 * @example
 * ```ts
 * accept({ color: "red" }); // { action: "accept", content: { color: "red" } }
 * accept(); // { action: "accept" }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function accept(content?: ElicitContent): ElicitResult {
  return content ? { action: "accept", content } : { action: "accept" };
}

/**
 * The person said no.
 *
 * @param reason - for the audit log of this host only: it is never sent, copied or serialised
 *
 * @example
 * ```ts
 * decline("Not during the freeze."); // { action: "decline" }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function decline(reason?: string): ElicitResult {
  // Not enumerable: invisible to JSON, spread and structuredClone.
  return Object.defineProperty({ action: "decline" }, REASON, { value: reason });
}

/** Another name for {@link decline}. */
export const reject: typeof decline = decline;

/**
 * The person dismissed the question without choosing.
 *
 * @example
 * ```ts
 * cancel(); // { action: "cancel" }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function cancel(): ElicitResult {
  return { action: "cancel" };
}

/**
 * No user answered: the question could not be put to one, was not, or stayed without an answer. A
 * `cancel` with a mark in its content. One built with midcall reads it as `unanswered`, with a reason;
 * to any other server of 2026-07-28 it is a cancel. On 2025 send it through {@link answerOrThrow}.
 *
 * @param reason - short and harmless, as it is sent. `deadline`, `rate-limit`, `queue-full`, `blocked`,
 *   `secret-refused` and `withdrawn` mean to a server what they mean here; any other means that the
 *   host cannot ask.
 *
 * @example
 * ```ts
 * cannotAsk("no-ui"); // { action: "cancel", content: { "midcall/cannotAsk": "no-ui" } }
 * ```
 */
export function cannotAsk(reason: string): ElicitResult {
  return { action: "cancel", content: { [CANNOT_ASK]: reason } };
}

/** Why the result is nobody's answer; `undefined` for a person's own. */
export function cannotAskReason(result: ElicitResult): string | undefined {
  return result.action === "cancel" ? textOf(result.content, CANNOT_ASK) : undefined;
}

/**
 * For a host that answers a pushed question (2025) itself: a person's answer is returned, nobody's is
 * thrown, to be sent as a JSON-RPC error. Servers built without midcall would read the cancel as the
 * person's own. On 2026-07-28 send the result as it is; an error would not reach the server.
 *
 * @throws an `Error` with `code` and `data`, which clients send as they are
 *
 * @example
 * ```ts
 * client.fallbackRequestHandler = async ({ params }, { signal }) =>
 *   answerOrThrow(await inbox.handle(params, { server: "GitHub", signal }));
 * ```
 */
export function answerOrThrow(result: ElicitResult): ElicitResult {
  const reason = cannotAskReason(result);
  if (reason === undefined) return result;
  throw rpcError(-32603, noAnswerMessage(reason), { [CANNOT_ASK]: reason });
}

/** An error that clients send as it is, or that reads like one of theirs. */
export function rpcError(code: number | string, message: string, data?: object): Error {
  return Object.assign(new Error(message), { code, data });
}

/**
 * The reason given to {@link decline}, or `undefined`.
 *
 * @example
 * ```ts
 * declineReason(decline("Not now.")); // "Not now."
 * ```
 */
export function declineReason(result: ElicitResult): string | undefined {
  const reason = (result as { [REASON]?: unknown })[REASON];
  return typeof reason === "string" ? reason : undefined;
}
