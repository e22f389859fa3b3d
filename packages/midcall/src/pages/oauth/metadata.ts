import * as oauth from "oauth4webapi";
import { codeOf } from "./connect-errors.js";
import { safeUrl, type OAuthSettings, type ResolvedOAuth } from "./settings.js";
import type { RequestOptions } from "./request-options.js";

const CACHE_MS = 60 * 60 * 1000;
const MAX_METADATA_BYTES = 1024 * 1024;
/** The endpoints that secrets and users are sent to. */
const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "revocation_endpoint"] as const;

/** The metadata of one authorization server: configured, or discovered and cached for an hour. */
export class ServerMetadata {
  readonly #settings: OAuthSettings;
  readonly #resolved: ResolvedOAuth;
  readonly #request: RequestOptions;
  readonly #now: () => number;
  readonly #configured: oauth.AuthorizationServer | undefined;
  #cached:
    | { readonly until: number; readonly server: Promise<oauth.AuthorizationServer> }
    | undefined;

  /** @throws OptionError when configured metadata is unusable */
  constructor(
    settings: OAuthSettings,
    resolved: ResolvedOAuth,
    request: RequestOptions,
    now: () => number,
  ) {
    this.#settings = settings;
    this.#resolved = resolved;
    this.#request = request;
    this.#now = now;
    this.#configured =
      settings.metadata && this.#checked({ ...settings.metadata, issuer: String(settings.issuer) });
  }

  get(): Promise<oauth.AuthorizationServer> {
    if (!this.#cached || this.#cached.until <= this.#now()) {
      const server = this.#discover();
      const entry = { until: this.#now() + CACHE_MS, server };
      server.catch(() => (this.#cached = { ...entry, until: 0 }));
      this.#cached = entry;
    }
    return this.#cached.server;
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    if (this.#configured) return this.#configured;
    const { discovery } = this.#settings;
    const { issuer } = this.#resolved;
    let reason: unknown;
    for (const algorithm of discovery ? [discovery] : (["oauth2", "oidc"] as const)) {
      const response = await oauth.discoveryRequest(issuer, {
        ...this.#request(MAX_METADATA_BYTES),
        algorithm,
      });
      if (response.status !== 200) await response.body?.cancel();
      try {
        return this.#checked(await oauth.processDiscoveryResponse(issuer, response));
      } catch (error) {
        // Some sites answer unknown paths with their home page, so a failure here does not rule out the other place.
        // Invalid metadata is a better explanation than missing metadata.
        if (reason === undefined || codeOf(reason) === oauth.RESPONSE_IS_NOT_CONFORM)
          reason = error;
      }
    }
    throw reason;
  }

  /** Metadata may not point to anything less secure than its issuer. */
  #checked(server: oauth.AuthorizationServer): oauth.AuthorizationServer {
    for (const name of ENDPOINTS) {
      if (server[name] !== undefined) {
        safeUrl(String(server[name]), name, this.#resolved.insecure);
      }
    }
    return server;
  }
}
