import * as oauth from "oauth4webapi";
import type { OptionKinds } from "../../internal/assert-options.js";
import { OptionError } from "../../contracts/errors.js";
import { isLoopbackHost } from "../http/base.js";
import { isUrl } from "../../internal/is-url.js";

/** How this server is registered with an authorization server. */
export interface OAuthSettings {
  /** The issuer, exactly as its metadata states it. Must be https; during development, http on this machine is accepted too. */
  readonly issuer: string | URL;
  /** The client id this server is registered under. */
  readonly clientId: string;
  /** The secret of a confidential client; an empty string is refused. Without it the client is public. PKCE protects both. */
  readonly clientSecret?: string;
  /** How the client secret is sent. Default `basic`. */
  readonly clientAuth?: "basic" | "post";
  /** Where the metadata is: RFC 8414 (`oauth2`) or OpenID Connect discovery (`oidc`). Default: the first, then the other. */
  readonly discovery?: "oauth2" | "oidc";
  /** For services that publish no metadata: the endpoints, under their metadata names. Nothing is fetched then. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * Additional parameters for the authorization endpoint, such as `{ access_type: "offline" }`. Parameters that protect
   * the exchange cannot be replaced.
   */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The API the token is for (RFC 8707). */
  readonly resource?: string;
  /** Time limit for one request to the authorization server, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /**
   * Whether the issuer may be at http on this machine, where codes and secrets are sent unprotected to whatever program
   * has taken its port. Default: `NODE_ENV` is not `production`.
   */
  readonly development?: boolean;
  /** Replaces the global `fetch`; for proxies, and for tests. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Settings that have been checked, in the form the OAuth library takes. */
export interface ResolvedOAuth {
  readonly issuer: URL;
  /** Whether the issuer is at http on this machine. */
  readonly insecure: boolean;
  readonly client: oauth.Client;
  readonly clientAuth: oauth.ClientAuth;
  readonly timeoutMs: number;
}

/** What each setting may be. */
export const OAUTH_SETTINGS: OptionKinds<OAuthSettings> = {
  issuer: ["string", "object"],
  clientId: "any",
  clientSecret: "string",
  clientAuth: { oneOf: ["basic", "post"] },
  discovery: { oneOf: ["oauth2", "oidc"] },
  metadata: "object",
  parameters: "object",
  resource: "string",
  timeoutMs: "number",
  development: "boolean",
  fetch: "function",
};

const DEFAULT_TIMEOUT_MS = 10_000;

/** @throws OptionError when a setting is unusable */
export function resolveOAuthSettings(settings: OAuthSettings): ResolvedOAuth {
  const issuer = safeUrl(String(settings.issuer), "issuer");
  const { development = process.env["NODE_ENV"] !== "production" } = settings;
  const insecure = issuer.protocol === "http:";
  if (insecure && !development) {
    throw new OptionError(
      `issuer is at http (${issuer.host}), which is allowed in development only: any program that takes that port receives the authorization codes and can impersonate users. ` +
        "Use https. If this is not production although NODE_ENV says so, pass `development: true`.",
    );
  }
  if (typeof settings.clientId !== "string" || settings.clientId === "") {
    throw new OptionError(
      "clientId must be a non-empty string: the client id this server is registered under.",
    );
  }
  return {
    issuer,
    insecure,
    client: { client_id: settings.clientId },
    clientAuth: clientAuthOf(settings),
    timeoutMs: settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
}

function clientAuthOf({ clientSecret, clientAuth }: OAuthSettings): oauth.ClientAuth {
  if (clientSecret === "") {
    throw new OptionError(
      "clientSecret is empty. Is the environment variable it comes from set? Leave the option out for a public client.",
    );
  }
  if (clientSecret === undefined) return oauth.None();
  return clientAuth === "post"
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret);
}

/** @throws OptionError unless the URL is https or, where `insecure` allows it, http on this machine */
export function safeUrl(text: string, what: string, insecure = true): URL {
  if (!isUrl(text)) throw new OptionError(`${what} must be an absolute URL.`);
  const url = new URL(text);
  const local = insecure && url.protocol === "http:" && isLoopbackHost(url.hostname);
  if (url.protocol !== "https:" && !local) {
    const also = insecure ? ", or http on this machine" : "";
    throw new OptionError(`${what} must be an https URL${also}.`);
  }
  return url;
}
