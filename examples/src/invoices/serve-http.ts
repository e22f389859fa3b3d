import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { createAuthorizer } from "./authorize.js";
import { createInvoicesServer } from "./build-server.js";
import type { Keeping } from "./keeping.js";
import { createSharedPages } from "./pages.js";

export interface HttpParts {
  readonly port: number;
  /** The public origin of the server, if it is behind a load balancer. */
  readonly publicOrigin: string | undefined;
  readonly keeping: Keeping;
  readonly services: string;
  readonly timeoutMs: number | undefined;
  readonly linkTtlMs: number | undefined;
}

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** Serves the MCP endpoint, the pages, and the metadata that names the authorization server. */
export async function serveHttp(
  parts: HttpParts,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  // Links and tokens contain the URL, so the port must be known first.
  let answer: Fetch = () => new Response("Starting", { status: 503 });
  const server = createServer(
    getRequestListener((request, bindings) => answer(request, bindings as HttpBindings)),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(parts.port, "127.0.0.1", resolve);
  });
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = parts.publicOrigin ?? local;
  const url = `${origin}/mcp`;

  const pages = createSharedPages({ ...parts, baseUrl: `${origin}/pages` });
  const { elicitation, build } = createInvoicesServer({ ...parts, pages });
  const mcp = elicitation.createHandler(build);
  const authorizer = createAuthorizer({ services: parts.services, resource: url, origin });

  const serveMcp = async (request: Request): Promise<Response> => {
    // Web pages must not be able to send requests to a local server.
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (refused) return refused;
    const authInfo = await authorizer.authenticate(request);
    return authInfo ? mcp(request, { authInfo }) : authorizer.refusal();
  };

  answer = (request, bindings) => {
    if (pages.handles(request)) return pages.app.fetch(request, bindings);
    const { pathname } = new URL(request.url);
    if (pathname === authorizer.metadataPath) return authorizer.metadata();
    return pathname === "/mcp" ? serveMcp(request) : new Response("Not found", { status: 404 });
  };
  return {
    url: `${local}/mcp`,
    async close() {
      await mcp.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
