import { errorText } from "../../internal/error-text.js";
import { compactOutcome, type CompactOutcome, expandOutcome } from "../state/codec.js";
import type { UrlAnswer } from "../../contracts/answers.js";
import type { Call } from "../call/call.js";
import { pageLink } from "../call/page-links.js";
import { OWN_KEYS } from "../call/replay/replay.js";
import { canonicalJson, digest } from "../state/canonical-json.js";
import type { Completions } from "../url-mode/completions.js";
import { QuestionError } from "../errors.js";
import { wrapPageErrors } from "./wrap-page-errors.js";
import type { HostCapabilities } from "../host/capabilities.js";
import { withTimeout, pause } from "../../internal/timeout.js";
import type { Settings } from "../options.js";
import { PageOutcomeError, readOutcome } from "./page-outcome.js";
import type {
  PageQuestionOptions,
  RecordedOutcome,
  CredentialRequest,
} from "./credential-request.js";
import type { ElicitationPages, PageVisit, VisitLink } from "../../contracts/pages.js";
import type { RequiredLinks } from "../url-mode/required-links.js";
import { DEFAULT_TIMEOUT_MS } from "../strategies/limits.js";

/** The parts that asking for a credential needs. */
export interface PageElicitationParts {
  readonly call: Call;
  readonly host: HostCapabilities;
  readonly settings: Settings;
  readonly pages: ElicitationPages;
  readonly completions: Completions;
  readonly required: RequiredLinks;
}

/**
 * The situation when the call first needed the credential. It is recorded in the journal and never contains the
 * credential.
 */
type Found =
  | { readonly is: "there" }
  | { readonly is: "out of reach" }
  | ({ readonly is: "asked" } & VisitLink);

/**
 * Makes sure that the pages have a credential: they have it already, or the user is asked for it on a page. Done once a
 * run for each key. The credential itself does not pass through here: only the outcome is recorded, and the caller reads
 * the credential again in every round.
 *
 * @throws PageOutcomeError when the user did not give it
 */
export function elicitOnPage(
  parts: PageElicitationParts,
  request: CredentialRequest,
  options: PageQuestionOptions,
): Promise<void> {
  return parts.call.once(`${request.key} ${request.what}`, () => run(parts, request, options));
}

async function run(
  parts: PageElicitationParts,
  request: CredentialRequest,
  options: PageQuestionOptions,
): Promise<void> {
  const { call, host, pages } = parts;
  const { key, what, message } = request;
  const keyOf = (nr: number): string => (nr === 1 ? key : `${OWN_KEYS}again ${key} ${nr}`);
  // Only 2025-11-25 has this error.
  const byError =
    options.prefer === "error" && host.url && host.strategy === "serverRequest"
      ? parts.required.begin()
      : undefined;
  try {
    // If several copies of a request run its step, the only effect is an unused link.
    const of = digest(canonicalJson([what, message, request.shows]));
    const { nr, found, isAskedAgain } = await pageLink<Found>({
      ...{ call, key, keyOf, of, message },
      make: () => wrapPageErrors(call, () => find(parts, request, options)),
      close: (page) => pages.complete(page, { status: "cancelled" }),
    });
    const asked = keyOf(nr);
    const { is } = found;
    if (is === "there") return;
    if (is === "out of reach") {
      if (options.whenUnavailable !== "continue") return await call.cannotAsk("url");
      throw new PageOutcomeError(what, "unanswered", { reason: "unsupported" });
    }
    const { id, url, code, expiresAt } = found;
    const asking = withCode(message, code);
    if (byError !== undefined) {
      return await byError.require(
        { mode: "url", message: asking, url, elicitationId: id },
        expiresAt,
      );
    }
    const { check } = request;
    const visit = pages.follow(id, check && { check });
    const answer = (await call.elicit(asking, url, {
      key: asked,
      elicitationId: id,
      ended: (signal) => credentialArrived(visit, request, signal),
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      ...(options.whenUnavailable !== undefined && { whenUnavailable: options.whenUnavailable }),
    })) as UrlAnswer;
    const end = await call.step(
      `${asked} end`,
      async () => {
        const reading = wrapPageErrors(call, () => readOutcome(answer, visit, request));
        const read = await withTimeout(reading, END_MS, () => unread(what, answer));
        await withTimeout(passOn(parts, id, read), END_MS, () => undefined);
        return compactOutcome(read);
      },
      REPEATABLE,
      isAskedAgain,
    );
    const { outcome, reason, error } = expandOutcome(end as CompactOutcome);
    if (outcome !== "done") throw new PageOutcomeError(what, outcome, { reason, error });
  } finally {
    byError?.leave();
  }
}

/** The longest time that reading the end of a visit may take; the time for the visit is over by then. */
const END_MS = 10_000;

/** The outcome when the pages do not say how the visit ended. @throws Error when the host said that it has */
function unread(what: string, answer: UrlAnswer): RecordedOutcome {
  if (answer.action === "unanswered") return { outcome: "unanswered", reason: answer.reason };
  throw new Error(
    `The outcome of the visit for ${what} could not be read: the pages did not respond within ${END_MS / 1000} seconds. ` +
      "Call again: if the user has finished, the result is found then.",
  );
}

const REPEATABLE = { onInterrupted: "rerun" } as const;

async function find(
  { call, settings }: PageElicitationParts,
  request: CredentialRequest,
  options: PageQuestionOptions,
): Promise<Found> {
  if (await request.isThere()) return { is: "there" };
  if (!call.canElicit("credential")) return { is: "out of reach" };
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? 0;
  const { id, url, code, expiresAt } = await request.makeLink({
    message: request.message,
    // A link has its own lifetime, and must not expire before the question.
    ...(timeoutMs > DEFAULT_TIMEOUT_MS && { ttlMs: timeoutMs }),
  });
  return { is: "asked", id, url, ...(code !== undefined && { code }), expiresAt };
}

/** Pause between two checks whether another visit has brought the credential. */
const CHECK_MS = 1000;

/**
 * Waits until the visit has ended, or another visit has brought the credential: that of a concurrent call, or of an
 * earlier call whose page was still open.
 */
async function credentialArrived(
  visit: PageVisit,
  request: Pick<CredentialRequest, "isThere">,
  signal: AbortSignal,
): Promise<boolean> {
  const stop = new AbortController();
  const over = AbortSignal.any([signal, stop.signal]);
  const ended = visit.wait(over).then((end) => end !== undefined);
  const brought = (async () => {
    while (!over.aborted) {
      if (await request.isThere().catch(() => false)) return true;
      await pause(CHECK_MS, over);
    }
    return ended;
  })();
  try {
    return await Promise.race([ended, brought]);
  } finally {
    stop.abort();
  }
}

/** Closes the page when the user declined in the host; notifies the host, where the protocol version has a notice, of an end on the page. */
async function passOn(
  { host, pages, completions, settings }: PageElicitationParts,
  id: string,
  { outcome }: RecordedOutcome,
): Promise<void> {
  try {
    if (outcome === "declined" || outcome === "cancelled")
      await pages.complete(id, { status: outcome });
    // If another visit has brought the credential, this one is no longer needed.
    if (outcome === "done") await pages.complete(id, { status: "cancelled" });
    if (outcome === "done" && host.protocolVersion === "2025-11-25") await completions.complete(id);
  } catch (error) {
    // The outcome stands, even if one side could not be notified.
    settings.logger.warn(
      `midcall: the end of the visit ${id} could not be passed on: ${errorText(error)}`,
    );
  }
}

function withCode(message: string, code: string | undefined): string {
  return code === undefined ? message : `${message}\n\nThe page asks for this code: ${code}`;
}

/** Longest name of a secret or a provider, so that it fits in the key of a step. */
const MAX_NAME = 128;

/** @throws QuestionError */
export function assertName(name: unknown, method: string): asserts name is string {
  if (typeof name === "string" && name !== "" && name.length <= MAX_NAME) return;
  throw new QuestionError(
    `${method} needs a name of 1 to ${MAX_NAME} characters, such as ctx.secret("stripe").`,
  );
}
