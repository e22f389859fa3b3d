import type {
  JSONRPCMessage,
  JSONRPCRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { isObject } from "../../../internal/is-object.js";
import { isMethod, type Method } from "../../framework/request-context.js";
import { attachedServer, handlerOf } from "../direct/attached-servers.js";
import type { OpenStreams } from "../open-streams.js";
import type { ActiveSession } from "../session-activity.js";
import { EventStream } from "../shared/events/event-stream.js";
import { idInUse, idOfRequest } from "../shared/incoming.js";
import type { HttpRequestOptions } from "../types.js";
import { isUsualPost, isUsualResponse } from "./usual-posts.js";

type RequestId = string | number;

/** A session whose server is connected to its transport. */
interface DirectSession extends Pick<ActiveSession, "transport"> {
  readonly server: McpServer;
}

/** A request that the SDK passes on to its server as it stands. */
type PlainCall = JSONRPCRequest & { readonly method: Method };

/** What the SDK sends with a stream. */
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  connection: "keep-alive",
  "x-accel-buffering": "no",
};

/** Cancelled calls of a session whose late messages are dropped. */
const MOST_CANCELLED = 1_000;

/**
 * The usual messages of a session of this process: calls, whose events are written to a stream of their own, and answers. The
 * SDK's server gets them as from its transport, whose own checks they would pass. Whatever is not usual is for the transport to
 * judge.
 */
export class DirectMessages {
  readonly #server: McpServer;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #streams: OpenStreams;
  /** The streams of calls that have no response yet. */
  readonly #calls = new Map<RequestId, EventStream>();
  readonly #cancelled = new Set<RequestId>();
  #isClosed = false;

  constructor({ server, transport }: DirectSession, streams: OpenStreams) {
    this.#server = server;
    this.#transport = transport;
    this.#streams = streams;
    const send = transport.send.bind(transport);
    const writing: typeof send = (message, options) =>
      this.#write(message, options?.relatedRequestId) ? Promise.resolve() : send(message, options);
    transport.send = writing;
    const receive = transport.onmessage?.bind(transport);
    const onmessage: typeof receive = (message, extra) => {
      const cancelled = cancelledBy(message);
      const stream = cancelled === undefined ? undefined : this.#calls.get(cancelled);
      if ("method" in message && "id" in message) this.#cancelled.delete(message.id);
      receive?.(message, extra);
      // First the SDK aborts the handler's signal, and what is open is withdrawn.
      if (cancelled !== undefined && stream !== undefined)
        setImmediate(() => this.#cancel(cancelled, stream));
    };
    transport.onmessage = onmessage;
    const closed = transport.onclose?.bind(transport);
    const onclose = (): void => {
      this.#isClosed = true;
      for (const stream of this.#calls.values()) stream.close();
      this.#calls.clear();
      closed?.();
    };
    transport.onclose = onclose;
  }

  /** The response to a message, or `undefined` for one that is for the SDK. */
  answer(
    request: Request,
    { parsedBody: body, authInfo }: HttpRequestOptions,
  ): Response | undefined {
    if (this.#isClosed || request.method !== "POST") return undefined;
    // What is sent for the one would go to the other.
    const id = idOfRequest(body);
    if (id !== undefined && this.#calls.has(id)) return idInUse(id);
    if (!isObject(body)) return undefined;
    if (!isUsualPost(request, this.#server.server.getNegotiatedProtocolVersion())) return undefined;
    const extra = { request, ...(authInfo && { authInfo }) };
    if (isUsualResponse(body)) {
      this.#transport.onmessage?.(body, extra);
      return new Response(null, { status: 202 });
    }
    if (!isPlainCall(body) || !this.#isUnchecked(body)) return undefined;
    const stream = new EventStream();
    stream.onEnd(this.#streams.track((retryMs) => stream.close(retryMs)));
    this.#calls.set(body.id, stream);
    try {
      this.#transport.onmessage?.(body, extra);
    } catch (error) {
      this.#calls.delete(body.id);
      stream.close();
      throw error;
    }
    const headers = { "mcp-session-id": this.#transport.sessionId ?? "", ...HEADERS };
    return new Response(stream.body, { headers });
  }

  /** Whether no check of the user's rights comes before the handler of a call. */
  #isUnchecked({ method, params }: PlainCall): boolean {
    const name = params?.[method === "resources/read" ? "uri" : "name"];
    const attached = attachedServer(this.#server);
    return (
      attached !== undefined &&
      typeof name === "string" &&
      handlerOf(this.#server, attached, method, name) !== undefined
    );
  }

  /** Writes a message of a call to its stream. Returns whether it belongs to one. */
  #write(message: JSONRPCMessage, relatedId: RequestId | undefined): boolean {
    const isResponse = !("method" in message);
    const id = isResponse ? message.id : relatedId;
    if (id === undefined) return false;
    const stream = this.#calls.get(id);
    if (stream === undefined) return this.#cancelled.has(id);
    if (isResponse && !stream.isOpen) {
      const gone = `The client has gone before the response to its request ${String(id)}.`;
      this.#transport.onerror?.(new Error(gone));
    }
    try {
      stream.message(message);
    } catch (error) {
      // A handler may return what JSON does not have.
      this.#transport.onerror?.(error as Error);
    }
    if (isResponse) {
      this.#calls.delete(id);
      stream.close();
    }
    return true;
  }

  /** A cancelled call gets no response; what its handler still sends is dropped. */
  #cancel(id: RequestId, stream: EventStream): void {
    if (this.#calls.get(id) !== stream) return;
    this.#calls.delete(id);
    const [oldest] = this.#cancelled;
    if (this.#cancelled.size >= MOST_CANCELLED && oldest !== undefined)
      this.#cancelled.delete(oldest);
    this.#cancelled.add(id);
    stream.close();
  }
}

function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  return (message.params as { requestId?: RequestId } | undefined)?.requestId;
}

const MEMBERS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

function isPlainCall(body: Record<string, unknown>): body is PlainCall {
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== "2.0" || !(typeof id === "string" || Number.isSafeInteger(id))) return false;
  if (!isMethod(method) || !isObject(params)) return false;
  if (!Object.keys(body).every((key) => MEMBERS.has(key))) return false;
  const { _meta: meta } = params;
  return meta === undefined || (isObject(meta) && isUsualMeta(meta));
}

/** Members that the protocol defines have schemas of their own, except for the token. */
function isUsualMeta(meta: Record<string, unknown>): boolean {
  const { progressToken: token } = meta;
  const isToken = token === undefined || typeof token === "string" || Number.isSafeInteger(token);
  return isToken && !Object.keys(meta).some((key) => key.startsWith("io.modelcontextprotocol/"));
}
