import type { ElicitContent } from "../schema/index.js";

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

/** The params of an `elicitation/create`, from any revision. */
export type ElicitParams = ElicitFormParams | ElicitUrlParams;

/** Whose question a callback answers. */
export interface ElicitCallbackContext {
  /** The server, as this host calls it. */
  readonly server: string;
  /** The call the question belongs to, where the revision lets a host know. */
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
 * Nobody can be asked, although this host once said so. A `cancel` to every server; one built with
 * midcall reads the mark in its content and tries another way.
 *
 * @param reason - short and harmless, such as `no-ui`: it is sent
 *
 * @example
 * ```ts
 * cannotAsk("no-ui"); // { action: "cancel", content: { "midcall/cannotAsk": "no-ui" } }
 * ```
 */
export function cannotAsk(reason: string): ElicitResult {
  return { action: "cancel", content: { "midcall/cannotAsk": reason } };
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
