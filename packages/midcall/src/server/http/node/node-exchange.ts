import type { AuthInfo } from "@modelcontextprotocol/server";
import type { HttpRequestOptions } from "../types.js";

/** The parts of Node's `IncomingMessage` that are used; Express's request is one, too. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly socket: object;
  on(event: "data" | "end" | "error" | "close", listener: (value: unknown) => void): unknown;
  /** Whether anything has read from the request. */
  readonly readableDidRead: boolean;
  /** The body, where a middleware such as `express.json()` has read it. */
  readonly body?: unknown;
  /** The contents of the verified access token, where a middleware has set it. */
  readonly auth?: AuthInfo;
}

/** The parts of Node's `ServerResponse` that are used. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Not in the types of Node's HTTP/2 response, which has it. */
  flushHeaders?(): void;
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  end(text: string): unknown;
  destroy(): unknown;
  once(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}

/** Whether a value is a request of Node's `http` rather than a web `Request`. */
export function isNodeRequest(value: unknown): value is NodeRequest {
  return Array.isArray((value as Partial<NodeRequest> | null | undefined)?.rawHeaders);
}

/** Whether a value is a response of Node's `http`. */
export function isNodeResponse(value: unknown): value is NodeResponse {
  return typeof (value as Partial<NodeResponse> | null | undefined)?.writeHead === "function";
}

/**
 * The web `Request` for a request of Node's `http`.
 *
 * @param signal - Aborts when the client has gone
 * @param read - The body, where it has been read from the request
 * @throws TypeError when the URL, the method or a header is not valid
 */
export function toWebRequest(
  request: NodeRequest,
  signal: AbortSignal,
  read?: Uint8Array<ArrayBuffer>,
): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] as string;
    // HTTP/2 has its method and path among the headers, with a colon before them.
    if (!name.startsWith(":")) headers.append(name, request.rawHeaders[at + 1] as string);
  }
  const { method = "GET", url = "/" } = request;
  const scheme = "encrypted" in request.socket ? "https" : "http";
  const host = headers.get("host") ?? authorityOf(request) ?? "localhost";
  const body = method === "GET" || method === "HEAD" ? undefined : (read ?? bodyOf(request));
  return new Request(new URL(url, `${scheme}://${host}`), {
    method,
    headers,
    signal,
    ...(body !== undefined && { body, duplex: "half" as const }),
  });
}

/** The address that was read last: nearly all requests of a server have the same, and reading one takes long. */
let last: { readonly base: string; readonly url: string; readonly href: string } | undefined;

/** The URL of a request that has this `Host` header; `undefined` if that gives none. */
export function addressOf(
  { url = "/", socket }: Pick<NodeRequest, "url" | "socket">,
  host: string | null,
): string | undefined {
  const base = `${"encrypted" in socket ? "https" : "http"}://${host ?? "localhost"}`;
  if (last?.url === url && last.base === base) return last.href;
  try {
    const { href } = new URL(url, base);
    last = { base, url, href };
    return href;
  } catch {
    return undefined;
  }
}

/** The body as it was sent: still to be read, or as a middleware has kept it. */
function bodyOf(
  request: NodeRequest,
): ReadableStream<Uint8Array> | string | Uint8Array<ArrayBuffer> | undefined {
  if (!request.readableDidRead) return toWebStream(request);
  return isRaw(request.body) ? request.body : undefined;
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}

/** Whether something has read the body and not kept it. */
export function bodyIsLost({ method, readableDidRead, body }: NodeRequest): boolean {
  return method === "POST" && readableDidRead && body === undefined;
}

function authorityOf({ rawHeaders }: NodeRequest): string | undefined {
  const at = rawHeaders.indexOf(":authority");
  return at < 0 ? undefined : rawHeaders[at + 1];
}

function toWebStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** What a middleware has left on a request: the user's token, and the body that it has read. */
export function optionsOf(request: NodeRequest): HttpRequestOptions {
  const { auth, body, readableDidRead } = request;
  return {
    ...(auth && { authInfo: auth }),
    // Some middlewares set an empty body without reading anything.
    ...(readableDidRead && body !== undefined && !isRaw(body) && { parsedBody: body }),
  };
}

/** Writes a web `Response` to Node's, no faster than the client takes it. */
export async function writeResponse(from: Response, to: NodeResponse): Promise<void> {
  const headers = new Headers(from.headers);
  // Node decides about its connections itself, and HTTP/2 forbids the header.
  headers.delete("connection");
  to.writeHead(from.status, Object.fromEntries(headers));
  if (from.body === null) {
    to.end();
    return;
  }
  // The client sees that the stream is open before the first event comes.
  to.flushHeaders?.();
  const reader = from.body.getReader();
  const leave = (): void => {
    reader.cancel().catch(() => {});
  };
  to.once("close", leave);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || to.destroyed) break;
      if (!to.write(value)) await drained(to);
    }
    to.end();
  } finally {
    to.off("close", leave);
  }
}

function drained(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.once("drain", done);
    response.once("close", done);
    if (response.destroyed) done();
  });
}
