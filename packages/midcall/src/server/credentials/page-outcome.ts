import type { UnansweredReason, UrlAnswer } from "../../contracts/answers.js";
import { MidcallError } from "../../contracts/errors.js";
import type { PageOutcome, RecordedOutcome, CredentialRequest } from "./credential-request.js";
import type { PageVisit, VisitEnd } from "../../contracts/pages.js";

/**
 * `ctx.secret` or `ctx.connect` ended without the secret or the account. Thrown into the handler, which may
 * catch it and go on otherwise.
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
  readonly outcome: PageOutcome;
  /** Why nobody answered, with `unanswered` and `closed`. */
  readonly reason: UnansweredReason | undefined;
  /** The OAuth error code, such as `access_denied`, with `provider-error`. */
  readonly providerError: string | undefined;

  /**
   * @param what - what was asked for, as a message names it
   * @param outcome - how it ended
   * @param details - `reason`: why nobody answered; `error`: the code of the other service, or why it failed
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

/** Errors that are a decision of the person's, mostly. Nobody is to be pressed to decide again. */
const DECIDED: Readonly<Record<string, string>> = {
  access_denied: "it was not allowed there",
  insufficient_scope: "less was allowed there than is needed",
};

function inWords(
  what: string,
  outcome: PageOutcome,
  reason: UnansweredReason | undefined,
  error: string | undefined,
): string {
  switch (outcome) {
    case "declined":
      return `The person said no: ${what} was not given. Go on without it, or leave it.`;
    case "cancelled":
      return `The person cancelled before ${what} was given. Call again only if they want to.`;
    case "expired":
      return `The link for ${what} expired before it was used. Call again for a new one.`;
    case "closed":
      return (
        `The person opened the page for ${what} and has not finished it in time. ` +
        "Once they have, call again: it is found then. If the page is gone, calling again gives a new link."
      );
    case "provider-error":
      return error !== undefined && Object.hasOwn(DECIDED, error)
        ? `The other service did not give ${what}: ${DECIDED[error]} (${error}). Call again only if the person wants to.`
        : `The other service did not give ${what}: ${error ?? "unknown error"}. Call again to try once more.`;
    case "wrong-person":
      return (
        `The link for ${what} was opened only by somebody other than the person who was asked, so nothing was kept. ` +
        "Call again, and open the link signed in as the same person as here."
      );
    case "failed":
      return `The page for ${what} failed (${error ?? "no reason given"}), so nothing was kept. Call again to try once more.`;
    case "unanswered":
      return reason === "blocked"
        ? `Nobody gave ${what}: a rule in the host refuses the question (blocked). Call again only if the person has lifted it.`
        : `Nobody gave ${what} (${reason ?? "deadline"}). Call again when the person is there.`;
  }
}

/**
 * Puts how a question and the visit it led to ended into one.
 *
 * @param wanted What it was for; looked for once more, as another visit may have brought it.
 */
export async function readOutcome(
  answer: UrlAnswer,
  visit: PageVisit,
  wanted: Pick<CredentialRequest, "isThere" | "approve">,
): Promise<RecordedOutcome> {
  if (answer.action === "decline") return { outcome: "declined" };
  if (answer.action === "cancel") return { outcome: "cancelled" };
  // Also when the time is up: it may have been finished in the last moment, or while nobody was waiting.
  const end = await visit.completed();
  if (end?.status === "done") return wanted.approve(end);
  const isNo = end?.status === "declined" || end?.status === "cancelled";
  if (!isNo && (await wanted.isThere())) {
    // No matter who brought it, it is not known here to have been tried out.
    return wanted.approve({ status: "done", checked: false });
  }
  if (end !== undefined) return recordedEnd(end);
  const reason = answer.action === "unanswered" ? answer.reason : "deadline";
  if (reason !== "deadline") return { outcome: "unanswered", reason: reason };
  const seen = await visit.seen();
  if (seen === "wrong-person") return { outcome: "wrong-person" };
  return { outcome: seen === "person" ? "closed" : "unanswered", reason: reason };
}

function recordedEnd(end: Exclude<VisitEnd, { readonly status: "done" }>): RecordedOutcome {
  if (end.status === "provider-error")
    return { outcome: end.status, error: end.error.slice(0, 200) };
  if (end.status === "failed") return { outcome: end.status, error: end.reason.slice(0, 200) };
  return { outcome: end.status };
}
