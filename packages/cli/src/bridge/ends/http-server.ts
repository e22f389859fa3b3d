import { randomUUID } from "node:crypto";
import {
  type JSONRPCMessage,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from "@modelcontextprotocol/client";
import { endMalformedMessages } from "midcall/client/messages";
import { type Id, isMembers, type Members, membersIn } from "../wire/messages.js";
import { passOn } from "../wire/refused-messages.js";
import { answerFailure, carriesAnswers } from "./answer-failure.js";
import { boundedBody, isEventStream } from "./bounded-body.js";
import { Continuing, GIVEN_UP } from "./continuing.js";
import type { ServerEnd } from "./ends.js";
import { ParamHeaders } from "./param-headers.js";

export interface HttpServerOptions {
  readonly url: URL;
  /** Headers and sign-in. */
  readonly transport: StreamableHTTPClientTransportOptions;
  readonly onError: (error: unknown) => void;
}

/** A request that has no response yet, on a stream of its own. */
interface OwnStream {
  /** The session that it is in. */
  readonly session: StreamableHTTPClientTransport;
  /** The ids of what the server has asked on it, and has no answer to. */
  readonly asked: Set<Id>;
  /** Ends it without the server's response. */
  lose(why: string): void;
  close(): Promise<void>;
}

const CLOSING_MS = 1_000;
/** As many requests, and as many notifications, may wait until the server has taken them. */
const MOST_WAITING = 1_000;
const LISTENING_MS = 1_000;

/**
 * A server behind a URL. Each request has a connection of its own, so that it is known which request a message belongs
 * to; they share the session.
 */
export class HttpServer implements ServerEnd {
  onmessage: ((message: Members, about?: Id) => void) | undefined;
  onclose: ((why?: string) => void) | undefined;
  onrestart: (() => void) | undefined;
  onbroken: ((about: Id | undefined) => void) | undefined;
  onlost: ((id: Id) => void) | undefined;
  readonly hasRequestStreams = true;
  readonly takesAll = true;
  readonly #options: HttpServerOptions;
  readonly #headers = new ParamHeaders();
  readonly #requests = new Map<Id, OwnStream>();
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
  /** While nothing is to be read. */
  #held: { readonly over: Promise<void>; end(): void } | undefined;
  /** The id of the handshake while it has no response. */
  #awaited: unknown;
  /** Whether the last response in the session is a stream. */
  #isStream = false;
  /** What the server has not taken yet. */
  readonly #waiting = { requests: 0, notifications: 0 };
  /** The errors that the callers of `send` get. */
  readonly #thrown = new WeakSet<object>();

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
    // Who has to wait for answers is not asked more: the relay sees to that.
    if (method === undefined) return this.#send(message, over);
    const kind = id === undefined ? "notifications" : "requests";
    if (this.#waiting[kind] >= MOST_WAITING)
      throw new Error(`It has not taken ${MOST_WAITING} other ${kind} yet.`);
    this.#waiting[kind] += 1;
    try {
      await this.#send(message, over);
    } finally {
      this.#waiting[kind] -= 1;
    }
  }

  async #send(message: Members, over: AbortSignal | undefined): Promise<void> {
    const { id, method } = message as { readonly id?: Id; readonly method?: unknown };
    if (method === "initialize") this.#handshake = message;
    if (method === "notifications/initialized") {
      this.#ready = this.#begun(message);
      return this.#ready;
    }
    const asking = this.#session;
    // On one pipe, messages arrive in their order; over HTTP, a request could overtake the handshake.
    await this.#ready.catch(() => {});
    await this.#renewing?.catch(() => {});
    if (this.#isClosed) throw new Error("The connection has ended.");
    // An answer is for the session that has asked: in another one, its id is that of another question.
    if (method === undefined) {
      if (asking !== this.#session) throw new Error(ANOTHER_SESSION);
      for (const { asked } of this.#requests.values()) asked.delete(id!);
    }
    const hasOwnStream = id !== undefined && typeof method === "string" && method !== "initialize";
    const send = (): Promise<void> => {
      if (method === "initialize") return this.#initialize(message);
      return hasOwnStream ? this.#request(id, message, over) : this.#session.send(asSent(message));
    };
    const session = this.#session;
    try {
      await send().catch(async (error: unknown) => {
        this.#thrown.add(Object(error) as object);
        if (method === "initialize" && isRefusedPost(error)) throw new Error(OLD, { cause: error });
        if (method === undefined || !isLostSession(error) || !(await this.#renewed(session)))
          throw error;
        await send();
      });
    } catch (error) {
      throw carriesAnswers(message) ? answerFailure(error) : error;
    }
  }

  /** Ends the handshake, and waits for the stream beside all requests: servers send there without waiting for it. */
  async #begun(message: Members): Promise<void> {
    await this.#session.send(asSent(message));
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (late = setTimeout(resolve, LISTENING_MS)));
    await Promise.race([this.#listening, limit]).finally(() => clearTimeout(late));
  }

  pause(isPaused: boolean): void {
    if (isPaused === (this.#held !== undefined)) return;
    this.#held?.end();
    let end = (): void => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    this.#held = isPaused ? { over, end } : undefined;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.pause(false);
    const session = this.#session;
    for (const request of this.#requests.values()) await request.close();
    const end = session.terminateSession().catch(() => {});
    await Promise.race([end, new Promise((done) => setTimeout(done, CLOSING_MS).unref())]);
    await session.close();
    this.onclose?.();
  }

  #newSession(): StreamableHTTPClientTransport {
    const { url, transport, onError } = this.#options;
    let opened = (): void => {};
    let isOpened = false;
    this.#listening = new Promise((resolve) => (opened = resolve));
    const continuing = new Continuing(() => onError(new Error(GIVEN_UP)));
    const session = new StreamableHTTPClientTransport(url, {
      ...transport,
      reconnectionScheduler: continuing.schedule,
      fetch: (input, init) => {
        const response = this.#fetch(input, init, init?.method === "GET");
        if (init?.method === "POST")
          void response.then(
            (one) => void (this.#isStream = isEventStream(one)),
            () => {},
          );
        if (init?.method === "GET") {
          void response.then(opened, opened);
          // It is continued.
          if (isOpened && session === this.#session) this.onbroken?.(undefined);
          isOpened = true;
        }
        return response;
      },
    });
    endMalformedMessages(session);
    session.onmessage = (message) => {
      continuing.received();
      if (session === this.#session) this.#received(message as unknown as Members, undefined);
    };
    session.onerror = (error) => {
      if (isBroken(error)) this.onbroken?.(undefined);
      if (this.#isClosed || error instanceof SdkHttpError) return;
      // A parser repeats what it has read.
      const isUnread = error instanceof SyntaxError || error.name === "ZodError";
      const logged = isUnread ? new Error(NO_MESSAGE) : error;
      // The caller of `send` gets the errors of what it has sent, right after this.
      setImmediate(() => this.#thrown.has(error) || onError(logged));
    };
    return session;
  }

  async #request(id: Id, message: Members, over: AbortSignal | undefined): Promise<void> {
    const { url, transport } = this.#options;
    const session = this.#session;
    const { sessionId, protocolVersion } = session;
    let isStream = false;
    const continuing = new Continuing(() => lose(GIVEN_UP));
    const own = new StreamableHTTPClientTransport(url, {
      ...transport,
      reconnectionScheduler: continuing.schedule,
      fetch: async (input, init) => {
        // It is continued.
        if (init?.method === "GET") broken();
        const response = await this.#fetch(input, init, true);
        isStream = isEventStream(response);
        return response;
      },
      ...(sessionId !== undefined && { sessionId }),
      ...(protocolVersion !== undefined && { protocolVersion }),
    });
    let isOver = false;
    const finish = (): void => {
      isOver = true;
      if (this.#requests.get(id) === stream) this.#requests.delete(id);
      void own.close();
    };
    const lose = (why: string): void => {
      if (isOver || over?.aborted || this.#isClosed) return;
      finish();
      this.onlost?.(id);
      const message = `${why} Nobody knows how far it got.`;
      this.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32_603, message } }, id);
    };
    /** The server may have begun anew, and take an answer for that to another question. */
    const broken = (): void => {
      if (isOver || over?.aborted || this.#isClosed) return;
      if (stream.asked.size > 0) lose(BROKEN);
      else this.onbroken?.(id);
    };
    const stream: OwnStream = { session, asked: new Set(), lose, close: () => own.close() };
    endMalformedMessages(own);
    own.onerror = (error) => isBroken(error) && broken();
    own.onmessage = (received) => {
      if (isOver) return;
      continuing.received();
      const members = received as unknown as Members;
      const isAnswered = members["id"] === id && members["method"] === undefined;
      const asks = members["id"] !== undefined && members["method"] !== undefined;
      if (asks) stream.asked.add(members["id"] as Id);
      // What is answered in another session answers another question there.
      if (asks && session !== this.#session) return lose(ANOTHER_SESSION);
      if (isAnswered) finish();
      if (isAnswered && message["method"] === "tools/list")
        this.#headers.learn(membersIn(members, "result"));
      this.#received(members, id);
    };
    await own.start();
    this.#requests.set(id, stream);
    over?.addEventListener("abort", finish, { once: true });
    const params = membersIn(message, "params");
    try {
      await own.send(asSent(message), {
        headers: this.#headers.of(message["method"], params),
        ...(over && { requestSignal: over }),
        onRequestStreamEnd: () => lose(BROKEN),
      });
    } catch (error) {
      finish();
      throw error;
    }
    if (!isStream) lose(NO_RESPONSE);
  }

  /** @param mayAsk - whether the server may ask in the response: it is held back then. An answer that it has taken is over at once */
  async #fetch(
    input: string | URL,
    init: RequestInit | undefined,
    mayAsk: boolean,
  ): Promise<Response> {
    const { fetch: request = fetch } = this.#options.transport;
    return boundedBody(await request(input, init), () => (mayAsk ? this.#held?.over : undefined));
  }

  async #initialize(message: Members): Promise<void> {
    const { id } = message;
    const lose = (): void => {
      if (this.#awaited !== id || this.#isClosed) return;
      this.#awaited = undefined;
      this.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32_603, message: NO_RESPONSE } });
    };
    this.#awaited = id;
    await this.#session.send(asSent(message), { onRequestStreamEnd: lose });
    if (!this.#isStream) lose();
  }

  #received(message: Members, about: Id | undefined): void {
    const result = membersIn(message, "result");
    if (about === undefined && typeof result?.["protocolVersion"] === "string") {
      this.#session.setProtocolVersion(result["protocolVersion"]);
    }
    if (message["id"] === RENEWAL) return;
    if (message["method"] === undefined && message["id"] === this.#awaited)
      this.#awaited = undefined;
    const { onError } = this.#options;
    passOn(message, {
      on: (sound) => this.onmessage?.(sound, about),
      back: (error) => void this.send(error).catch(onError),
      onError,
    });
  }

  /**
   * Makes the handshake again. Servers forget their sessions when they restart.
   *
   * @param forgotten - the session that the server does not know
   */
  #renewed(forgotten: StreamableHTTPClientTransport): Promise<boolean> {
    const handshake = this.#handshake;
    if (handshake === undefined) return Promise.resolve(false);
    // It may say so late, when another one has begun.
    if (forgotten === this.#session) this.#renewing ??= this.#renew(forgotten, handshake);
    return Promise.resolve(this.#renewing).then(
      () => true,
      () => false,
    );
  }

  async #renew(lost: StreamableHTTPClientTransport, handshake: Members): Promise<void> {
    try {
      this.#session = this.#newSession();
      this.onrestart?.();
      // Who waits there for an answer gets none. Calls that have asked nothing may still come to their end.
      for (const request of this.#requests.values())
        if (request.asked.size > 0) request.lose(ANOTHER_SESSION);
      await this.#session.start();
      await lost.close();
      await this.#session.send(asSent({ ...handshake, id: RENEWAL }));
      await this.#session.send(asSent({ jsonrpc: "2.0", method: "notifications/initialized" }));
    } finally {
      this.#renewing = undefined;
    }
  }
}

/** The id of a handshake that the host knows nothing about. */
const RENEWAL = `midcall-renewal-${randomUUID()}`;

const asSent = (message: Members): JSONRPCMessage => message as unknown as JSONRPCMessage;

const ANOTHER_SESSION =
  "The server has begun another session since it asked, so that no answer can reach it.";

const NO_RESPONSE = "The server has taken the request, and has not responded to it.";

const BROKEN = "The connection to the server ended before it responded.";

const NO_MESSAGE = "The server sent what is no message. It was left out.";

/** Whether a stream has broken off. The transport says it at once, and continues the stream later, if it can. */
const isBroken = ({ message }: Error): boolean => message.startsWith("SSE stream disconnected");

const OLD =
  "There is no server at this address that takes requests. (A server with the HTTP+SSE transport of 2024 cannot be bridged; its newer address often ends in /mcp.)";

/** Whether the address takes no POST at all. */
function isRefusedPost(error: unknown): boolean {
  const { status } = Object(error instanceof SdkHttpError ? error.data : undefined) as Members;
  return status === 404 || status === 405;
}

/** Whether the server does not know the session. */
function isLostSession(error: unknown): boolean {
  return error instanceof SdkHttpError && isMembers(error.data) && error.data["status"] === 404;
}
