import type { Hono } from "hono";
import { createAttempts } from "./flows/attempts.js";
import { createFlows } from "./flows/flows.js";
import { createKeys } from "./flows/keys.js";
import { readBase } from "./http/base.js";
import type { PagesApp, PagesConnection } from "./http/environment.js";
import { createReplies } from "./http/replies.js";
import { RequestFilter } from "./http/request-filter.js";
import { createServerProof } from "./http/server-proof.js";
import { createRoutes, pathPattern } from "./http/routes.js";
import { createSessions } from "./identity/session.js";
import { createLiveChecks } from "./links/live-checks.js";
import { createLinks } from "./links/create-links.js";
import type { PageServices } from "./links/flow-page.js";
import type { PagesLinks } from "./links/links.js";
import { createLinkServer } from "./links/serve-link.js";
import { localize, readLanguages } from "./languages.js";
import { createProviders } from "./oauth/providers.js";
import { createTokenStore } from "./oauth/tokens.js";
import { createTransactions } from "./oauth/transactions.js";
import { resolveSettings, type PagesOptions } from "./options.js";
import { createFormMemo } from "./views/schema-memo.js";
import { createSubmissionState } from "./views/submission-state.js";
import { warnOfOldPeers } from "./peer-versions.js";

export type { PagesConnection, PagesEnv } from "./http/environment.js";

/** Web pages for what form mode may not ask for: secrets, accounts and steps elsewhere; and for questions a client cannot show. */
export interface Pages extends PagesLinks {
  readonly baseUrl: string;
  /** The routes, including the path of `baseUrl`. Mount them at the root: `yours.route("/", pages.app)`. */
  readonly app: Hono<PagesApp>;
  /** Answers a request; never throws. Requests for anything but a page get a 404. */
  fetch(request: Request, connection?: PagesConnection): Promise<Response>;
  /** Whether a request is for one of the pages. */
  handles(request: Request): boolean;
}

/**
 * Creates the pages. Everything about a visit is encrypted in the store, so any process with the same `secret`, `store`
 * and `vault` can serve any link, even after a restart.
 *
 * Mount the pages at the root of the server, because `baseUrl` already includes their path: a request without that path,
 * or with the path twice, gets a 404. Mount them before anything that reads forms, because a form can only be read once.
 * On Node, `@hono/node-server` turns them into a listener, also for Express and Fastify.
 *
 * @throws OptionError when an option is missing or unusable, or `baseUrl` is neither https nor at a numeric address of this machine
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
 * With Express and Fastify:
 * ```js
 * import { getRequestListener } from "@hono/node-server";
 *
 * const listener = getRequestListener(pages.app.fetch);
 *
 * // Express, before express.urlencoded(); app.use("/ask", listener) would remove the path.
 * app.use((req, res, next) => (req.path.startsWith("/ask/") ? listener(req, res) : next()));
 *
 * // Fastify, in a separate plugin that does not read request bodies.
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
  warnOfOldPeers((message) => logger.warn(message));
  const { store, vault, audit, alsoHosts = [], clientAddress } = options;
  const base = readBase(options.baseUrl);
  const keys = createKeys(options.secret);
  const languages = readLanguages(options);
  const proof = createServerProof(base, keys);
  const sessions = createSessions(store, keys, base, now, settings.sessionMs);
  const flows = createFlows(store, keys, now, audit, logger, limits.linksPerUser);
  const attempts = createAttempts(store, now, limits.perAddress, limits.perLink);
  const providers = createProviders(options.providers ?? {}, now);
  const tokens = createTokenStore(store, vault, (name) => providers.get(name), now);
  const checks = createLiveChecks();
  flows.onEnd((id) => checks.drop(id));
  const common: Omit<PageServices, "texts" | "replies" | "openedForms"> = {
    ...{ base, keys, store, sessions, flows, attempts, logger, now },
    sessionMs: settings.sessionMs,
    review: settings.review,
    submissions: createSubmissionState(store, keys),
    ...{ vault, tokens, transactions: createTransactions(store, keys, base, now), providers },
    liveCheckFor: checks.find,
    checkTimeoutMs: settings.checkTimeoutMs,
  };
  const localized = localize(languages, (texts) => {
    const replies = createReplies(base, texts, sessions, proof);
    const services = { ...common, texts, replies, openedForms: createFormMemo() };
    const authenticator = settings.identity.setUp(services);
    return { services, authenticator, server: createLinkServer(services, authenticator) };
  });
  const { authenticator } = localized.first;
  const { perAddress } = limits;
  const app = createRoutes({
    ...{ localized, limits, proof },
    filter: new RequestFilter({
      ...{ base, attempts, logger, perAddress, alsoHosts, clientAddress },
    }),
  });
  const paths = pathPattern(authenticator);

  return {
    baseUrl: base.at(""),
    app,
    fetch: async (request, connection = {}) => app.fetch(request, connection),
    handles(request) {
      const { pathname } = new URL(request.url);
      const rest = pathname.startsWith(`${base.path}/`) ? pathname.slice(base.path.length) : "";
      return paths.test(rest);
    },
    vault,
    tokens,
    identifiesUser: !authenticator.usesCode,
    addCheck: checks.add,
    onEnd: flows.onEnd,
    hasProvider: (name) => providers.has(name),
    providerLabel: (name) => providers.get(name)?.label,
    ...createLinks({
      ...{ base, flows, authenticator, now, checks },
      linkTtlMs: settings.linkTtlMs,
      hasProvider: (name) => providers.has(name),
    }),
  };
}
