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
  /** Where people and hosts reach the server, if that is not where it listens. */
  readonly publicOrigin: string | undefined;
  readonly keeping: Keeping;
  readonly services: string;
  readonly timeoutMs: number | undefined;
  readonly linkTtlMs: number | undefined;
}

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** The MCP endpoint, the pages beside it, and the document that tells hosts where to get a token. */
export async function serveHttp(
  parts: HttpParts,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  // The address goes into links and tokens, so it has to be known before anything else is made.
  let answer: Fetch = () => new Response("Not yet", { status: 503 });
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
    // A web page must not be able to talk to a server on the same machine.
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (refused) return refused;
    const authInfo = await authorizer.admit(request);
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
