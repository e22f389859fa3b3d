import type { UnansweredReason, UrlAnswer } from "../../contracts/answers.js";
import { MidcallError } from "../../contracts/errors.js";
import type { PageOutcome, RecordedOutcome, CredentialRequest } from "./credential-request.js";
import type { PageVisit, VisitEnd } from "../../contracts/pages.js";

/**
 * `ctx.secret` or `ctx.connect` ended without the secret or the account. The handler may catch it and go on without.
 *
 * @example
 * ```ts
 * try {
 *   key = await ctx.secret("stripe");
 * } catch (error) {
 *   if (!(error instanceof PageOutcomeError && error.outcome === "declined")) throw error;
 *   return text("Then here is what the public price list says: …");
 * }
 * ```
 */
export class PageOutcomeError extends MidcallError {
  static readonly code = "ERR_MIDCALL_PAGE_OUTCOME";
  override readonly code = "ERR_MIDCALL_PAGE_OUTCOME";
  /** How the question ended. */
  readonly outcome: PageOutcome;
  /** Why the user did not answer; set for `unanswered` and `closed`. */
  readonly reason: UnansweredReason | undefined;
  /** The OAuth error code, such as `access_denied`; set for `provider-error`. */
  readonly providerError: string | undefined;

  /**
   * @param what - what was asked for, as a message names it
   * @param outcome - how it ended
   * @param details - `reason`: why the user did not answer; `error`: the code of the other service, or why it failed
   */
  constructor(
    what: string,
    outcome: PageOutcome,
    { reason, error }: { readonly reason?: UnansweredReason; readonly error?: string } = {},
  ) {
    super(inWords(what, outcome, reason, error));
    this.outcome = outcome;
    this.reason = reason;
    this.providerError = outcome === "provider-error" ? error : undefined;
  }
}

/** OAuth errors that usually are the user's decision. The user should not be pressed to decide again. */
const DECIDED: Readonly<Record<string, string>> = {
  access_denied: "access was denied there",
  insufficient_scope: "not all required permissions were granted",
};

function inWords(
  what: string,
  outcome: PageOutcome,
  reason: UnansweredReason | undefined,
  error: string | undefined,
): string {
  switch (outcome) {
    case "declined":
      return `The user declined to give ${what}. Continue without it, or stop.`;
    case "cancelled":
      return `The user cancelled before giving ${what}. Call again only if they want to.`;
    case "expired":
      return `The link for ${what} expired before it was used. Call again for a new one.`;
    case "closed":
      return (
        `The user opened the page for ${what} but did not finish in time. ` +
        "Call again when they have finished: the result is found then. If the page is closed, calling again gives a new link."
      );
    case "provider-error":
      return error !== undefined && Object.hasOwn(DECIDED, error)
        ? `The other service did not give ${what}: ${DECIDED[error]} (${error}). Call again only if the user wants to.`
        : `The other service did not give ${what}: ${error ?? "unknown error"}. Call again to retry.`;
    case "wrong-user":
      return (
        `The link for ${what} was opened only by someone other than the user who was asked, so nothing was stored. ` +
        "Call again, and open the link signed in as the same user as here."
      );
    case "failed":
      return `The page for ${what} failed (${error ?? "no reason given"}), so nothing was stored. Call again to retry.`;
    case "unanswered":
      return reason === "blocked"
        ? `No user gave ${what}: a rule in the host refuses the question (blocked). Call again only if the user has lifted that rule.`
        : `No user gave ${what} (${reason ?? "deadline"}). Call again when the user is available.`;
  }
}

/**
 * Combines how a question ended with how the visit it led to ended.
 *
 * @param request The credential; it is looked for once more, as another visit may have brought it.
 */
export async function readOutcome(
  answer: UrlAnswer,
  visit: PageVisit,
  request: Pick<CredentialRequest, "isThere" | "approve">,
): Promise<RecordedOutcome> {
  if (answer.action === "decline") return { outcome: "declined" };
  if (answer.action === "cancel") return { outcome: "cancelled" };
  // Checked even if the time is up: the user may have finished at the last moment, or while no call was waiting.
  const end = await visit.completed();
  if (end?.status === "done") return request.approve(end);
  const isNo = end?.status === "declined" || end?.status === "cancelled";
  if (!isNo && (await request.isThere())) {
    // It is not known whether a live check was made.
    return request.approve({ status: "done", checked: false });
  }
  if (end !== undefined) return recordedEnd(end);
  const reason = answer.action === "unanswered" ? answer.reason : "deadline";
  if (reason !== "deadline") return { outcome: "unanswered", reason: reason };
  const seen = await visit.seen();
  if (seen === "wrong-user") return { outcome: "wrong-user" };
  return { outcome: seen === "user" ? "closed" : "unanswered", reason: reason };
}

function recordedEnd(end: Exclude<VisitEnd, { readonly status: "done" }>): RecordedOutcome {
  if (end.status === "provider-error")
    return { outcome: end.status, error: end.error.slice(0, 200) };
  if (end.status === "failed") return { outcome: end.status, error: end.reason.slice(0, 200) };
  return { outcome: end.status };
}
