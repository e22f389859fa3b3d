import {
  type ElicitRequestURLParams,
  ProtocolError,
  ProtocolErrorCode,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/server";
import type { Call } from "./call.js";
import type { ElicitationContext } from "./context.js";
import { CannotElicitError, QuestionError } from "./errors.js";
import type { Host } from "./host.js";
import { NO_SESSION } from "./unavailable.js";

/** What a thrown URL needs of the call. */
export interface UrlEnds {
  /** Looks the link over as one of `ctx.elicit`. @throws QuestionError */
  readonly check: (elicitation: ElicitRequestURLParams) => void;
  /** Has the host told when one of these interactions ends, for that many milliseconds. */
  readonly tell: (elicitationIds: readonly string[], forMs?: number) => Promise<void>;
  /** Waits a while for the end of one. */
  readonly wait: (elicitationId: string) => Promise<boolean>;
}

/**
 * Carries a `UrlElicitationRequiredError` the author threw to where each revision has it: the error
 * itself on 2025-11-25; URL questions on 2026-07-28, after which the handler runs again; an
 * explanation where the host has no URL mode.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export async function withThrownUrls(
  fn: (ctx: ElicitationContext) => unknown,
  ctx: ElicitationContext,
  call: Call,
  host: Host,
  ends: UrlEnds,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fn(ctx);
    } catch (error) {
      // By code, so that an error of another copy of the SDK or one made by hand counts as well.
      if (!(
        error instanceof ProtocolError && error.code === ProtocolErrorCode.UrlElicitationRequired
      ))
        throw error;
      const elicitations = readElicitations(error);
      if (host.style === "push") {
        if (!host.url) throw cannotOpen(elicitations, host);
        elicitations.forEach(ends.check);
        await ends.tell(elicitations.map(({ elicitationId }) => elicitationId));
        throw new UrlElicitationRequiredError(elicitations, error.message);
      }
      for (const elicitation of elicitations) await askToOpen(elicitation, attempt, ctx, ends);
      call.rewind();
    }
  }
}

/** The error may say only that links are to be opened, and which. @throws QuestionError */
function readElicitations({ data }: ProtocolError): ElicitRequestURLParams[] {
  const listed = (data as { elicitations?: unknown } | undefined)?.elicitations;
  const elicitations: unknown[] = Array.isArray(listed) ? listed : [];
  if (elicitations.length === 0) throw notALink();
  return elicitations.map((elicitation) => {
    const {
      mode = "url",
      message,
      url,
      elicitationId,
    } = (elicitation ?? {}) as Record<string, unknown>;
    const isLink = mode === "url" && typeof message === "string" && typeof url === "string";
    if (!isLink || typeof elicitationId !== "string" || elicitationId === "") throw notALink();
    return { mode, message, url, elicitationId };
  });
}

function notALink(): QuestionError {
  return new QuestionError(
    "A UrlElicitationRequiredError has to list at least one link, each with a message, a url and an elicitationId. " +
      "Throw it only when a link has to be opened; ask for anything else with ctx.elicit.",
  );
}

async function askToOpen(
  { message, url, elicitationId }: ElicitRequestURLParams,
  attempt: number,
  ctx: ElicitationContext,
  ends: UrlEnds,
): Promise<void> {
  const key = `url ${elicitationId} ${attempt}`;
  const answer = await ctx.elicit(message, url, { key });
  if (answer.action !== "accept") {
    throw new CannotElicitError(
      `This call needs ${url} to be completed first, and the person's answer was: ${answer.action}.`,
    );
  }
  // A step, so that the wait is not repeated when a later round runs the handler again.
  await ctx.step(key, () => ends.wait(elicitationId));
}

function cannotOpen(
  elicitations: readonly ElicitRequestURLParams[],
  { reachable }: Host,
): CannotElicitError {
  const urls = elicitations.map(({ url }) => url).join(" and ");
  const why = reachable ? "this host has no way to ask for that." : NO_SESSION;
  return new CannotElicitError(`The person has to open ${urls} first, and ${why}`);
}
