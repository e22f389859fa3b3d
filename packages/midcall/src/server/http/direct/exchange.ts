import {
  type AuthInfo,
  CLIENT_CAPABILITIES_META_KEY,
  McpServer,
  type Notification,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { allowManyListeners } from "../../../internal/many-listeners.js";
import type { Handoffs, SdkRequest } from "./handoffs.js";
import type { PlainRequest } from "./plain-request.js";
import { writePlainResult } from "./plain-result.js";

/** The HTTP request of an exchange, whichever way it came. */
export interface HttpExchange {
  /** The web `Request`; made on first use where there is none yet. */
  web(): Request;
  /** Whether the client has gone. */
  isGone(): boolean;
  /** Calls back when the client goes; returns the function that ends this. */
  onGone(listener: () => void): () => void;
  readonly authInfo: AuthInfo | undefined;
}

/** A reply with status 200 and JSON. */
export interface JsonReply {
  readonly json: string;
}

/** A reply: one that is written directly, or the SDK's. */
export type Reply = JsonReply | Response;

export interface ExchangeParts {
  readonly plain: PlainRequest;
  readonly http: HttpExchange;
  /** The server whose handler runs. */
  readonly server: McpServer;
  readonly serverInfo: unknown;
  readonly handoffs: Handoffs;
  /** The request for the SDK. */
  readonly sdk: () => SdkRequest;
  /** Called once, after the exchange has ended. */
  readonly onEnd: () => void;
}

const connectionClosed = (): SdkError =>
  new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed");
/** What a handler returns, or throws, as a promise. */
const started = async (handler: () => unknown): Promise<unknown> => handler();
const notConnected = (): SdkError => new SdkError(SdkErrorCode.NotConnected, "Not connected");

/**
 * One request and its reply. A plain result is written directly. As soon as the handler sends something else, or ends with what is
 * not a plain result, the exchange is handed over: the SDK serves the request with a server of its own, whose handler ends with
 * what this handler ends with.
 */
export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #stopListening: () => void;
  #resolve!: (reply: Reply | PromiseLike<Reply>) => void;
  #outcome: Promise<unknown> | undefined;
  #controller: AbortController | undefined;
  #handedOver: Promise<ServerContext> | undefined;
  /** Why the exchange has ended. */
  #ended: { readonly reason: () => unknown } | undefined;
  /** Resolves with the reply. */
  readonly reply: Promise<Reply>;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.reply = new Promise((resolve) => (this.#resolve = resolve));
    this.#stopListening = parts.http.onGone(() => this.close());
  }

  /** The id of the request. */
  get id(): string | number {
    return this.#parts.plain.id;
  }

  /** Aborts when the client has gone and, as the SDK's does, once there is a reply. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      allowManyListeners(this.#controller.signal);
      if (this.#ended) this.#controller.abort(this.#ended.reason());
    }
    return this.#controller.signal;
  }

  /** Runs the handler, and replies with its result. */
  run(handler: () => unknown): void {
    if (this.#ended) return;
    const outcome = started(handler);
    this.#outcome = outcome;
    outcome.then((result) => this.#reply(this.#write(result))).catch(() => this.#reply(undefined));
  }

  /** @param json - the reply; `undefined` leaves it to the SDK */
  #reply(json: string | undefined): void {
    if (this.#ended) return;
    if (this.#handedOver === undefined && json !== undefined) {
      this.#resolve({ json });
      this.#end();
    } else this.handOver().catch(() => {});
  }

  #write(result: unknown): string | undefined {
    if (this.#handedOver !== undefined) return undefined;
    const { plain, serverInfo } = this.#parts;
    const { id, method, envelope } = plain;
    const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
    return writePlainResult(result, { id, method, capabilities, serverInfo });
  }

  /** Sends a notification as part of the call. @throws SdkError when the call is over */
  async notify(notification: Notification): Promise<void> {
    const { mcpReq } = await this.handOver();
    await mcpReq.notify(notification);
  }

  /** Ends the exchange; without a reply, the client gets none. */
  close(): void {
    if (this.#ended) return;
    // What the SDK answers when its transport is closed before there is a reply.
    if (this.#handedOver === undefined) this.#resolve(new Response(null, { status: 499 }));
    this.#end();
  }

  /**
   * Lets the SDK reply.
   *
   * @returns the context of the SDK's own exchange
   * @throws SdkError when the exchange is over
   */
  handOver(): Promise<ServerContext> {
    if (this.#handedOver !== undefined) return this.#handedOver;
    if (this.#ended) return Promise.reject(notConnected());
    this.#handedOver = new Promise((resolve, reject) => {
      const { plain, handoffs, server, serverInfo, sdk } = this.#parts;
      const capabilities = server.server.getCapabilities();
      const stand = new McpServer(serverInfo as never, { capabilities });
      stand.server.setRequestHandler(plain.method as "tools/call", async (_request, ctx) => {
        const { signal } = ctx.mcpReq;
        signal.addEventListener("abort", () => this.#end(() => signal.reason), { once: true });
        resolve(ctx);
        return (await this.#outcome) as never;
      });
      const response = handoffs.serve(sdk(), stand);
      this.#resolve(response);
      response.then(() => reject(notConnected()), reject);
    });
    this.#handedOver.catch(() => {});
    return this.#handedOver;
  }

  #end(reason: () => unknown = connectionClosed): void {
    if (this.#ended) return;
    this.#ended = { reason };
    this.#stopListening();
    queueMicrotask(() => {
      try {
        this.#parts.onEnd();
      } finally {
        this.#controller?.abort(reason());
      }
    });
  }
}
