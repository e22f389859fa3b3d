import {
  createPages,
  type LoopbackPages,
  createOidcIdentity,
  type Pages,
  type ProviderOptions,
  serveLoopback,
} from "midcall/pages";
import type { Keeping } from "./keeping.js";
import { CLIENTS } from "./services/clients.js";

/** What the pages need, for both transports. */
export interface PagesParts {
  readonly keeping: Keeping;
  /** The URL of the authorization server and the APIs. */
  readonly services: string;
  readonly linkTtlMs: number | undefined;
}

/** The services with accounts to connect, by the names that `ctx.connect` uses. */
function providers(services: string): Record<string, ProviderOptions> {
  return {
    accounts: {
      label: "Example Accounts",
      issuer: services,
      clientId: CLIENTS.server.id,
      clientSecret: CLIENTS.server.secret,
      resource: `${services}/accounts`,
    },
  };
}

const shared = ({ keeping, services, linkTtlMs }: PagesParts) => ({
  secret: keeping.secret,
  store: keeping.store,
  vault: keeping.vault,
  providers: providers(services),
  ...(linkTtlMs !== undefined && { linkTtlMs }),
});

/** For a local server: pages on 127.0.0.1, which the user opens with the code from the question. */
export function serveLocalPages(
  parts: PagesParts & { readonly port: number },
): Promise<LoopbackPages> {
  return serveLoopback({ ...shared(parts), port: parts.port });
}

/**
 * For a server with several users: visitors of a page sign in at the authorization server that also protects the MCP
 * endpoint, and must be the user who was asked.
 */
export function createSharedPages(parts: PagesParts & { readonly baseUrl: string }): Pages {
  return createPages({
    ...shared(parts),
    baseUrl: parts.baseUrl,
    identify: createOidcIdentity({
      issuer: parts.services,
      clientId: CLIENTS.pages.id,
      scopes: ["openid", "profile"],
    }),
  });
}
