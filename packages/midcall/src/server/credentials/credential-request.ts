import type { UnansweredReason } from "../../contracts/answers.js";
import type { WhenUnavailable } from "../elicitation/question.js";
import type { LiveCheck, VisitEnd, VisitLink } from "../../contracts/pages.js";

/** Options of every question about a page. */
export interface PageQuestionOptions {
  /**
   * The message for the user: what is asked for, and why. Default: created from the names of the server and the
   * credential.
   */
  readonly message?: string;
  /** Key of the question, used on the wire. Pass one where a call deliberately asks for the same thing a second time. */
  readonly key?: string;
  /** How long the user has, in milliseconds. Default: `timeoutMs` of `createElicitation`. */
  readonly timeoutMs?: number;
  /**
   * When the host cannot show links: `"fail"` (default) ends the call with an explanation, `"continue"` throws a
   * {@link PageOutcomeError}, which the handler may catch.
   */
  readonly whenUnavailable?: WhenUnavailable;
  /**
   * On 2025-11-25: `"elicit"` (default) asks during the call; `"error"` ends the call with `-32042`, and
   * the host calls again when the page is completed. Other protocol versions do not have this error and always ask.
   */
  readonly prefer?: "elicit" | "error";
}

/** A credential that only the user can give, on a separate page, and that the pages then store. */
export interface CredentialRequest {
  /** Key of the question on the wire, and prefix of the keys of the steps around it. */
  readonly key: string;
  /** The credential, as a message names it. */
  readonly what: string;
  readonly message: string;
  /** What the page shows and asks for beside the message. */
  readonly shows: unknown;
  /** Whether the pages have it already. */
  isThere(): Promise<boolean>;
  makeLink(options: { readonly message: string; readonly ttlMs?: number }): Promise<VisitLink>;
  /** For a visit that another process or an earlier round has started. */
  readonly check?: LiveCheck | undefined;
  /** Checks what a finished visit has stored. */
  approve(done: VisitEnd & { readonly status: "done" }): Promise<RecordedOutcome>;
}

/**
 * How a question about a page ended without the credential.
 *
 * - `declined`: the user declined, in the host or on the page.
 * - `cancelled`: the user dismissed the question or cancelled the visit.
 * - `expired`: the link expired before it was used.
 * - `closed`: the user opened the page and did not finish before the deadline.
 * - `provider-error`: the other service refused; `providerError` is its OAuth error code.
 * - `wrong-user`: all visitors who opened the link were signed in as other users.
 * - `failed`: an error on this side.
 * - `unanswered`: the user did not answer the question or did not open the page; see `reason`.
 */
export type PageOutcome =
  | "declined"
  | "cancelled"
  | "expired"
  | "closed"
  | "provider-error"
  | "wrong-user"
  | "failed"
  | "unanswered";

/** How a visit ended, for the journal. Never contains a credential. */
export interface RecordedOutcome {
  readonly outcome: "done" | PageOutcome;
  /** Why it is `unanswered`. */
  readonly reason?: UnansweredReason;
  /** The provider's error code, or why the visit failed. */
  readonly error?: string;
}
