import * as oauth from "oauth4webapi";
import { OptionError } from "../../contracts/errors.js";
import { isLoopbackHost } from "../http/base.js";
import { boundedFetch } from "./bounded-fetch.js";
import { ConnectError } from "../errors.js";
import { refused, tokenResponse } from "./token-response.js";

/** How this server is known to an authorization server. */
export interface OAuthSettings {
  /** The issuer, exactly as its metadata says it. https, or, in development only, http on this machine. */
  readonly issuer: string | URL;
  readonly clientId: string;
  /** Of a confidential client; an empty one is refused. Without it the client is public; PKCE protects both. */
  readonly clientSecret?: string;
  /** How the secret is sent. Default `basic`. */
  readonly clientAuth?: "basic" | "post";
  /** Where the metadata is: RFC 8414, or OpenID Connect discovery. Default: the first, then the other. */
  readonly discovery?: "oauth2" | "oidc";
  /** For services that publish no metadata: the endpoints, by their names there. Nothing is fetched then. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Sent along to the authorization endpoint, such as `{ access_type: "offline" }`. Cannot replace what protects the exchange. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** RFC 8707: the API the token is for. */
  readonly resource?: string;
  /** Milliseconds a request to the authorization server may take. Default 10,000. */
  readonly timeoutMs?: number;
  /**
   * Whether an issuer may be at http on this machine, where codes and secrets go unprotected to whatever has taken its
   * port. Default: `NODE_ENV` is not `production`.
   */
  readonly development?: boolean;
  /** Instead of the global `fetch`; for proxies, and for tests. */
  readonly fetch?: typeof globalThis.fetch;
}

/** One trip to an authorization server and what ties the way back to it. */
export interface Transaction {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/** What an authorization server granted. */
export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970; missing where the server does not say. */
  readonly expiresAt: number | undefined;
  /** Claims of the ID token, where one was asked for. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
}

/** An OAuth 2.1 client: authorization code with PKCE, nothing else. */
export interface OAuthClient {
  readonly issuer: URL;
  /** Where to send the person. @throws ConnectError */
  authorizationUrl(trip: Transaction, more?: Readonly<Record<string, string>>): Promise<URL>;
  /** What came back, exchanged. @throws ConnectError */
  exchange(returned: URLSearchParams, trip: Transaction): Promise<TokenSet>;
  /** Longest a refresh can take, in milliseconds: the metadata in both ways, and the request itself. */
  readonly refreshMs: number;
  /** @throws ConnectError */
  refresh(refreshToken: string, scopes: readonly string[]): Promise<TokenSet>;
  /** As far as the server offers it; never throws. */
  revoke(token: string): Promise<boolean>;
}

const METADATA_MS = 60 * 60 * 1000;
/** Most bytes that are read of metadata, and of any other response. */
const METADATA_BYTES = 1024 * 1024;
const RESPONSE_BYTES = 256 * 1024;
/** What secrets and people are sent to. */
const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "revocation_endpoint"] as const;
const DEFAULT_TIMEOUT_MS = 10_000;
const OURS = new Set([
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
  const issuer = safeUrl(String(settings.issuer), "issuer");
  const { development = process.env["NODE_ENV"] !== "production" } = settings;
  const insecure = issuer.protocol === "http:";
  if (insecure && !development) {
    throw new OptionError(
      `issuer is at http (${issuer.host}), which is for development alone: whatever takes that port gets the codes, and can say who people are. ` +
        "Use https. Where this is no production in spite of NODE_ENV, pass `development: true`.",
    );
  }
  if (typeof settings.clientId !== "string" || settings.clientId === "") {
    throw new OptionError("clientId must be the name this server is registered under.");
  }
  const secret = settings.clientSecret;
  if (secret === "") {
    throw new OptionError(
      "clientSecret is empty. Is the environment variable it comes from set? A public client has none: leave it out.",
    );
  }
  const authenticate =
    secret === undefined
      ? oauth.None()
      : settings.clientAuth === "post"
        ? oauth.ClientSecretPost(secret)
        : oauth.ClientSecretBasic(secret);
  const client: oauth.Client = { client_id: settings.clientId };
  const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;

  const request = (
    mostBytes = RESPONSE_BYTES,
  ): {
    signal: AbortSignal;
    [oauth.allowInsecureRequests]: boolean;
    [oauth.customFetch]: typeof fetch;
  } => ({
    signal: AbortSignal.timeout(timeoutMs),
    [oauth.allowInsecureRequests]: insecure,
    [oauth.customFetch]: boundedFetch(settings.fetch, mostBytes),
  });

  /** Metadata may lead nowhere less safe than its issuer is. */
  const checked = (server: oauth.AuthorizationServer): oauth.AuthorizationServer => {
    for (const name of ENDPOINTS) {
      if (server[name] !== undefined) safeUrl(String(server[name]), name, insecure);
    }
    return server;
  };
  const given =
    settings.metadata && checked({ ...settings.metadata, issuer: String(settings.issuer) });

  const discover = async (): Promise<oauth.AuthorizationServer> => {
    if (given) return given;
    const ways = settings.discovery ? [settings.discovery] : (["oauth2", "oidc"] as const);
    let why: unknown;
    for (const algorithm of ways) {
      const response = await oauth.discoveryRequest(issuer, {
        ...request(METADATA_BYTES),
        algorithm,
      });
      if (response.status !== 200) await response.body?.cancel();
      try {
        return checked(await oauth.processDiscoveryResponse(issuer, response));
      } catch (error) {
        // Sites that answer whatever they do not know with their home page have not said no. Metadata
        // that does not hold says more than metadata that is not there.
        if (why === undefined || codeOf(why) === oauth.RESPONSE_IS_NOT_CONFORM) why = error;
      }
    }
    throw why;
  };
  let known: { readonly until: number; readonly server: Promise<oauth.AuthorizationServer> };
  const metadata = (): Promise<oauth.AuthorizationServer> => {
    if (!known || known.until <= now()) {
      const server = discover();
      const entry = { until: now() + METADATA_MS, server };
      server.catch(() => (known = { ...entry, until: 0 }));
      known = entry;
    }
    return known.server;
  };

  const tokens = (response: oauth.TokenEndpointResponse, scopes: readonly string[]): TokenSet => ({
    accessToken: response.access_token,
    refreshToken: response.refresh_token,
    // Nothing said means: as asked for (RFC 6749, 5.1).
    scopes: response.scope === undefined ? scopes : parseScopes(response.scope),
    expiresAt: response.expires_in === undefined ? undefined : now() + response.expires_in * 1000,
    claims: oauth.getValidatedIdTokenClaims(response),
  });

  return {
    issuer,
    refreshMs: 3 * timeoutMs,
    authorizationUrl: (trip, more = {}) =>
      plainly(async () => {
        const { authorization_endpoint: endpoint } = await metadata();
        const url = safeUrl(endpoint ?? "", "authorization_endpoint", insecure);
        for (const [name, value] of Object.entries({ ...settings.parameters, ...more })) {
          if (!OURS.has(name)) url.searchParams.set(name, value);
        }
        const challenge = await oauth.calculatePKCECodeChallenge(trip.verifier);
        const set = (name: string, value: string): void => url.searchParams.set(name, value);
        set("client_id", settings.clientId);
        set("redirect_uri", trip.redirectUri);
        set("response_type", "code");
        set("state", trip.state);
        set("code_challenge", challenge);
        set("code_challenge_method", "S256");
        if (trip.scopes.length > 0) set("scope", trip.scopes.join(" "));
        if (trip.scopes.includes("openid")) set("nonce", trip.nonce);
        if (settings.resource !== undefined) set("resource", settings.resource);
        return url;
      }),

    exchange: (returned, trip) =>
      plainly(async () => {
        const server = await metadata();
        const parameters = oauth.validateAuthResponse(server, client, returned, trip.state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authenticate,
          parameters,
          trip.redirectUri,
          trip.verifier,
          {
            ...request(),
            ...(settings.resource !== undefined && {
              additionalParameters: { resource: settings.resource },
            }),
          },
        );
        const readable = await tokenResponse(response);
        const openid = trip.scopes.includes("openid");
        const result = await oauth.processAuthorizationCodeResponse(server, client, readable, {
          ...(openid && { expectedNonce: trip.nonce, requireIdToken: true }),
        });
        return tokens(result, trip.scopes);
      }),

    refresh: (refreshToken, scopes) =>
      plainly(async () => {
        const server = await metadata();
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          authenticate,
          refreshToken,
          {
            ...request(),
            ...(settings.resource !== undefined && {
              additionalParameters: { resource: settings.resource },
            }),
          },
        );
        const readable = await tokenResponse(response);
        return tokens(await oauth.processRefreshTokenResponse(server, client, readable), scopes);
      }),

    async revoke(token) {
      try {
        const server = await metadata();
        if (server.revocation_endpoint === undefined) return false;
        const options = request();
        const response = await oauth.revocationRequest(
          server,
          client,
          authenticate,
          token,
          options,
        );
        await oauth.processRevocationResponse(response);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Scopes as a list. Some services put commas between them, against RFC 6749. */
export const parseScopes = (text: string): string[] =>
  text.split(text.includes(" ") ? " " : /[ ,]/).filter((word) => word !== "");

function safeUrl(text: string, what: string, insecure = true): URL {
  if (!URL.canParse(text)) throw new OptionError(`${what} is no absolute URL.`);
  const url = new URL(text);
  const local = insecure && url.protocol === "http:" && isLoopbackHost(url.hostname);
  if (url.protocol !== "https:" && !local) {
    const also = insecure ? ", or http on this machine" : "";
    throw new OptionError(`${what} must be https${also}.`);
  }
  return url;
}

/**
 * Errors of the library and of `fetch` carry responses, and so tokens. What leaves here says what went
 * wrong and nothing else.
 */
async function plainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConnectError) throw error;
    if (
      error instanceof oauth.AuthorizationResponseError ||
      error instanceof oauth.ResponseBodyError
    ) {
      throw refused(error.error);
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) throw await challenged(error);
    const { cause } = error as { cause?: unknown };
    if (cause instanceof ConnectError) throw cause;
    if (cause instanceof Response && isAway(cause.status)) throw away(cause.status);
    const code = codeOf(error);
    if (error instanceof OptionError || code?.startsWith("OAUTH_")) {
      // The library's sentences are fixed; what it looked at is in the cause, which stays here.
      const why = (error as Error).message.replace(/\.$/, "");
      throw new ConnectError(
        `What the authorization server said cannot be used: ${why} (${code}). Check issuer, client and metadata.`,
        "invalid-response",
      );
    }
    throw new ConnectError("The authorization server could not be reached.", "unreachable");
  }
}

/** A no that came with a challenge; what it says is in the body, which the library has not read. */
async function challenged({
  response,
}: oauth.WWWAuthenticateChallengeError): Promise<ConnectError> {
  const { status } = response;
  if (isAway(status)) return away(status);
  const body = (await response.json().catch(() => undefined)) as { error?: unknown } | undefined;
  if (typeof body?.error === "string") return refused(body.error);
  return refused(status === 401 ? "invalid_client" : "unknown_error");
}

const isAway = (status: number): boolean => status >= 500 || status === 429;

const away = (status: number): ConnectError =>
  new ConnectError(
    `The authorization server is not able to answer at present (HTTP status ${status}).`,
    "unreachable",
  );

function codeOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}
