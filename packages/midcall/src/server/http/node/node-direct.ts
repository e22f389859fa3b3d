import { isJsonContentType } from "@modelcontextprotocol/server";
import type { HttpExchange, Reply } from "../direct/exchange.js";
import type { HeaderReader } from "../direct/plain-request.js";
import type { ClientGone } from "./client-gone.js";
import { isAuthInfo } from "../misuse.js";
import { addressOf, type NodeRequest, toWebRequest } from "./node-exchange.js";
import type { HttpRequestOptions } from "../types.js";

/** Up to this size a body may come in chunks of one byte each without taking up much memory. */
export const QUICK_BYTES: number = 64 * 1024;

/** The beginning of a request, as far as it decides about an answer. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderReader;
}

/** Answers a request whose body is known, or returns `undefined` for one that is to be answered in another way. */
export type AnswerDirectly = (
  body: unknown,
  head: RequestHead,
  http: () => HttpExchange,
) => Promise<Reply> | undefined;

/** What answers Node's requests directly. */
export interface NodeDirect {
  /** Whether a request may be answered at all. */
  isAllowed(head: RequestHead): boolean;
  readonly answer: AnswerDirectly;
  readonly maxBytes: number;
}

/** Answers a request in another way. @param read - its body, where that was read */
export type AnswerOtherwise = (read?: Uint8Array<ArrayBuffer>) => Promise<Reply>;

/**
 * Answers a request of Node's `http` without making a web `Request` of it, if it can be.
 *
 * @throws the error of the connection, when the body does not come
 */
export function answerNode(
  request: NodeRequest,
  { parsedBody, authInfo }: HttpRequestOptions,
  gone: ClientGone,
  { isAllowed, answer, maxBytes }: NodeDirect,
  otherwise: AnswerOtherwise,
): Promise<Reply> {
  if (request.method !== "POST") return otherwise();
  const headers = readHeaders(request.rawHeaders);
  const url = headers && addressOf(request, headers.get("host"));
  if (headers === undefined || url === undefined) return otherwise();
  const head: RequestHead = { method: "POST", url, headers };
  if (!isJsonContentType(headers.get("content-type")) || !isAllowed(head)) return otherwise();
  if (authInfo !== undefined && !isAuthInfo(authInfo)) return otherwise();
  const exchange = (): HttpExchange => new NodeExchange(request, gone, authInfo);
  if (parsedBody !== undefined) return answer(parsedBody, head, exchange) ?? otherwise();
  const length = Number(headers.get("content-length") ?? NaN);
  if (request.readableDidRead || !(length <= Math.min(QUICK_BYTES, maxBytes))) return otherwise();
  return readBody(request).then((read) => answer(parse(read), head, exchange) ?? otherwise(read));
}

class NodeExchange implements HttpExchange {
  readonly #request: NodeRequest;
  readonly #gone: ClientGone;
  readonly authInfo: HttpExchange["authInfo"];
  #web: Request | undefined;

  constructor(request: NodeRequest, gone: ClientGone, authInfo: HttpExchange["authInfo"]) {
    this.#request = request;
    this.#gone = gone;
    this.authInfo = authInfo;
  }

  web(): Request {
    return (this.#web ??= toWebRequest(this.#request, this.#gone.signal));
  }

  isGone(): boolean {
    return this.#gone.isGone;
  }

  onGone(listener: () => void): () => void {
    return this.#gone.on(listener);
  }
}

/** The values that a web `Headers` takes as they are. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers as a web `Headers` joins them; `undefined` for a request of HTTP/2, and for what may not be in headers. */
function readHeaders(raw: readonly string[]): HeaderReader | undefined {
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    const value = raw[at + 1] as string;
    const before = headers.get(name);
    if (name.startsWith(":") || !VALUE.test(value)) return undefined;
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return { get: (name) => headers.get(name) ?? null };
}

/** Reads the body with listeners, which cost much less than an iterator. */
function readBody(request: NodeRequest): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    // A middleware may have set an encoding.
    request.on("data", (chunk) =>
      chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array)),
    );
    let hasEnded = false;
    request.on("end", () => {
      hasEnded = true;
      resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)) as Uint8Array<ArrayBuffer>);
    });
    request.on("error", reject);
    request.on("close", () => {
      // Every request closes, and an error costs its stack.
      if (!hasEnded) reject(new Error("The connection has ended within the request."));
    });
  });
}

/** The JSON of a body, or `undefined` if it is none. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"));
  } catch {
    return undefined;
  }
}
