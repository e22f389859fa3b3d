import type { AuthInfo } from "@modelcontextprotocol/server";
import { CLIENTS } from "./services/clients.js";

/** Authorizes requests by their access token. */
export interface Authorizer {
  /** The user of a request, or `undefined` without a valid token. */
  authenticate(request: Request): Promise<AuthInfo | undefined>;
  refusal(): Response;
  /** The path of the metadata that names the authorization server (RFC 9728). */
  readonly metadataPath: string;
  metadata(): Response;
}

/** The introspection response for a token (RFC 7662). */
interface Introspection {
  readonly active: boolean;
  readonly sub?: string;
  readonly aud?: string | readonly string[];
  readonly client_id?: string;
  readonly scope?: string;
}

export function createAuthorizer({
  services,
  resource,
  origin,
}: {
  readonly services: string;
  readonly resource: string;
  readonly origin: string;
}): Authorizer {
  const metadataPath = "/.well-known/oauth-protected-resource/mcp";
  const { id, secret } = CLIENTS.server;
  const credentials = Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString("base64");

  return {
    metadataPath,
    async authenticate(request) {
      const [, token] = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
      if (token === undefined) return undefined;
      const response = await fetch(`${services}/token/introspection`, {
        method: "POST",
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ token }),
      });
      const found = (await response.json()) as Introspection;
      // Tokens for another API must be rejected.
      const isOurs = found.active && [found.aud].flat().includes(resource);
      if (!isOurs || found.sub === undefined) return undefined;
      return {
        token,
        clientId: found.client_id ?? "",
        scopes: found.scope?.split(" ") ?? [],
        // midcall reads the user from here.
        extra: { sub: found.sub },
      };
    },
    refusal: () =>
      Response.json(
        { error: "invalid_token" },
        {
          status: 401,
          headers: { "www-authenticate": `Bearer resource_metadata="${origin}${metadataPath}"` },
        },
      ),
    metadata: () =>
      Response.json({
        resource,
        authorization_servers: [services],
        scopes_supported: ["invoices"],
        resource_name: "Invoices",
      }),
  };
}
