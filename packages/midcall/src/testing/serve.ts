import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import type { AuthInfo, McpServerFactory } from "@modelcontextprotocol/server";
import { OptionError } from "../contracts/errors.js";
import type { ProtocolVersion } from "./protocol-versions.js";
import { createWirePair } from "./wire-pair.js";

/** An object that serves MCP over HTTP, such as the result of `elicitation.createHandler(build)`. */
export interface FetchHandler {
  fetch(request: Request, options?: { authInfo?: AuthInfo }): Response | Promise<Response>;
}

/** Which server is tested, and over which kind of connection. */
export interface ServeOptions {
  readonly protocolVersion: ProtocolVersion;
  /** Creates the server under test, as for `serveStdio` and `createMcpHandler`. */
  readonly build?: McpServerFactory | undefined;
  /** Tests this HTTP handler instead of wrapping `build`. It is not closed with the host. */
  readonly handler?: FetchHandler | undefined;
  /**
   * Tests a server outside this process: an unconnected transport of the official client, such as stdio or Streamable
   * HTTP. It is closed with the host.
   */
  readonly connection?: Transport | undefined;
  /**
   * `stdio`: one server instance on one pipe. `http`: Streamable HTTP without sockets, with one session on 2025 and a
   * new server instance for every request on 2026-07-28. Default: `http` with a `handler` and on 2026-07-28, otherwise
   * `stdio`.
   */
  readonly transport?: "stdio" | "http" | undefined;
  /** The verified caller, for HTTP, as an authentication layer would pass it. */
  readonly authInfo?: AuthInfo | undefined;
}

/** A running server under test and the client transport that reaches it. */
export interface Served {
  readonly transport: Transport;
  close(): Promise<void>;
}

const ENDPOINT = new URL("http://localhost/mcp");

export async function serve(options: ServeOptions): Promise<Served> {
  const { protocolVersion, build, handler, connection, authInfo } = options;
  const given = [build, handler, connection].filter((server) => server !== undefined);
  if (given.length !== 1) {
    throw new OptionError(
      'Pass createTestHost exactly one of "build", "handler" and "connection": the server to test.',
    );
  }
  if (connection !== undefined) {
    if (options.transport !== undefined || authInfo !== undefined) {
      throw new OptionError(
        'A "connection" is used as it is: leave out "transport" and "authInfo".',
      );
    }
    return serveOutside(connection);
  }
  const byDefault = handler !== undefined || protocolVersion === "2026-07-28" ? "http" : "stdio";
  const kind = options.transport ?? byDefault;
  if (kind === "http") {
    if (handler !== undefined) return serveHttp(handler, async () => {}, authInfo);
    return protocolVersion === "2026-07-28"
      ? serveStateless(build!, authInfo)
      : serveSession(build!, authInfo);
  }
  if (handler !== undefined) {
    throw new OptionError('A "handler" speaks HTTP. Pass "build" to test over stdio.');
  }
  if (authInfo !== undefined) {
    throw new OptionError('stdio has no "authInfo". Use transport "http", or leave it out.');
  }
  return serveOnPipe(build!);
}

/** The client closes the transport; an HTTP session is ended first, so that the server frees it. */
function serveOutside(transport: Transport): Served {
  return {
    transport,
    close: async () => {
      if (transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined) {
        await transport.terminateSession().catch(() => {});
      }
    },
  };
}

/** The SDK's server side is loaded only here and below: a server outside this process is tested without it. */
async function serveOnPipe(build: McpServerFactory): Promise<Served> {
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const [host, server] = createWirePair();
  const running = serveStdio(build, { transport: server });
  return { transport: host, close: () => running.close() };
}

/** 2026-07-28: every request gets a new server, so that no state is kept between rounds by accident. */
async function serveStateless(
  build: McpServerFactory,
  authInfo: AuthInfo | undefined,
): Promise<Served> {
  const { createMcpHandler } = await import("@modelcontextprotocol/server");
  const handler = createMcpHandler(build, { legacy: "reject" });
  return serveHttp(handler, () => handler.close(), authInfo);
}

/** 2025: one session. */
async function serveSession(
  build: McpServerFactory,
  authInfo: AuthInfo | undefined,
): Promise<Served> {
  const { WebStandardStreamableHTTPServerTransport } = await import("@modelcontextprotocol/server");
  const session = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
  });
  const server = await build({ era: "legacy", ...(authInfo && { authInfo }) });
  await server.connect(session);
  const handler: FetchHandler = {
    fetch: (request, options) => session.handleRequest(request, options),
  };
  return serveHttp(handler, () => server.close(), authInfo);
}

function serveHttp(
  handler: FetchHandler,
  close: () => Promise<void>,
  authInfo: AuthInfo | undefined,
): Served {
  const transport = new StreamableHTTPClientTransport(ENDPOINT, {
    fetch: async (url, init) => {
      // A request takes a turn of the event loop, as with sockets, so that timers fire even in an endless flow.
      await new Promise((resolve) => setImmediate(resolve));
      return handler.fetch(new Request(url, init), authInfo && { authInfo });
    },
  });
  return {
    transport,
    close: async () => {
      if (transport.sessionId !== undefined) await transport.terminateSession().catch(() => {});
      await close();
    },
  };
}
