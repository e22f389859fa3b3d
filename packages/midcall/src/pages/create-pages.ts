import { Hono, type Context } from "hono";
import { OptionError } from "../contracts/errors.js";
import { createAddressWatch } from "./http/address-watch.js";
import { createAttempts } from "./flows/attempts.js";
import { isLoopbackAddress, readBase } from "./http/base.js";
import { readForm } from "./http/body.js";
import { comesFromElsewhere } from "./http/fetch-site.js";
import { createSubmissionState } from "./views/submission-state.js";
import { createFlows } from "./flows/flows.js";
import { securityHeaders } from "./http/headers.js";
import type { PagesLinks } from "./links/links.js";
import { createChecks } from "./links/checks.js";
import { createLinks } from "./links/make-links.js";
import { ENGLISH } from "./messages.js";
import { createOAuthClient } from "./oauth/client.js";
import { resolveSettings, type PagesOptions } from "./options.js";
import type { ConnectedProvider, PageServices } from "./links/page-of-flow.js";
import { createReplies } from "./http/replies.js";
import { createKeys, isToken, tokenHash } from "./flows/keys.js";
import { createLinkServer } from "./links/serve-link.js";
import { createSessions, type Session } from "./identity/session.js";
import { createTokenKeeper } from "./oauth/tokens.js";
import { createTransactions } from "./oauth/transactions.js";

/** What is known about the connection of a request. */
export interface PagesConnection {
  /** Address of the other side of the socket. */
  readonly remoteAddress?: string | undefined;
}

/** What Hono adapters hand over as `env`: ours, or that of `@hono/node-server`. */
export interface PagesEnv {
  readonly remoteAddress?: string | undefined;
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
}

type App = { Bindings: PagesEnv };

/** Pages for what no form may ask: secrets, accounts, steps elsewhere; and for questions a host cannot show. */
export interface Pages extends PagesLinks {
  readonly baseUrl: string;
  /** The routes, with the path of `baseUrl` in front: mount with `yours.route("/", pages.app)`. */
  readonly app: Hono<App>;
  /** Answers a request; never throws. What is not a page of ours is 404. */
  fetch(request: Request, connection?: PagesConnection): Promise<Response>;
  /** Whether a request is for a page of ours. */
  handles(request: Request): boolean;
}

/**
 * Makes the pages. Everything about a visit is in the store, sealed: any process with the same `secret`,
 * `store` and `vault` serves any link, also after a restart.
 *
 * Mount them at the root of the server, as the path is in `baseUrl` already: a request that comes without that path, or
 * with it twice, is a 404. And before anything that reads forms, as a form can be read once. On Node
 * `@hono/node-server` makes a listener of them, for Express and Fastify too.
 *
 * @throws OptionError when an option is missing or unusable; anything but https beyond this machine
 *
 * @example
 * ```ts
 * import { serve } from "@hono/node-server";
 * import { createPages, createOidcIdentity } from "midcall/pages";
 * import { openSqliteStore } from "midcall/store/sqlite";
 * import { createVault } from "midcall/vault";
 *
 * declare const mcp: (request: Request) => Promise<Response>; // your MCP endpoint
 *
 * const store = await openSqliteStore("pages.db");
 * const pages = createPages({
 *   baseUrl: "https://files.example.com/ask",
 *   secret: process.env.MIDCALL_SECRET!,
 *   store,
 *   vault: createVault({ store, secret: process.env.VAULT_SECRET! }),
 *   identify: createOidcIdentity({ issuer: "https://auth.example.com", clientId: "files-pages" }),
 *   providers: {
 *     tracker: {
 *       issuer: "https://tracker.example.net",
 *       clientId: "files",
 *       clientSecret: process.env.TRACKER_SECRET!,
 *     },
 *   },
 * });
 * serve({
 *   fetch: (request, env) =>
 *     pages.handles(request) ? pages.app.fetch(request, env) : mcp(request),
 * });
 * ```
 *
 * @example
 * On Express, and on Fastify:
 * ```js
 * import { getRequestListener } from "@hono/node-server";
 *
 * const listener = getRequestListener(pages.app.fetch);
 *
 * // Express, before express.urlencoded(); app.use("/ask", listener) would take the path away.
 * app.use((req, res, next) => (req.path.startsWith("/ask/") ? listener(req, res) : next()));
 *
 * // Fastify, in a plugin of its own that leaves the bodies alone.
 * await fastify.register(async (ask) => {
 *   ask.removeAllContentTypeParsers();
 *   ask.addContentTypeParser("*", (request, payload, done) => done(null));
 *   ask.all("/ask/*", (request, reply) => {
 *     reply.hijack();
 *     void listener(request.raw, reply.raw);
 *   });
 * });
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
 */
export function createPages(options: PagesOptions): Pages {
  const settings = resolveSettings(options);
  const { now, limits, logger } = settings;
  const { store, vault, audit } = options;
  const base = readBase(options.baseUrl);
  const keys = createKeys(options.secret);
  const texts = { ...ENGLISH, ...options.messages };
  const sessions = createSessions(store, keys, base, now, settings.sessionMs);
  const flows = createFlows(store, keys, now, audit, logger, limits.linksPerPerson);
  const attempts = createAttempts(store, now, limits.perAddress, limits.perLink);
  const replies = createReplies(base, texts, sessions);
  const providers = new Map(
    Object.entries(options.providers ?? {}).map(([name, given]): [string, ConnectedProvider] => {
      const { label = name, scopes = [], covers = includes, ...oauth } = given;
      const allows: ConnectedProvider["allows"] = (granted, wanted) =>
        wanted.every((scope) => covers(granted, scope));
      try {
        return [name, { name, label, scopes, allows, client: createOAuthClient(oauth, now) }];
      } catch (error) {
        if (error instanceof OptionError) {
          throw new OptionError(`providers.${name}: ${error.message}`);
        }
        throw error;
      }
    }),
  );
  const tokens = createTokenKeeper(store, vault, (name) => providers.get(name), now);
  const checks = createChecks();
  flows.onEnd((id) => checks.drop(id));
  const services: PageServices = {
    ...{ base, texts, keys, store, sessions, flows, attempts, replies, logger, now },
    sessionMs: settings.sessionMs,
    drafts: createSubmissionState(store, keys),
    ...{ vault, tokens, trips: createTransactions(store, keys, base, now), providers },
    checkOf: checks.of,
    checkTimeoutMs: settings.checkTimeoutMs,
  };
  const gate = settings.identity.setUp(services);
  const server = createLinkServer(services, gate);

  const headers = Object.entries(securityHeaders(base));
  const ours = gate.usesCode
    ? /^\/(l(\/[^/]*)?|callback)\/[^/]*$|^\/signed-in$/
    : /^\/(l|callback)\/[^/]*$|^\/signed-in$/;
  // Some proxies name the port that goes without saying.
  const plainHost = (host: string): string =>
    base.secure ? host.toLowerCase().replace(/:443$/, "") : host.toLowerCase();
  const hosts = new Set([base.host, ...(options.alsoHosts ?? [])].map(plainHost));
  let toldOfHost = false;

  const watchAddress = createAddressWatch(
    base,
    limits.perAddress,
    options.clientAddress !== undefined,
    logger,
  );

  /** What no page has to look at any more. */
  const refusal = async (c: Context<App>): Promise<Response | undefined> => {
    const { raw } = c.req;
    const host = raw.headers.get("host");
    // A name that leads here without being ours: rebound DNS, or a proxy that is not set up.
    const stranger = [new URL(raw.url).host, host ?? base.host].find(
      (one) => !hosts.has(plainHost(one)),
    );
    if (stranger !== undefined) {
      if (!toldOfHost) {
        logger.warn(
          `midcall pages: refused a request for the host ${JSON.stringify(stranger.slice(0, 100))}, as the pages are at ${base.host}. ` +
            "If that is what your proxy calls this server, name it in alsoHosts. Told once.",
        );
      }
      toldOfHost = true;
      return replies.refuse(421);
    }
    const socket = env(c)?.remoteAddress;
    if (!base.secure && socket !== undefined && !isLoopbackAddress(socket)) {
      return replies.refuse(403);
    }
    watchAddress(raw, socket);
    const wait = await attempts.byAddress(options.clientAddress?.(raw) ?? socket);
    return wait === undefined ? undefined : replies.tooMany(wait);
  };

  /** Everything goes through here: the same headers, and no error but ours. */
  const serve =
    (
      allowed: readonly string[],
      work: (c: Context<App>) => Promise<Response>,
      refused: (c: Context<App>, response: Response) => Response = (_, response) => response,
    ) =>
    async (c: Context<App>): Promise<Response> => {
      let response: Response;
      try {
        const method = c.req.raw.method;
        const refuses = await refusal(c);
        response =
          (refuses && refused(c, refuses)) ??
          (allowed.includes(method)
            ? await work(c)
            : replies.refuse(405, { allow: allowed.join(", ") }));
      } catch (error) {
        const kind = error instanceof Error ? error.name : typeof error;
        logger.error(`midcall pages: a request failed: ${kind}. Is the store reachable?`);
        response = replies.broken(503);
      }
      const out = c.req.raw.method === "HEAD" ? new Response(null, response) : response;
      for (const [name, value] of headers) out.headers.set(name, value);
      return out;
    };

  const link = async (c: Context<App>): Promise<Response> => {
    const request = c.req.raw;
    const token = c.req.param("token");
    const session = await sessions.read(request);
    let form: URLSearchParams | undefined;
    if (request.method === "POST") {
      if (comesFromElsewhere(request, base)) return replies.refuse(403);
      const body = await readForm(request, limits.bodyBytes, limits.bodyPairs);
      if ("status" in body) {
        if (body.missing) {
          logger.error(
            "midcall pages: a form came without its content, which something in front has read already. " +
              "Mount the pages before express.urlencoded(), c.req.parseBody() and the like, or let those read a clone.",
          );
        }
        return replies.refuse(body.status);
      }
      form = body.form;
    }
    if (!isToken(token)) return replies.nothing(undefined);
    const pass = c.req.param("pass");
    return server.visit({ request, token, id: tokenHash(token), pass, session, form });
  };

  /** The way back from a service, which takes the trip with it; what came along is not left in the address bar. */
  const back = (
    path: (c: Context<App>) => string,
    work: (request: Request, session: Session, c: Context<App>) => Promise<Response>,
  ): ReturnType<typeof serve> => {
    const clean = (c: Context<App>, response: Response): Response =>
      new URL(c.req.raw.url).search === "" ? response : replies.seeOther(path(c));
    return serve(
      ["GET"],
      async (c) => {
        const request = c.req.raw;
        const response = await work(request, await sessions.read(request), c);
        return services.trips.tidy(
          request,
          response.status === 404 ? clean(c, response) : response,
        );
      },
      (c, response) => (response.status === 429 ? clean(c, response) : response),
    );
  };

  const app = new Hono<App>();
  app.all(`${base.path}/l/:token`, serve(["GET", "HEAD", "POST"], link));
  if (gate.usesCode) app.all(`${base.path}/l/:token/:pass`, serve(["GET", "HEAD", "POST"], link));
  app.all(
    `${base.path}/callback/:provider`,
    back(
      (c) => `/callback/${encodeURIComponent(c.req.param("provider") ?? "")}`,
      (request, session, c) => server.callback(request, session, c.req.param("provider")),
    ),
  );
  app.all(
    `${base.path}/signed-in`,
    back(
      () => "/signed-in",
      async (request, session) => gate.callback?.(request, session) ?? replies.nothing(undefined),
    ),
  );
  app.notFound(serve(["GET", "HEAD", "POST"], async () => replies.nothing(undefined)));

  return {
    baseUrl: base.at(""),
    app,
    fetch: async (request, connection = {}) => app.fetch(request, connection),
    handles(request) {
      const { pathname } = new URL(request.url);
      const rest = pathname.startsWith(`${base.path}/`) ? pathname.slice(base.path.length) : "";
      return ours.test(rest);
    },
    vault,
    tokens,
    addCheck: checks.add,
    onEnd: flows.onEnd,
    hasProvider: (name) => providers.has(name),
    providerLabel: (name) => providers.get(name)?.label,
    ...createLinks({
      ...{ base, flows, gate, now, checks },
      linkTtlMs: settings.linkTtlMs,
      hasProvider: (name) => providers.has(name),
    }),
  };
}

const includes = (granted: readonly string[], scope: string): boolean => granted.includes(scope);

const env = (c: Context<App>): { readonly remoteAddress: string | undefined } | undefined =>
  c.env && {
    remoteAddress: c.env.remoteAddress ?? c.env.incoming?.socket?.remoteAddress,
  };
