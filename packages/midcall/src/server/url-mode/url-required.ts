import type { Call } from "../call/call.js";
import { CannotElicitError, QuestionError } from "../errors.js";
import { isUrlRequired, type RequiredUrl, urlRequired } from "../framework/rejection.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { VisitOptions } from "../elicitation/question.js";
import { THROWN_LINK } from "../call/replay/replay.js";
import { NO_SESSION } from "../elicitation/unavailable.js";
import type { UrlEnds } from "./url-ends.js";

/**
 * Handles a `UrlElicitationRequiredError` that the author's handler threw, as each protocol version requires: with the
 * error itself on 2025-11-25; on 2026-07-28 with URL questions, which wait like those of `ctx.elicit` and after which
 * the handler runs again; with an explanation where the host has no URL mode.
 *
 * The links are recorded, and the questions about them are asked again before the handler runs: answers are read before
 * anything else happens, and a handler that throws is not run again for every hold.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
export async function withUrlRequired(
  fn: () => unknown,
  call: Call,
  host: HostCapabilities,
  ends: UrlEnds,
): Promise<unknown> {
  for (;;) {
    let consented: Consented | undefined;
    let attempt = 1;
    for (; ends.recorded(linksKey(attempt)); attempt++)
      await openAll(attempt, [], (consented ??= new Map()), call, ends);
    try {
      return await call.fromStart(fn);
    } catch (error) {
      if (!isUrlRequired(error)) throw error;
      const elicitations = readElicitations(error);
      if (host.strategy === "serverRequest") {
        if (!host.url) throw cannotOpen(elicitations, host);
        elicitations.forEach(ends.check);
        await ends.notify(elicitations.map(({ elicitationId }) => elicitationId));
        throw urlRequired(elicitations, error.message);
      }
      await openAll(attempt, elicitations, (consented ??= new Map()), call, ends);
      call.rewind();
    }
  }
}

function linksKey(attempt: number): string {
  return `${THROWN_LINK}${attempt}`;
}

/**
 * Interactions that the user has agreed to and said to have finished, with the deadline of each. One that is thrown
 * again is awaited until then, without another question.
 */
type Consented = Map<string, number>;

/** Asks the user to open the links that one run of the handler has thrown, and waits until all of them are completed. */
async function openAll(
  attempt: number,
  thrown: readonly RequiredUrl[],
  consented: Consented,
  call: Call,
  { now, timeoutMs }: UrlEnds,
): Promise<void> {
  const opened = await call.step(linksKey(attempt), () => ({
    links: thrown,
    by: now() + timeoutMs,
  }));
  const { links, by } = opened as { links: readonly RequiredUrl[]; by: number };
  const byId = new Map(links.map((link) => [link.elicitationId, link]));
  await Promise.all(
    [...byId].map(([id, link]) => {
      const until = consented.get(id);
      const thrownAs = until === undefined ? "first" : "again";
      const options = { thrown: thrownAs, timeoutMs: Math.max(1, (until ?? by) - now()) } as const;
      return askToOpen(
        link,
        { key: `${THROWN_LINK}${id} ${attempt}`, elicitationId: id, ...options },
        call,
      );
    }),
  );
  for (const id of byId.keys()) if (!consented.has(id)) consented.set(id, by);
}

/** The links that the error lists. @throws QuestionError when it lists none, or anything else */
function readElicitations({ data }: { readonly data?: unknown }): RequiredUrl[] {
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
    return { mode: "url", message, url, elicitationId };
  });
}

function notALink(): QuestionError {
  return new QuestionError(
    "A UrlElicitationRequiredError must list at least one link, each with a message, a url and an elicitationId. " +
      "Throw it only when a link has to be opened; ask for anything else with ctx.elicit.",
  );
}

async function askToOpen(
  { message, url }: RequiredUrl,
  options: VisitOptions,
  call: Call,
): Promise<void> {
  const answer = await call.elicit(message, url, options);
  if (answer.action === "accept") return;
  const isLate = answer.action === "unanswered" && answer.reason === "deadline";
  throw new CannotElicitError(
    `This call needs ${url} to be completed first, and ` +
      (isLate ? "that was not done in time." : `the user's answer was: ${answer.action}.`),
  );
}

function cannotOpen(
  elicitations: readonly RequiredUrl[],
  { reachable }: HostCapabilities,
): CannotElicitError {
  const urls = elicitations.map(({ url }) => url).join(" and ");
  const why = reachable ? "this host does not support elicitation in URL mode." : NO_SESSION;
  return new CannotElicitError(`The user has to open ${urls} first, but ${why}`);
}
