import type { UrlAnswer } from "../../contracts/answers.js";
import type { Call } from "../call/call.js";
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

/** What asking for it takes. */
export interface PageElicitationParts {
  readonly call: Call;
  readonly host: HostCapabilities;
  readonly settings: Settings;
  readonly pages: ElicitationPages;
  readonly completions: Completions;
  readonly required: RequiredLinks;
}

/** What a call found when it first needed it. Goes into the journal, so never with a value. */
type Found =
  | { readonly is: "there" }
  | { readonly is: "out of reach" }
  | ({ readonly is: "asked" } & VisitLink);

/**
 * Sees to it that something is with the pages: it is there already, or the person is asked to give it and
 * has done so. Once a run for each key. The thing itself never comes by here: only how it went is
 * recorded, and anyone who needs the thing reads it again in every round.
 *
 * @throws PageOutcomeError when the person did not give it
 */
export function elicitOnPage(
  parts: PageElicitationParts,
  wanted: CredentialRequest,
  options: PageQuestionOptions,
): Promise<void> {
  return parts.call.once(`${wanted.key} ${wanted.what}`, () => run(parts, wanted, options));
}

async function run(
  parts: PageElicitationParts,
  wanted: CredentialRequest,
  options: PageQuestionOptions,
): Promise<void> {
  const { call, host, pages } = parts;
  const { key, what, message } = wanted;
  // The protocol version of the error; elsewhere it would mean nothing.
  const byError =
    options.prefer === "error" && host.url && host.strategy === "serverRequest"
      ? parts.required.begin()
      : undefined;
  try {
    // Whichever copy of a request looks, and however often, nothing is changed by it but for an unused link.
    const found = await call.step(
      `${key} link`,
      () => wrapPageErrors(call, () => find(parts, wanted, options)),
      REPEATABLE,
    );
    const { is } = found as Found;
    if (is === "there") return;
    if (is === "out of reach") {
      if (options.whenUnavailable !== "continue") return await call.cannotAsk("url");
      throw new PageOutcomeError(what, "unanswered", { reason: "unsupported" });
    }
    const { id, url, code, expiresAt } = found as VisitLink;
    const asking = withCode(message, code);
    if (byError !== undefined) {
      return await byError.require(
        { mode: "url", message: asking, url, elicitationId: id },
        expiresAt,
      );
    }
    const { check } = wanted;
    const visit = pages.follow(id, check && { check });
    const answer = (await call.elicit(asking, url, {
      key,
      elicitationId: id,
      ended: (signal) => arrived(visit, wanted, signal),
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      ...(options.whenUnavailable !== undefined && { whenUnavailable: options.whenUnavailable }),
    })) as UrlAnswer;
    const end = (await call.step(
      `${key} end`,
      async () => {
        const reading = wrapPageErrors(call, () => readOutcome(answer, visit, wanted));
        const read = await withTimeout(reading, END_MS, () => unread(what, answer));
        await withTimeout(tellOthers(parts, id, read), END_MS, () => undefined);
        return read;
      },
      REPEATABLE,
    )) as RecordedOutcome;
    const { outcome: outcome, reason: reason, error: error } = end;
    if (outcome !== "done") throw new PageOutcomeError(what, outcome, { reason, error });
  } finally {
    byError?.leave();
  }
}

/** Longest a look at how a visit has ended may take: its time is over by then. */
const END_MS = 10_000;

/** The pages do not say how it ended. @throws Error when the host said that it has */
function unread(what: string, answer: UrlAnswer): RecordedOutcome {
  if (answer.action === "unanswered") return { outcome: "unanswered", reason: answer.reason };
  throw new Error(
    `How the visit for ${what} ended could not be read: the pages gave no answer within ${END_MS / 1000} seconds. ` +
      "Call again: what was given is found then.",
  );
}

const REPEATABLE = { onInterrupted: "rerun" } as const;

async function find(
  { call, settings }: PageElicitationParts,
  wanted: CredentialRequest,
  options: PageQuestionOptions,
): Promise<Found> {
  if (await wanted.isThere()) return { is: "there" };
  if (!call.canElicit("url")) return { is: "out of reach" };
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? 0;
  const { id, url, code, expiresAt } = await wanted.makeLink({
    message: wanted.message,
    // A link has a life of its own, and must not end before the question does.
    ...(timeoutMs > DEFAULT_TIMEOUT_MS && { ttlMs: timeoutMs }),
  });
  return { is: "asked", id, url, ...(code !== undefined && { code }), expiresAt };
}

/** Pause between two looks at what another visit may have brought. */
const LOOK_MS = 1000;

/**
 * Waits until the visit has ended, or another one has brought what is wanted: that of a call beside this one,
 * or of an earlier one whose page was still open.
 */
async function arrived(
  visit: PageVisit,
  wanted: Pick<CredentialRequest, "isThere">,
  signal: AbortSignal,
): Promise<boolean> {
  const stop = new AbortController();
  const over = AbortSignal.any([signal, stop.signal]);
  const ended = visit.wait(over).then((end) => end !== undefined);
  const brought = (async () => {
    while (!over.aborted) {
      if (await wanted.isThere().catch(() => false)) return true;
      await pause(LOOK_MS, over);
    }
    return ended;
  })();
  try {
    return await Promise.race([ended, brought]);
  } finally {
    stop.abort();
  }
}

/** A no in the host closes the page; an end on the page is told to a host that knows such notices. */
async function tellOthers(
  { host, pages, completions, settings }: PageElicitationParts,
  id: string,
  { outcome: s }: RecordedOutcome,
): Promise<void> {
  try {
    if (s === "declined" || s === "cancelled") await pages.complete(id, { status: s });
    // Where another visit has brought it, this one has nothing left to do.
    if (s === "done") await pages.complete(id, { status: "cancelled" });
    if (s === "done" && host.protocolVersion === "2025-11-25") await completions.complete(id);
  } catch (error) {
    // How it ended stands, even if somebody could not be told.
    settings.logger.warn(`midcall: the end of the visit ${id} was not passed on: ${String(error)}`);
  }
}

function withCode(message: string, code: string | undefined): string {
  return code === undefined ? message : `${message}\n\nThe page asks for this code: ${code}`;
}

/** Longest name of a secret or a provider, so that it fits into the key of a step. */
const MAX_NAME = 128;

/** @throws QuestionError */
export function assertName(name: unknown, method: string): asserts name is string {
  if (typeof name === "string" && name !== "" && name.length <= MAX_NAME) return;
  throw new QuestionError(
    `${method} needs a name of 1 to ${MAX_NAME} characters, such as ctx.secret("stripe").`,
  );
}
