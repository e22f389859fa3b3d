import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { createPages, type Pages } from "../create-pages.js";
import { createLocalIdentity } from "../identity/local.js";
import type { Identity } from "../identity/identity.js";
import type { PagesOptions } from "../options.js";

/** Options of {@link serveLoopback}: those of `createPages`, without `baseUrl`. */
export interface LoopbackOptions extends Omit<PagesOptions, "baseUrl" | "identify"> {
  /** Default `createLocalIdentity()`. */
  readonly identify?: Identity;
  /** The port. Default: any free port. With a fixed port and a durable store, links survive a restart. */
  readonly port?: number;
}

/** Pages with their own HTTP server. */
export interface LoopbackPages extends Pages {
  readonly port: number;
  /** Stops the server and closes its connections. */
  close(): Promise<void>;
}

/**
 * Serves the pages for an MCP server on the user's own machine: over HTTP on 127.0.0.1, not reachable from elsewhere.
 * The server does not keep the process alive.
 *
 * @throws OptionError when an option is unusable; and the errors of listening, such as `EADDRINUSE`
 *
 * @example
 * ```ts
 * const pages = await serveLoopback({ secret, store, vault: createLocalVault() });
 * const link = await pages.secretLink({ principal: "local", server: "invoices", name: "stripe", message: "…" });
 * // link.url: http://127.0.0.1:41873/l/…; link.code goes into the question
 * ```
 */
export async function serveLoopback(options: LoopbackOptions): Promise<LoopbackPages> {
  const { port = 0, identify = createLocalIdentity(), ...rest } = options;
  let pages: Pages | undefined;
  const server = createServer(
    { maxHeaderSize: 32_768, headersTimeout: 10_000, requestTimeout: 30_000 },
    (incoming, outgoing) => {
      handle(incoming, outgoing, pages).catch(() => outgoing.destroy());
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  server.unref();
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const bound = (server.address() as AddressInfo).port;
  try {
    pages = createPages({ ...rest, identify, baseUrl: `http://127.0.0.1:${bound}` });
  } catch (error) {
    await close();
    throw error;
  }
  return { ...pages, port: bound, close };
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pages: Pages | undefined,
): Promise<void> {
  const host = incoming.headers.host ?? "";
  const target = `http://${host}${incoming.url ?? "/"}`;
  if (!pages || !incoming.url?.startsWith("/") || !URL.canParse(target)) {
    outgoing.writeHead(400).end();
    return;
  }
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const { method = "GET" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  let request: Request;
  try {
    request = new Request(target, {
      method,
      headers,
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }),
    } as RequestInit);
  } catch {
    // CONNECT, TRACE and similar.
    outgoing.writeHead(405).end();
    return;
  }
  const response = await pages.fetch(request, {
    remoteAddress: incoming.socket.remoteAddress,
  });
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  // The unread rest of a refused form would block the next request on this connection.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  if (response.body) Readable.fromWeb(response.body as NodeStream).pipe(outgoing);
  else outgoing.end();
}
