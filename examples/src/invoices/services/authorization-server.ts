import { randomBytes } from "node:crypto";
import { Provider } from "oidc-provider";
import { CLIENTS } from "./clients.js";
import { userOf } from "./users.js";

/** The scopes of the accounts API. */
export const ACCOUNT_SCOPES = ["customers:read", "reminders:send"] as const;

export interface AuthorizationOptions {
  /** How long an access token for the accounts API is valid, in seconds. */
  readonly tokenSeconds: number;
  /** How long an access token for an MCP server is valid, in seconds. */
  readonly serverTokenSeconds: number;
}

/**
 * An OAuth 2.1 authorization server with OpenID Connect, for two users, three clients, and hosts that register
 * themselves.
 */
export function createAuthorizationServer(
  issuer: string,
  { tokenSeconds, serverTokenSeconds }: AuthorizationOptions,
): Provider {
  const ownPages = ["http://127.0.0.1", "http://127.0.0.1/pages"];
  const native = { application_type: "native", token_endpoint_auth_method: "none" };
  const accounts = `${issuer}/accounts`;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        ...native,
        client_id: CLIENTS.pages.id,
        redirect_uris: ownPages.map((base) => `${base}/signed-in`),
      },
      {
        ...native,
        client_id: CLIENTS.server.id,
        client_secret: CLIENTS.server.secret,
        token_endpoint_auth_method: "client_secret_basic",
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: ownPages.map((base) => `${base}/callback/accounts`),
      },
      { ...native, client_id: CLIENTS.host.id, redirect_uris: [CLIENTS.host.redirectUri] },
    ],
    scopes: ["openid", "profile", "offline_access"],
    claims: { openid: ["sub"], profile: ["name"] },
    // The ID token contains the name, so that pages can show "signed in as Alice" without another request.
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      revocation: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        // A token is valid for one API only, the one it was requested for.
        getResourceServerInfo: (_: unknown, resource: string) => {
          const scope = resource === accounts ? ACCOUNT_SCOPES.join(" ") : scopeOfServer(resource);
          if (scope === undefined) throw new provider.errors.InvalidTarget();
          return { scope, audience: resource, accessTokenFormat: "opaque" };
        },
      },
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => {
      const user = userOf(id);
      return user && { accountId: id, claims: () => ({ sub: id, name: user.name }) };
    },
    issueRefreshToken: (_: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: (_: unknown, { aud }: { readonly aud: unknown }) =>
        aud === accounts ? tokenSeconds : serverTokenSeconds,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 600,
      Interaction: 900,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
  });
  provider.on("grant.success", ({ oidc }) => {
    console.error(`services: ${oidc.client.clientId} got a token (${oidc.params.grant_type})`);
  });
  return provider;
}

/** The scope for an MCP server on this machine, which also requires tokens that were issued for it. */
function scopeOfServer(resource: string): string | undefined {
  const { protocol, hostname, pathname } = new URL(resource);
  const isOurs = protocol === "http:" && hostname === "127.0.0.1" && pathname === "/mcp";
  return isOurs ? "invoices" : undefined;
}
