import {
  type JSONRPCMessage,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from "@modelcontextprotocol/client";
import { type Id, isMembers, type Members, membersIn } from "../wire/messages.js";
import type { ServerEnd } from "./ends.js";
import { ParamHeaders } from "./param-headers.js";

export interface HttpServerOptions {
  readonly url: URL;
  /** Headers and sign-in. */
  readonly transport: StreamableHTTPClientTransportOptions;
  readonly onError: (error: unknown) => void;
}

const CLOSING_MS = 1_000;
const LISTENING_MS = 1_000;

/**
 * A server behind a URL. Each request has a connection of its own, so that it is known which request a message belongs
 * to; they share the session.
 */
export class HttpServer implements ServerEnd {
  onmessage: ((message: Members, about?: Id) => void) | undefined;
  onclose: ((why?: string) => void) | undefined;
  readonly hasRequestStreams = true;
  readonly #options: HttpServerOptions;
  readonly #headers = new ParamHeaders();
  readonly #requests = new Map<Id, StreamableHTTPClientTransport>();
  /** The one for the handshake, for what belongs to no request, and for the stream beside all requests. */
  #session: StreamableHTTPClientTransport;
  /** The handshake, in order to make it again when the server has forgotten the session. */
  #handshake: Members | undefined;
  #renewing: Promise<void> | undefined;
  /** Resolves when the handshake has arrived. */
  #ready: Promise<void> = Promise.resolve();
  /** Resolves when the stream beside all requests is open, or was refused. */
  #listening: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    this.#session = this.#newSession();
  }

  get isStateless(): boolean {
    return this.#session.sessionId === undefined;
  }

  start(): Promise<void> {
    return this.#session.start();
  }

  async send(message: Members, over?: AbortSignal): Promise<void> {
    const { id, method } = message as { readonly id?: Id; readonly method?: unknown };
    if (method === "initialize") this.#handshake = message;
    if (method === "notifications/initialized") {
      this.#ready = this.#begun(message);
      return this.#ready;
    }
    // On one pipe, messages arrive in their order; over HTTP, a request could overtake the handshake.
    await this.#ready.catch(() => {});
    if (this.#isClosed) throw new Error("The connection has ended.");
    const hasOwnStream = id !== undefined && typeof method === "string" && method !== "initialize";
    const send = (): Promise<void> =>
      hasOwnStream ? this.#request(id, message, over) : this.#session.send(asSent(message));
    try {
      await send();
    } catch (error) {
      if (!isLostSession(error) || !(await this.#renewed())) throw error;
      await send();
    }
  }

  /** Ends the handshake, and waits for the stream beside all requests: servers send there without waiting for it. */
  async #begun(message: Members): Promise<void> {
    await this.#session.send(asSent(message));
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (late = setTimeout(resolve, LISTENING_MS)));
    await Promise.race([this.#listening, limit]).finally(() => clearTimeout(late));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const session = this.#session;
    for (const request of this.#requests.values()) await request.close();
    const end = session.terminateSession().catch(() => {});
    await Promise.race([end, new Promise((done) => setTimeout(done, CLOSING_MS).unref())]);
    await session.close();
    this.onclose?.();
  }

  #newSession(): StreamableHTTPClientTransport {
    const { url, transport, onError } = this.#options;
    const { fetch: request = fetch } = transport;
    let opened = (): void => {};
    this.#listening = new Promise((resolve) => (opened = resolve));
    const session = new StreamableHTTPClientTransport(url, {
      ...transport,
      fetch: (input, init) => {
        const response = request(input, init);
        if (init?.method === "GET") void response.then(opened, opened);
        return response;
      },
    });
    session.onmessage = (message) => this.#received(message as unknown as Members, undefined);
    session.onerror = (error) => {
      // The caller of `send` gets the errors of what it has sent.
      if (!this.#isClosed && !(error instanceof SdkHttpError)) onError(error);
    };
    return session;
  }

  async #request(id: Id, message: Members, over: AbortSignal | undefined): Promise<void> {
    const { url, transport } = this.#options;
    const { sessionId, protocolVersion } = this.#session;
    const own = new StreamableHTTPClientTransport(url, {
      ...transport,
      ...(sessionId !== undefined && { sessionId }),
      ...(protocolVersion !== undefined && { protocolVersion }),
    });
    let isAnswered = false;
    const finish = (): void => {
      if (this.#requests.get(id) === own) this.#requests.delete(id);
      void own.close();
    };
    own.onmessage = (received) => {
      const members = received as unknown as Members;
      isAnswered ||= members["id"] === id && members["method"] === undefined;
      this.#received(members, id);
      if (isAnswered) finish();
    };
    await own.start();
    this.#requests.set(id, own);
    over?.addEventListener("abort", finish, { once: true });
    const params = membersIn(message, "params");
    try {
      await own.send(asSent(message), {
        headers: this.#headers.of(message["method"], params),
        ...(over && { requestSignal: over }),
        onRequestStreamEnd: () => {
          if (isAnswered || over?.aborted || this.#isClosed) return;
          const why =
            "The connection to the server ended before it responded. Nobody knows how far it got.";
          this.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32_603, message: why } }, id);
          finish();
        },
      });
    } catch (error) {
      finish();
      throw error;
    }
  }

  #received(message: Members, about: Id | undefined): void {
    const result = membersIn(message, "result");
    if (Array.isArray(result?.["tools"])) this.#headers.learn(result);
    if (about === undefined && typeof result?.["protocolVersion"] === "string") {
      this.#session.setProtocolVersion(result["protocolVersion"]);
    }
    if (message["id"] === RENEWAL) return;
    this.onmessage?.(message, about);
  }

  /** Makes the handshake again. Servers forget their sessions when they restart. */
  #renewed(): Promise<boolean> {
    const handshake = this.#handshake;
    if (handshake === undefined) return Promise.resolve(false);
    this.#renewing ??= (async () => {
      const lost = this.#session;
      this.#session = this.#newSession();
      await this.#session.start();
      await lost.close();
      await this.#session.send(asSent({ ...handshake, id: RENEWAL }));
      await this.#session.send(asSent({ jsonrpc: "2.0", method: "notifications/initialized" }));
    })().finally(() => (this.#renewing = undefined));
    return this.#renewing.then(
      () => true,
      () => false,
    );
  }
}

/** The id of a handshake that the host knows nothing about. */
const RENEWAL = "midcall-renewal";

const asSent = (message: Members): JSONRPCMessage => message as unknown as JSONRPCMessage;

/** Whether the server does not know the session. */
function isLostSession(error: unknown): boolean {
  return error instanceof SdkHttpError && isMembers(error.data) && error.data["status"] === 404;
}
