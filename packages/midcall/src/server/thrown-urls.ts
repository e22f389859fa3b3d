import { type ElicitRequestURLParams, ProtocolError, UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import type { Call } from "./call.js";
import type { ElicitationContext } from "./context.js";
import { CannotElicitError } from "./errors.js";
import type { Host } from "./host.js";

/** What a thrown URL needs of the call. */
export interface UrlEnds {
  /** Has the host told when one of these interactions ends. */
  readonly tell: (elicitationIds: readonly string[]) => Promise<void>;
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
      // The SDK's check is by brand, so an error of another copy of the SDK counts as well.
      if (!(error instanceof ProtocolError && error instanceof UrlElicitationRequiredError)) throw error;
      if (!host.url) throw cannotOpen(error.elicitations);
      if (host.style === "push") {
        await ends.tell(error.elicitations.map(({ elicitationId }) => elicitationId));
        throw error;
      }
      for (const elicitation of error.elicitations) await askToOpen(elicitation, attempt, ctx, ends);
      call.rewind();
    }
  }
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
    throw new CannotElicitError(`This call needs ${url} to be completed first, and the person's answer was: ${answer.action}.`);
  }
  // A step, so that the wait is not repeated when a later round runs the handler again.
  await ctx.step(key, () => ends.wait(elicitationId));
}

function cannotOpen(elicitations: readonly ElicitRequestURLParams[]): CannotElicitError {
  const urls = elicitations.map(({ url }) => url).join(" and ");
  return new CannotElicitError(`The person has to open ${urls} first, and this host has no way to ask for that.`);
}
