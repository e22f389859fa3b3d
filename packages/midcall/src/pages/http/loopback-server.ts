import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { isUrl } from "../../internal/is-url.js";

/** Answers a request that came over a socket from this address. */
export type Answer = (request: Request, remoteAddress: string | undefined) => Promise<Response>;

/** An HTTP server on 127.0.0.1. */
export interface LoopbackServer {
  readonly port: number;
  /** Stops the server and closes its connections. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1, where no other machine can reach it. Neither the server nor its connections keep the process
 * alive.
 *
 * @param port - 0 for any free port
 * @param createAnswer - called with the port before the first request
 * @throws the errors of listening, such as `EADDRINUSE`, and those of `createAnswer`
 */
export async function listenOnLoopback(
  port: number,
  createAnswer: (port: number) => Answer,
): Promise<LoopbackServer> {
  let answer: Answer | undefined;
  const server = createServer(
    { maxHeaderSize: 32_768, headersTimeout: 10_000, requestTimeout: 30_000 },
    (incoming, outgoing) => {
      handle(incoming, outgoing, answer).catch(() => outgoing.destroy());
    },
  );
  server.on("connection", (socket) => socket.unref());
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
    answer = createAnswer(bound);
  } catch (error) {
    await close();
    throw error;
  }
  return { port: bound, close };
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: Answer | undefined,
): Promise<void> {
  const host = incoming.headers.host ?? "";
  const target = `http://${host}${incoming.url ?? "/"}`;
  if (!answer || !incoming.url?.startsWith("/") || !isUrl(target)) {
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
  const response = await answer(request, incoming.socket.remoteAddress);
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
