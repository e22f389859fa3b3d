import type { ElicitContent } from "../schema/index.js";

/**
 * How a question reached the user.
 *
 * - `native`: the host's own elicitation.
 * - `app`: a view of the server's in the host (MCP Apps).
 * - `page`: a web page of the server's.
 * - `relay`: the model asked in the chat and passed the answer on. Nothing proves that a user gave it.
 */
export type Via = "native" | "app" | "page" | "relay";

/**
 * Why no user answered.
 *
 * - `deadline`: the time for the question ran out, on this side or in the host.
 * - `disconnected`: the call was cancelled or the question withdrawn while it was open, or its connection or session
 *   ended. A lost HTTP connection on 2025 does not count.
 * - `busy`: the host had too many questions open, or was asked too often. No user saw this question.
 * - `blocked`: a standing rule in the host refuses this server, or forms that ask for secrets. It is not an answer to this
 *   question; asking again has no effect until the user lifts the rule.
 * - `unsupported`: the host cannot show this kind of question, or responded with a JSON-RPC error instead of asking
 *   (`error` then has its code and message).
 * - `auto-declined`: the host answered by itself: a decline, a cancel or an accept without content, from a host that is known
 *   for it (`hostOverrides`), faster than a user could.
 * - `invalid`: the answers were invalid in all attempts, or the response was not a valid JSON-RPC response (`error` then
 *   says so).
 */
export type UnansweredReason =
  | "deadline"
  | "disconnected"
  | "busy"
  | "blocked"
  | "unsupported"
  | "auto-declined"
  | "invalid";

interface Asked {
  /** How the question reached the user. */
  readonly via: Via;
  /** Milliseconds between asking and the answer, as seen by the server. */
  readonly elapsedMs: number;
}

/** The user accepted and sent data that satisfies the schema. */
export interface Accepted<T> extends Asked {
  readonly action: "accept";
  /** The answer, validated, transformed by the schema and unwrapped. */
  readonly data: T;
  /** The same answer as it was received. */
  readonly content: ElicitContent;
}

/** The user agreed to open the URL. `completed` says whether they finished there. */
export interface UrlAccepted extends Asked {
  readonly action: "accept";
  /** Whether the handler waited for the end of the interaction and saw it. */
  readonly completed: boolean;
}

/** The user declined. */
export interface Declined extends Asked {
  readonly action: "decline";
}

/** The user dismissed the question without choosing. */
export interface Cancelled extends Asked {
  readonly action: "cancel";
}

/** No user answered. That is neither a yes nor a no. */
export interface Unanswered extends Asked {
  readonly action: "unanswered";
  readonly reason: UnansweredReason;
  /** The host's JSON-RPC error, if it responded with one; or what was wrong with a malformed response. */
  readonly error?: { readonly code: number; readonly message: string };
}

/**
 * The answer to a form question. Branch on `action`; only `accept` has `data`.
 *
 * @example
 * ```ts
 * const answer = await ctx.elicit("Which one?", ["red", "blue"]);
 * if (answer.action === "accept") paint(answer.data);
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export type Answer<T> = Accepted<T> | Declined | Cancelled | Unanswered;

/**
 * The answer to a URL question.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
 */
export type UrlAnswer = UrlAccepted | Declined | Cancelled | Unanswered;
