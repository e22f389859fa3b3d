import { Hono, type Context } from "hono";
import { errorName } from "../../internal/error-name.js";
import { isToken, tokenHash } from "../flows/keys.js";
import type { Authenticator } from "../identity/identity.js";
import type { Session } from "../identity/session.js";
import type { PageServices } from "../links/flow-page.js";
import type { LinkServer } from "../links/serve-link.js";
import type { PagesLimits } from "../options.js";
import { readForm } from "./body.js";
import { socketAddressOf, type PagesApp } from "./environment.js";
import { isCrossSite } from "./fetch-site.js";
import { securityHeaders } from "./headers.js";
import type { Localized } from "../languages.js";
import type { RequestFilter } from "./request-filter.js";
import type { ServerProof } from "./server-proof.js";

/** The services that answer in one language. */
export interface LocalizedServices {
  readonly services: PageServices;
  readonly server: LinkServer;
  readonly authenticator: Authenticator;
}

/** The services that handle the routes. */
export interface RouteServices {
  readonly localized: Localized<LocalizedServices>;
  readonly filter: RequestFilter;
  readonly limits: Pick<PagesLimits, "bodyBytes" | "bodyPairs">;
  /** For pages on this machine. */
  readonly proof?: ServerProof | undefined;
}

type Handler = (c: Context<PagesApp>, parts: LocalizedServices) => Promise<Response>;

/** The paths of the pages, below the path of the base URL. */
export const pathPattern = ({ usesCode }: Authenticator): RegExp =>
  usesCode
    ? /^\/(l(\/[^/]*)?|callback)\/[^/]*$|^\/signed-in$/
    : /^\/(l|callback)\/[^/]*$|^\/signed-in$/;

/** The routes of the pages, as a Hono app. */
export function createRoutes(parts: RouteServices): Hono<PagesApp> {
  const { services, authenticator } = parts.localized.first;
  const { base } = services;
  const app = new Hono<PagesApp>();
  const link = handler(
    parts,
    ["GET", "HEAD", "POST"],
    async (c, own) => parts.proof?.answer(c.req.raw) ?? serveLink(own, parts.limits, c),
  );
  app.all(`${base.path}/l/:token`, link);
  if (authenticator.usesCode) app.all(`${base.path}/l/:token/:pass`, link);
  app.all(
    `${base.path}/callback/:provider`,
    callbackHandler(
      parts,
      (c) => `/callback/${encodeURIComponent(c.req.param("provider") ?? "")}`,
      ({ server }, request, session, c) =>
        server.callback(request, session, c.req.param("provider")),
    ),
  );
  app.all(
    `${base.path}/signed-in`,
    callbackHandler(
      parts,
      () => "/signed-in",
      async ({ services, authenticator }, request, session) =>
        authenticator.callback?.(request, session) ?? services.replies.notAvailable(undefined),
    ),
  );
  app.notFound(
    handler(parts, ["GET", "HEAD", "POST"], async (_, { services }) =>
      services.replies.notAvailable(undefined),
    ),
  );
  return app;
}

/** Wraps every route: the filter, the same headers on every response, and no errors but our own. */
function handler(
  { localized, filter }: RouteServices,
  allowed: readonly string[],
  work: Handler,
  onRefusal: (c: Context<PagesApp>, response: Response) => Response = (_, response) => response,
): (c: Context<PagesApp>) => Promise<Response> {
  const { base, logger } = localized.first.services;
  const headers = Object.entries(securityHeaders(base));
  return async (c) => {
    const { raw } = c.req;
    const own = localized.of(raw);
    const { replies } = own.services;
    let response: Response;
    try {
      const refusal = await filter.refusal(raw, socketAddressOf(c), replies);
      response =
        (refusal && onRefusal(c, refusal)) ??
        (allowed.includes(raw.method)
          ? await work(c, own)
          : replies.refuse(405, { allow: allowed.join(", ") }));
    } catch (error) {
      logger.error(
        `midcall pages: a request failed (${errorName(error)}). Is the store reachable?`,
      );
      response = replies.serverError(503);
    }
    const out = raw.method === "HEAD" ? new Response(null, response) : response;
    for (const [name, value] of headers) out.headers.set(name, value);
    return out;
  };
}

async function serveLink(
  { services: { base, replies, sessions, logger }, server }: LocalizedServices,
  limits: RouteServices["limits"],
  c: Context<PagesApp>,
): Promise<Response> {
  const request = c.req.raw;
  const token = c.req.param("token");
  const session = await sessions.read(request);
  let form: URLSearchParams | undefined;
  if (request.method === "POST") {
    if (isCrossSite(request, base)) return replies.refuse(403);
    const body = await readForm(request, limits.bodyBytes, limits.bodyPairs);
    if ("status" in body) {
      if (body.missing) {
        logger.error(
          "midcall pages: a form arrived without its body, because something in front of the pages has already read it. " +
            "Mount the pages before express.urlencoded(), c.req.parseBody() and similar, or let those read a clone.",
        );
      }
      return replies.refuse(body.status);
    }
    form = body.form;
  }
  if (!isToken(token)) return replies.notAvailable(undefined);
  const pass = c.req.param("pass");
  return server.visit({ request, token, id: tokenHash(token), pass, session, form });
}

/** A callback from another service. Clears the transaction's cookie, and keeps its parameters out of the address bar. */
function callbackHandler(
  parts: RouteServices,
  path: (c: Context<PagesApp>) => string,
  work: (
    own: LocalizedServices,
    request: Request,
    session: Session,
    c: Context<PagesApp>,
  ) => Promise<Response>,
): ReturnType<typeof handler> {
  // Redirects have no texts.
  const { replies, sessions, transactions } = parts.localized.first.services;
  const withoutParameters = (c: Context<PagesApp>, response: Response): Response =>
    new URL(c.req.raw.url).search === "" ? response : replies.seeOther(path(c));
  return handler(
    parts,
    ["GET"],
    async (c, own) => {
      const request = c.req.raw;
      const response = await work(own, request, await sessions.read(request), c);
      return transactions.clearCookie(
        request,
        response.status === 404 ? withoutParameters(c, response) : response,
      );
    },
    (c, response) => (response.status === 429 ? withoutParameters(c, response) : response),
  );
}
