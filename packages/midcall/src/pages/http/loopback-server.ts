import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { isUrl } from "../../internal/is-url.js";
import { REMOVE_WORKER } from "../../open-page/foreign-worker.js";
import { LARGEST_HEADERS } from "../../open-page/largest-headers.js";
import { listenAtOwnAddress } from "../../open-page/own-address.js";
import { refuseOtherUsers } from "../../open-page/peer-user.js";

/** Answers a request that came over a socket from this address. */
export type Answer = (request: Request, remoteAddress: string | undefined) => Promise<Response>;

/** An HTTP server on this computer alone. */
export interface LoopbackServer {
  readonly port: number;
  /** Stops the server and closes its connections. */
  close(): Promise<void>;
}

/**
 * Where to listen: at this port of 127.0.0.1, with 0 for any free one; or, with `own`, at a free port of an address that
 * nobody could know before.
 */
export type LoopbackPlace = number | "own";

/**
 * Listens on this computer, where no other machine can reach it. Neither the server nor its connections keep the process
 * alive. On Linux, it answers no program of another user.
 *
 * @param createAnswer - called with the origin before the first request
 * @throws the errors of listening, such as `EADDRINUSE`, and those of `createAnswer`
 */
export async function listenOnLoopback(
  place: LoopbackPlace,
  createAnswer: (origin: string) => Answer,
): Promise<LoopbackServer> {
  let answer: Answer | undefined;
  const server = createServer(
    { maxHeaderSize: LARGEST_HEADERS, headersTimeout: 10_000, requestTimeout: 30_000 },
    (incoming, outgoing) => {
      handle(incoming, outgoing, answer).catch(() => outgoing.destroy());
    },
  );
  refuseOtherUsers(server);
  server.on("connection", (socket) => socket.unref());
  const listen = (port: number, host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        resolve(host);
      });
    });
  const host =
    place === "own"
      ? await listenAtOwnAddress((own) => listen(0, own))
      : await listen(place, "127.0.0.1");
  server.unref();
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const bound = (server.address() as AddressInfo).port;
  try {
    answer = createAnswer(`http://${host}:${bound}`);
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
  // These pages have none, so it is another program's, which had the port before.
  if (incoming.method === "GET" && incoming.headers["service-worker"] === "script") {
    const type = { "content-type": "text/javascript", "cache-control": "no-store" };
    outgoing.writeHead(200, type).end(REMOVE_WORKER);
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
