import { OptionError } from "../../contracts/errors.js";
import { assertOptions } from "../../internal/assert-options.js";
import { ConnectError } from "../errors.js";
import type { Authenticator, Identity, IdentityServices, IdentityStrategy } from "./identity.js";
import { page, errorSummary } from "../views/layout.js";
import { html } from "../views/html.js";
import { createOAuthClient, type OAuthClient } from "../oauth/client.js";
import { OAUTH_SETTINGS, type OAuthSettings } from "../oauth/settings.js";
import { createTransactions } from "../oauth/transactions.js";
import { viewOf } from "../views/submission-state.js";
import { formProof, isOurForm, ownForm, type User, type Visit } from "../links/visit.js";

/** Options of {@link createOidcIdentity}. */
export interface OidcIdentityOptions extends OAuthSettings {
  /** Default `["openid"]`. */
  readonly scopes?: readonly string[];
  /**
   * Returns the principal for the claims of the ID token. It must equal the principal the MCP server derives from an
   * access token. Default `sub`.
   */
  readonly principal?: (claims: Readonly<Record<string, unknown>>) => string | undefined;
  /** Returns a label by which the user knows the account, shown only to them. Default `email`, `preferred_username` or `name`. */
  readonly label?: (claims: Readonly<Record<string, unknown>>) => string | undefined;
}

const LOGIN = "login";
/** How long signing in may take. The same for every link, so that it does not reveal a link's lifetime. */
const SIGN_IN_MS = 60 * 60 * 1000;

/**
 * Authenticates users with OpenID Connect, at the authorization server that also protects the MCP server. The subject of
 * the browser's session is compared with the user who was asked. Register `<baseUrl>/signed-in` there as a redirect URI.
 *
 * @throws OptionError when a setting is unusable
 *
 * @example
 * ```ts
 * createPages({ …, identify: createOidcIdentity({ issuer: "https://auth.example.com", clientId: "files-pages" }) });
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing
 */
export function createOidcIdentity(options: OidcIdentityOptions): Identity {
  assertOptions<OidcIdentityOptions>("createOidcIdentity", options, {
    ...OAUTH_SETTINGS,
    scopes: "list",
    principal: "function",
    label: "function",
  });
  const scopes = options.scopes ?? ["openid"];
  if (!scopes.includes("openid")) throw new OptionError('scopes must include "openid".');
  const identity: IdentityStrategy = {
    strategy: "oidc",
    setUp: (services) =>
      createOidcAuthenticator(
        { ...options, scopes },
        createOAuthClient(options, services.now),
        services,
      ),
  };
  return identity;
}

function createOidcAuthenticator(
  options: OidcIdentityOptions & { readonly scopes: readonly string[] },
  client: OAuthClient,
  services: IdentityServices,
): Authenticator {
  const { base, texts, keys, store, sessions, replies, logger, now } = services;
  const transactions = createTransactions(store, keys, base, now);
  const redirectUri = base.at("/signed-in");

  const askToSignIn = (visit: Visit, wrong?: string, status = 200): Response => {
    const body = html`<h1>${texts.signInTitle}</h1>
      ${wrong !== undefined && errorSummary(texts, [{ message: wrong }])}
      <p>${texts.signInText}</p>
      ${ownForm(
        `${base.path}/l/${visit.token}`,
        formProof(keys, visit),
        html`<div class="acts"><button class="main">${texts.signIn}</button></div>`,
      )}`;
    const wrongTitle = wrong === undefined ? undefined : texts.errorsTitle;
    return replies.html(
      page(texts, { title: texts.signInTitle, body, wrong: wrongTitle }),
      status,
      visit.session,
    );
  };

  const startSignIn = async (
    visit: Visit,
    more?: Readonly<Record<string, string>>,
  ): Promise<Response> => {
    try {
      const { scopes } = options;
      const { transaction, cookies } = transactions.start(LOGIN, {
        request: visit.request,
        session: visit.session,
        token: visit.token,
        provider: LOGIN,
        redirectUri,
        scopes,
        expiresAt: now() + SIGN_IN_MS,
      });
      return replies.continueTo(await client.authorizationUrl(transaction, more), cookies);
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      logger.error(`midcall pages: a sign-in could not be started: ${error.message}`);
      return askToSignIn(visit, texts.signInFailed, 503);
    }
  };

  /** Redirects to the link to show the error there, because the callback's address contains a used code. */
  const showAgain = (token: string): Response => replies.seeOther(`/l/${token}?again`);

  return {
    usesCode: false,
    accepts: () => true,
    async authenticate({ session }) {
      const { principal, label } = session.data;
      if (session.fresh || principal === undefined) return undefined;
      return { principal, ...(label !== undefined && { label }) };
    },
    async challenge(visit) {
      return viewOf(visit) === "again"
        ? askToSignIn(visit, texts.signInFailed, 403)
        : askToSignIn(visit);
    },
    async submit(visit) {
      if (!isOurForm(keys, visit)) return askToSignIn(visit, texts.staleForm, 403);
      return startSignIn(visit);
    },
    switchAccount: (visit) => startSignIn(visit, { prompt: "login" }),
    async callback(request, session) {
      const url = new URL(request.url);
      const state = url.searchParams.get("state") ?? "";
      const transaction = transactions.find(LOGIN, state, request, session);
      if (!transaction) {
        // Started in another tab, before the user signed in in this one: the link can be opened right away.
        const open =
          !session.fresh && session.data.principal && transactions.open(LOGIN, state, request);
        // Started in another browser, by another user, or expired: signing this browser in could be a login CSRF
        // attack.
        return open ? replies.seeOther(`/l/${open.token}`) : replies.notAvailable(undefined);
      }
      const { token } = transaction;
      try {
        const { claims = {} } = await client.exchange(url.searchParams, transaction);
        const user = userOf(options, claims);
        if (!user) {
          logger.warn(
            "midcall pages: a sign-in failed: the claims of the ID token contain no principal. See the option `principal` of createOidcIdentity.",
          );
          return showAgain(token);
        }
        // Stored only now: a visitor without a valid code is not authenticated and must not write to the store.
        const { principal, label } = user;
        if (!(await transactions.redeem(transaction, principal)))
          return replies.notAvailable(undefined);
        const signedIn = await sessions.renew(session, {
          principal,
          ...(label !== undefined && { label: label.slice(0, 200) }),
        });
        return replies.seeOther(`/l/${token}`, signedIn);
      } catch (error) {
        if (!(error instanceof ConnectError)) throw error;
        logger.warn(`midcall pages: a sign-in failed: ${error.message}`);
        return showAgain(token);
      }
    },
  };
}

/** The user the claims of an ID token are about, if they contain a principal. */
function userOf(
  options: OidcIdentityOptions,
  claims: Readonly<Record<string, unknown>>,
): User | undefined {
  try {
    const principal = text(options.principal ? options.principal(claims) : claims["sub"]);
    const label = options.label
      ? text(options.label(claims))
      : (text(claims["email"]) ?? text(claims["preferred_username"]) ?? text(claims["name"]));
    return principal === undefined
      ? undefined
      : { principal, ...(label !== undefined && { label }) };
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
