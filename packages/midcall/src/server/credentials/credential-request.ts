import type { UnansweredReason } from "../../contracts/answers.js";
import type { WhenUnavailable } from "../elicitation/question.js";
import type { LiveCheck, VisitEnd, VisitLink } from "../../contracts/pages.js";

/** What every question about a page may be told. */
export interface PageQuestionOptions {
  /** What is wanted and why, in words for the person. Default: made of the names of the server and of what it wants. */
  readonly message?: string;
  /** Name of the question, used on the wire. Give one where a call asks for the same thing a second time on purpose. */
  readonly key?: string;
  /** Milliseconds the person has. Default: `timeoutMs` of `createElicitation`. */
  readonly timeoutMs?: number;
  /**
   * When the host cannot show links: `"fail"` (default) ends the call with an explanation, `"continue"` throws a
   * {@link PageOutcomeError}, which the handler may catch.
   */
  readonly whenUnavailable?: WhenUnavailable;
  /**
   * On 2025-11-25: `"elicit"` (default) asks during the call, `"error"` ends the call with `-32042`, and
   * the host calls again when the page is done. Other protocol versions have no such error and ask.
   */
  readonly prefer?: "elicit" | "error";
}

/** Something only the person can give, on a page of its own, and the pages then keep. */
export interface CredentialRequest {
  /** Names the question on the wire, and the steps around it. */
  readonly key: string;
  /** As a message names it. */
  readonly what: string;
  readonly message: string;
  /** Whether the pages have it already. */
  isThere(): Promise<boolean>;
  makeLink(options: { readonly message: string; readonly ttlMs?: number }): Promise<VisitLink>;
  /** For a visit that another process, or an earlier round, has begun. */
  readonly check?: LiveCheck | undefined;
  /** Looks over what a finished visit has left. */
  approve(done: VisitEnd & { readonly status: "done" }): Promise<RecordedOutcome>;
}

/**
 * How a question about a page ended without what it was for.
 *
 * - `declined`: the person said no, in the host or on the page.
 * - `cancelled`: the person dismissed the question or called the visit off.
 * - `expired`: the link ran out before it was used.
 * - `closed`: the person opened the page and did not finish before the deadline.
 * - `provider-error`: the other service refused; `providerError` is its OAuth code.
 * - `wrong-person`: the only ones who came were signed in as somebody else.
 * - `failed`: it broke on this side.
 * - `unanswered`: nobody answered the question, or nobody opened the page; see `reason`.
 */
export type PageOutcome =
  | "declined"
  | "cancelled"
  | "expired"
  | "closed"
  | "provider-error"
  | "wrong-person"
  | "failed"
  | "unanswered";

/** The end of a visit as a step records it. Never with a value in it. */
export interface RecordedOutcome {
  readonly outcome: "done" | PageOutcome;
  /** Reason of an `unanswered`. */
  readonly reason?: UnansweredReason;
  /** The provider's error code, or why it failed. */
  readonly error?: string;
}
