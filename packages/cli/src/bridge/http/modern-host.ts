import type { HostEnd } from "../ends/ends.js";
import { headerValue } from "../ends/param-headers.js";
import { SUBSCRIPTION_ID } from "../translate/envelope.js";
import {
  CANCELLED,
  type Id,
  type Members,
  metaOf,
  METHOD_NOT_FOUND,
  PROGRESS,
  type Request as Asked,
} from "../wire/messages.js";
import { PROTOCOL_VERSION } from "../relay/capabilities.js";
import { tokenOf } from "../relay/keep-alive.js";
import { HostLane } from "./lane.js";

const HEADER_MISMATCH = -32_020;

interface Exchange {
  readonly lane: HostLane;
  readonly id: Id;
  readonly token: Id | undefined;
}

/**
 * The hosts of 2026-07-28 behind an HTTP endpoint, as one end of a bridge. Each request is on its own, so their ids and
 * progress tokens are made unique.
 */
export class ModernHost implements HostEnd {
  onmessage: ((message: Members) => void) | undefined;
  onclose: (() => void) | undefined;
  readonly hasStreamBeside = false;
  readonly #exchanges = new Map<Id, Exchange>();
  #count = 0;

  async start(): Promise<void> {}

  /** Serves one request. */
  serve(http: Request, { id, params, ...rest }: Asked): Promise<Response> {
    // It would begin a connection of 2025, which all hosts of 2026-07-28 would then share.
    if (rest.method === "initialize") {
      const error = { code: METHOD_NOT_FOUND, message: "2026-07-28 has no handshake." };
      return Promise.resolve(Response.json({ jsonrpc: "2.0", id, error }, { status: 404 }));
    }
    const mismatch = mismatchOf(http.headers, { id, params: params ?? {}, ...rest } as Asked);
    if (mismatch !== undefined) {
      const error = { code: HEADER_MISMATCH, message: mismatch };
      return Promise.resolve(Response.json({ jsonrpc: "2.0", id, error }, { status: 400 }));
    }
    this.#count += 1;
    const unique = `host-${this.#count}`;
    const token = tokenOf(params);
    const lane = new HostLane(http.signal, () => {
      if (this.#exchanges.delete(unique))
        this.onmessage?.({ jsonrpc: "2.0", method: CANCELLED, params: { requestId: unique } });
    });
    this.#exchanges.set(unique, { lane, id, token });
    const _meta = { ...metaOf(params), ...(token !== undefined && { progressToken: unique }) };
    this.onmessage?.({ ...rest, id: unique, params: { ...params, _meta } });
    return lane.response;
  }

  async send(message: Members, about?: Id): Promise<void> {
    const { id, method, params } = message as { id?: Id; method?: string; params?: Members };
    const named = method === PROGRESS ? params?.["progressToken"] : about;
    const key = method === undefined ? id : named;
    const exchange = this.#exchanges.get(key as Id);
    if (exchange === undefined) return;
    if (method !== undefined) return exchange.lane.write(restored(message, exchange));
    this.#exchanges.delete(key as Id);
    exchange.lane.write({ ...message, id: exchange.id }, { isModern: true });
    exchange.lane.end();
  }

  async close(): Promise<void> {
    for (const { lane } of this.#exchanges.values()) lane.end();
    this.#exchanges.clear();
    this.onclose?.();
  }
}

/** A notification with the names that its host knows. */
function restored(message: Members, { id, token }: Exchange): Members {
  const { params } = message as { params?: Members };
  if (message["method"] === PROGRESS)
    return { ...message, params: { ...params, progressToken: token } };
  const meta = metaOf(params);
  if (meta?.[SUBSCRIPTION_ID] === undefined) return message;
  return { ...message, params: { ...params, _meta: { ...meta, [SUBSCRIPTION_ID]: id } } };
}

/**
 * What is wrong with the headers of a request: they repeat parts of the body.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata
 */
function mismatchOf(headers: Headers, { method, params }: Asked): string | undefined {
  const named = method === "resources/read" ? params?.["uri"] : params?.["name"];
  const isNamed = ["tools/call", "prompts/get", "resources/read"].includes(method);
  const expected: readonly (readonly [string, unknown])[] = [
    ["mcp-protocol-version", metaOf(params)?.[PROTOCOL_VERSION]],
    ["mcp-method", method],
    ...(isNamed && typeof named === "string" ? [["mcp-name", headerValue(named)] as const] : []),
  ];
  const wrong = expected.find(([name, value]) => headers.get(name) !== value);
  return wrong && `The header ${wrong[0]} differs from the body of the request.`;
}
