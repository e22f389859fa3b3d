import { OptionError } from "../../contracts/errors.js";
import { ConnectError } from "../errors.js";
import type { Authenticator, Identity, IdentityServices, IdentityStrategy } from "./identity.js";
import { page, errorSummary } from "../views/layout.js";
import { html } from "../views/html.js";
import { createOAuthClient, type OAuthClient } from "../oauth/client.js";
import type { OAuthSettings } from "../oauth/settings.js";
import { createTransactions } from "../oauth/transactions.js";
import { viewOf } from "../views/submission-state.js";
import { formProof, isOurForm, ownForm, type User, type Visit } from "../links/visit.js";

/** Options of {@link createOidcIdentity}. */
export interface OidcIdentityOptions extends OAuthSettings {
  /** Default `["openid"]`. */
  readonly scopes?: readonly string[];
  /**
   * The principal, from the claims of the ID token: the same the MCP server takes from an access token.
   * Default `sub`.
   */
  readonly principal?: (claims: Readonly<Record<string, unknown>>) => string | undefined;
  /** How the person knows the account, to be shown to them alone. Default `email`, `preferred_username` or `name`. */
  readonly label?: (claims: Readonly<Record<string, unknown>>) => string | undefined;
}

const LOGIN = "login";
/** How long signing in may take. The same for every link: how long one lives is nobody's business before. */
const SIGN_IN_MS = 60 * 60 * 1000;

/**
 * Identity by signing in at the authorization server that also protects the MCP server: the subject of
 * the browser's session is compared with the one who was asked. Register `<baseUrl>/signed-in` there
 * as a redirect URI.
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
  const scopes = options.scopes ?? ["openid"];
  if (!scopes.includes("openid")) throw new OptionError("scopes must include openid.");
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

  const leave = async (
    visit: Visit,
    more?: Readonly<Record<string, string>>,
  ): Promise<Response> => {
    try {
      const { scopes } = options;
      const { transaction: transaction, cookies } = transactions.start(LOGIN, {
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
      logger.error(`midcall pages: sign-in is not possible: ${error.message}`);
      return askToSignIn(visit, texts.signInFailed, 503);
    }
  };

  const personIn = (claims: Readonly<Record<string, unknown>>): User | undefined => {
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
  };

  /** Told at the link, not here: the address of this page holds what is used up. */
  const again = (token: string): Response => replies.seeOther(`/l/${token}?again`);

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
      return leave(visit);
    },
    switchAccount: (visit) => leave(visit, { prompt: "login" }),
    async callback(request, session) {
      const url = new URL(request.url);
      const state = url.searchParams.get("state") ?? "";
      const transaction = transactions.find(LOGIN, state, request, session);
      if (!transaction) {
        // Left in another tab, before somebody signed in in this one: nothing is left to be done but to go there.
        const left =
          !session.fresh && session.data.principal && transactions.open(LOGIN, state, request);
        // Started elsewhere, by somebody else, or over: signing this browser in would be a trap.
        return left ? replies.seeOther(`/l/${left.token}`) : replies.notAvailable(undefined);
      }
      const { token } = transaction;
      try {
        const { claims = {} } = await client.exchange(url.searchParams, transaction);
        const person = personIn(claims);
        if (!person) {
          logger.warn(
            "midcall pages: a sign-in did not work: the claims of the ID token gave no principal; see `principal` and `label` of oidcIdentity.",
          );
          return again(token);
        }
        // Stored now, not before: whoever comes without a good code is nobody yet, and leaves nothing here.
        const { principal, label } = person;
        if (!(await transactions.redeem(transaction, principal)))
          return replies.notAvailable(undefined);
        const signedIn = await sessions.renew(session, {
          principal,
          ...(label !== undefined && { label: label.slice(0, 200) }),
        });
        return replies.seeOther(`/l/${token}`, signedIn);
      } catch (error) {
        if (!(error instanceof ConnectError)) throw error;
        logger.warn(`midcall pages: a sign-in did not work: ${error.message}`);
        return again(token);
      }
    },
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
