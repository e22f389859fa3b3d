import * as oauth from "oauth4webapi";
import { withConnectErrors } from "./connect-errors.js";
import { ServerMetadata } from "./metadata.js";
import { createRequestOptions, type RequestOptions } from "./request-options.js";
import { resolveOAuthSettings, safeUrl, type OAuthSettings } from "./settings.js";
import { tokenResponse } from "./token-response.js";

/** One request for authorization, and what its callback is checked against. */
export interface AuthorizationRequest {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/** The tokens and scopes that an authorization server granted. */
export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly scopes: readonly string[];
  /** In milliseconds since 1970; `undefined` if the server does not say. */
  readonly expiresAt: number | undefined;
  /** Claims of the ID token, if one was requested. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
}

/** An OAuth 2.1 client for the authorization code grant with PKCE, and no other. */
export interface OAuthClient {
  readonly issuer: URL;
  /** Where to send the user. @throws ConnectError */
  authorizationUrl(
    authorization: AuthorizationRequest,
    more?: Readonly<Record<string, string>>,
  ): Promise<URL>;
  /** Exchanges the parameters of a callback for tokens. @throws ConnectError */
  exchange(returned: URLSearchParams, authorization: AuthorizationRequest): Promise<TokenSet>;
  /** The longest a refresh can take, in milliseconds: both attempts at discovery, and the request itself. */
  readonly refreshMs: number;
  /** @throws ConnectError */
  refresh(refreshToken: string, scopes: readonly string[]): Promise<TokenSet>;
  /** Revokes a token if the server supports it. Returns whether it did; never throws. */
  revoke(token: string): Promise<boolean>;
}

/** Parameters of the authorization request that `OAuthSettings.parameters` cannot replace. */
const PROTECTED_PARAMETERS = new Set([
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "request",
  "request_uri",
]);

/** @throws OptionError when a setting is unusable */
export function createOAuthClient(settings: OAuthSettings, now: () => number): OAuthClient {
  const resolved = resolveOAuthSettings(settings);
  const { issuer, insecure, client, clientAuth, timeoutMs } = resolved;
  const request = createRequestOptions(settings, resolved);
  const metadata = new ServerMetadata(settings, resolved, request, now);
  const { resource } = settings;
  const tokenRequest = (): ReturnType<RequestOptions> & {
    readonly additionalParameters?: Record<string, string>;
  } => ({ ...request(), ...(resource !== undefined && { additionalParameters: { resource } }) });

  const tokenSet = (
    response: oauth.TokenEndpointResponse,
    scopes: readonly string[],
  ): TokenSet => ({
    accessToken: response.access_token,
    refreshToken: response.refresh_token,
    // An absent scope means the requested one (RFC 6749, 5.1).
    scopes: response.scope === undefined ? scopes : parseScopes(response.scope),
    expiresAt: response.expires_in === undefined ? undefined : now() + response.expires_in * 1000,
    claims: oauth.getValidatedIdTokenClaims(response),
  });

  return {
    issuer,
    refreshMs: 3 * timeoutMs,
    authorizationUrl: (authorization, more = {}) =>
      withConnectErrors(async () => {
        const { authorization_endpoint: endpoint } = await metadata.get();
        const url = safeUrl(endpoint ?? "", "authorization_endpoint", insecure);
        for (const [name, value] of Object.entries({ ...settings.parameters, ...more })) {
          if (!PROTECTED_PARAMETERS.has(name)) url.searchParams.set(name, value);
        }
        const challenge = await oauth.calculatePKCECodeChallenge(authorization.verifier);
        const set = (name: string, value: string): void => url.searchParams.set(name, value);
        set("client_id", settings.clientId);
        set("redirect_uri", authorization.redirectUri);
        set("response_type", "code");
        set("state", authorization.state);
        set("code_challenge", challenge);
        set("code_challenge_method", "S256");
        if (authorization.scopes.length > 0) set("scope", authorization.scopes.join(" "));
        if (authorization.scopes.includes("openid")) set("nonce", authorization.nonce);
        if (resource !== undefined) set("resource", resource);
        return url;
      }),

    exchange: (returned, { state, redirectUri, verifier, nonce, scopes }) =>
      withConnectErrors(async () => {
        const server = await metadata.get();
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          clientAuth,
          oauth.validateAuthResponse(server, client, returned, state),
          redirectUri,
          verifier,
          tokenRequest(),
        );
        const readable = await tokenResponse(response);
        const openid = scopes.includes("openid");
        const result = await oauth.processAuthorizationCodeResponse(server, client, readable, {
          ...(openid && { expectedNonce: nonce, requireIdToken: true }),
        });
        return tokenSet(result, scopes);
      }),

    refresh: (refreshToken, scopes) =>
      withConnectErrors(async () => {
        const server = await metadata.get();
        const readable = await tokenResponse(
          await oauth.refreshTokenGrantRequest(
            server,
            client,
            clientAuth,
            refreshToken,
            tokenRequest(),
          ),
        );
        return tokenSet(await oauth.processRefreshTokenResponse(server, client, readable), scopes);
      }),

    async revoke(token) {
      try {
        const server = await metadata.get();
        if (server.revocation_endpoint === undefined) return false;
        const response = await oauth.revocationRequest(
          server,
          client,
          clientAuth,
          token,
          request(),
        );
        await oauth.processRevocationResponse(response);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Splits a list of scopes. Some services separate them with commas, contrary to RFC 6749. */
export const parseScopes = (text: string): string[] =>
  text.split(text.includes(" ") ? " " : /[ ,]/).filter((word) => word !== "");
