import { CANNOT_ASK, noAnswerMessage, WHY } from "../../contracts/no-answer.js";
import type { ElicitContent } from "../../schema/index.js";
import { textOf } from "./params.js";

/** The result of an `elicitation/create` request, as it is sent. */
export type ElicitResult =
  | { action: "accept"; content?: ElicitContent }
  | { action: "decline" }
  | { action: "cancel"; content?: ElicitContent };

/** The params of a form question. */
export interface ElicitFormParams {
  readonly mode?: "form" | undefined;
  readonly message: string;
  /** Untrusted. Parse it with `createForm` of `midcall/form`. */
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

/** The origin of the question that a callback answers. */
export interface ElicitCallbackContext {
  /** The host's name for the server. */
  readonly server: string;
  /** The call that the question belongs to, if the protocol version reports it. */
  readonly call?: { readonly method: string; readonly name: string } | undefined;
}

// A method, because its parameters are compared bivariantly: callbacks typed with the SDK are assignable.
interface Callback {
  answer(
    params: ElicitParams,
    context: ElicitCallbackContext,
  ): ElicitResult | Promise<ElicitResult>;
}

/**
 * A callback that answers a question in code or with the host's own UI. It may also be declared with the SDK's types of
 * params and result.
 *
 * @param params - the params of the `elicitation/create` request
 * @param context - the server, and the call if it is known
 * @returns the result to send, made with {@link accept}, {@link decline}, {@link cancel} or {@link cannotAsk}
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

// `Symbol.for`: several copies of this module share the symbol, so that one can read a reason set by another.
const REASON = Symbol.for("midcall.reason");

/**
 * The result for a user who accepted.
 *
 * @param content - the values of the form by field name; omit it for a URL, where `accept` means consent to open it
 * @returns the result to send
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
 * The result for a user who explicitly declined.
 *
 * @param reason - for this host's audit log only; it is never sent, copied or serialised
 * @returns the result to send
 *
 * @example
 * ```ts
 * decline("Not during the freeze."); // { action: "decline" }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function decline(reason?: string): ElicitResult {
  // The property is not enumerable, so JSON, spread and structuredClone leave it out.
  return Object.defineProperty({ action: "decline" }, REASON, { value: reason });
}

/** Another name for {@link decline}. */
export const reject: typeof decline = decline;

/**
 * The result for a user who dismissed the question without choosing.
 *
 * @returns the result to send
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
 * The result for a question that no user answered: it could not be shown, was not shown, or was not answered. It is a
 * `cancel` with a mark in its content. A server built with midcall reads it as `unanswered`, with the reason; any other
 * 2026-07-28 server reads a cancel. On 2025 send it through {@link answerOrThrow}.
 *
 * @param reason - a short text without confidential data, as it is sent. Servers know `deadline`, `rate-limit`,
 *   `queue-full`, `blocked`, `secret-refused` and `withdrawn`; any other reason means that the host cannot ask.
 * @param why - sentences for the author of the server: what is wrong, and what to do about it; sent as well
 * @returns the result to send
 *
 * @example
 * ```ts
 * cannotAsk("no-ui"); // { action: "cancel", content: { "midcall/cannotAsk": "no-ui" } }
 * ```
 */
export function cannotAsk(reason: string, why?: string): ElicitResult {
  return { action: "cancel", content: { [CANNOT_ASK]: reason, ...(why && { [WHY]: why }) } };
}

/** The reason why no user answered; `undefined` if the result is a user's own answer. */
export function cannotAskReason(result: ElicitResult): string | undefined {
  return result.action === "cancel" ? textOf(result.content, CANNOT_ASK) : undefined;
}

/**
 * Returns a user's answer; throws a result of {@link cannotAsk}, to be sent as a JSON-RPC error. For a host that
 * answers a 2025 `elicitation/create` request itself: a server built without midcall would read the `cancel` as the
 * user's own. On 2026-07-28 send the result as it is; an error would not reach the server.
 *
 * @param result - the answer, for example of `inbox.handle`
 * @returns the same result
 *
 * @throws an `Error` with `code` and `data`, which clients send unchanged
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
  const { content } = result as { readonly content: object };
  throw rpcError(-32603, noAnswerMessage(reason, textOf(content, WHY)), { ...content });
}

/** The error code of a lost connection. The official client uses the same one. */
export const CLOSED = "CONNECTION_CLOSED";

/** Creates an error with a `code` and optional `data`, which clients send unchanged as a JSON-RPC error. */
export function rpcError(code: number | string, message: string, data?: object): Error {
  return Object.assign(new Error(message), { code, data });
}

/**
 * The reason that was passed to {@link decline}, or `undefined`.
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
