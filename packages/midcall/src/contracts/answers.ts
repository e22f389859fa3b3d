import type { ElicitContent } from "../schema/index.js";

/** The way a question went. `native` is the host's own elicitation. */
export type Via = "native";

/**
 * Why nobody answered.
 *
 * - `deadline`: the time for the question ran out, on this side or in the host.
 * - `disconnected`: the call was cancelled or the question withdrawn while it was open, or its connection or session
 *   ended. A lost HTTP connection of 2025 is none of these.
 * - `busy`: the host had too many questions open, or was asked too often. Nobody saw this one.
 * - `blocked`: a standing rule in the host refuses this server, or forms that ask for secrets. It is
 *   no answer to this question; asking again changes nothing until the person lifts the rule.
 * - `unsupported`: the host cannot put this kind of question to a person, or answered it with a
 *   JSON-RPC error instead of asking (`error` then carries that error's code and message).
 * - `auto-declined`: a host known to refuse by itself declined faster than a person could.
 * - `invalid`: the answers stayed invalid through all attempts, or what came was not a JSON-RPC response
 *   (`error` then says so).
 */
export type UnansweredReason =
  "deadline" | "disconnected" | "busy" | "blocked" | "unsupported" | "auto-declined" | "invalid";

interface Asked {
  /** The way the question went. */
  readonly via: Via;
  /** Milliseconds between asking and the answer, as seen by the server. */
  readonly elapsedMs: number;
}

/** The person said yes and sent data that satisfies the schema. */
export interface Accepted<T> extends Asked {
  readonly action: "accept";
  /** The answer, validated, transformed by the schema and unwrapped. */
  readonly data: T;
  /** The same answer as it came over the wire. */
  readonly content: ElicitContent;
}

/** The person agreed to open the URL. Consent to open it; `completed` says whether they finished there. */
export interface UrlAccepted extends Asked {
  readonly action: "accept";
  /** True when the handler waited for the end of the interaction and saw it. */
  readonly completed: boolean;
}

/** The person said no. */
export interface Declined extends Asked {
  readonly action: "decline";
}

/** The person dismissed the question without choosing. */
export interface Cancelled extends Asked {
  readonly action: "cancel";
}

/** No person answered. Never a no, never a yes. */
export interface Unanswered extends Asked {
  readonly action: "unanswered";
  readonly reason: UnansweredReason;
  /** The host's JSON-RPC error, when that is what came back; or what was wrong with a malformed response. */
  readonly error?: { readonly code: number; readonly message: string };
}

/**
 * What came of a form question. Branch on `action`; only `accept` has `data`.
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
 * What came of a URL question.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
 */
export type UrlAnswer = UrlAccepted | Declined | Cancelled | Unanswered;
