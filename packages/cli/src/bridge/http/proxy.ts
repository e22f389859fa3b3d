import { answerFailure, answerRefused, carriesAnswers } from "../ends/answer-failure.js";
import type { HostEnd, ServerEnd } from "../ends/ends.js";
import type { Asker } from "../relay/asker.js";
import type { HeldRounds } from "../relay/held-rounds.js";
import { Relay } from "../relay/relay.js";
import { inVersionOf } from "../translate/version-of-host.js";
import {
  CANCELLED,
  type Id,
  INTERNAL_ERROR,
  isMembers,
  type Members,
  membersIn,
  type Request as Asked,
} from "../wire/messages.js";
import { passOn } from "../wire/refused-messages.js";
import { sameIdError } from "./front.js";
import { HostAccount } from "./host-account.js";
import { HostLane } from "./lane.js";
import { bodyKind, eventsOf, forwardedHeaders, parseJson, returnedHeaders } from "./upstream.js";

export interface ProxyOptions {
  readonly url: URL;
  /** Sends a request, with the headers and the sign-in of the bridge. */
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response>;
  readonly headers: Readonly<Record<string, string>>;
  readonly asker: Asker | undefined;
  /** Identifies the sign-in of the bridge's at the server, where it has one. */
  readonly account?: () => string | undefined;
  readonly held: HeldRounds;
  readonly onError: (error: unknown) => void;
}

const VERSION = "mcp-protocol-version";
/** A header of every request of 2026-07-28. */
const METHOD = "mcp-method";
/** More requests than a host comes back for. */
const MOST_CUT = 100;

/** One request of a host over HTTP, with the request that the bridge makes for it. */
interface Trip {
  readonly lane: HostLane;
  readonly headers: Headers;
  readonly over: AbortController;
}

/**
 * Passes the HTTP requests of one session on to a server that speaks the same protocol version, with their headers,
 * statuses, streams and event ids, and looks into the messages only.
 */
export class Proxy {
  readonly #options: ProxyOptions;
  readonly #relay: Relay;
  readonly #host: ProxyHost;
  readonly #server: ProxyServer;
  readonly #account = new HostAccount();

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#host = new ProxyHost();
    this.#server = new ProxyServer(options, this.#host);
    const { held, onError } = options;
    const account = (): string => [this.#account.digest, options.account?.()].join(" ");
    const asker = options.asker && this.#account.bind(options.asker);
    const [host, server] = [this.#host, this.#server];
    this.#relay = new Relay({ host, server, asker, held, account, onError });
    void this.#relay.start();
  }

  /** Serves a request with one message. */
  post(http: Request, message: Members): Promise<Response> {
    const { id, method, params } = message as Partial<Asked>;
    const isRequest = id !== undefined && typeof method === "string";
    if (isRequest && this.#relay.isOpen(id)) return Promise.resolve(sameIdError(id));
    this.#account.read(http.headers);
    if (method === "initialize") this.#host.handshake = { id, params };
    const over = new AbortController();
    const lane = new HostLane(http.signal, () => {
      over.abort();
      if (isRequest) this.#host.left(id);
    });
    const trip = { lane, headers: this.#headersOf(http), over };
    if (isRequest) this.#host.trips.set(id, trip);
    // What is no request is sent at once, so that its trip is the one that it takes.
    this.#server.within(trip, () => this.#host.onmessage?.(message));
    // The bridge keeps some messages to itself.
    if (!isRequest && !this.#server.hasTaken(trip)) lane.end();
    return lane.response;
  }

  /** Serves the stream beside all requests. */
  stream(http: Request): Promise<Response> {
    const over = new AbortController();
    const lane = new HostLane(http.signal, () => {
      over.abort();
      this.#host.streams.delete(lane);
    });
    void this.#readBeside(lane, http, over.signal);
    return lane.response;
  }

  async #readBeside(lane: HostLane, http: Request, signal: AbortSignal): Promise<void> {
    const headers = this.#headersOf(http);
    const { url, fetch } = this.#options;
    try {
      const response = await fetch(url, { method: "GET", headers, signal });
      if (bodyKind(response) === "stream") this.#host.streams.add(lane);
      await this.#server.receive(response, lane, undefined);
    } catch (error) {
      if (!signal.aborted) unreachable(lane, null, error);
    }
    this.#host.streams.delete(lane);
    lane.end();
  }

  /** The headers for the server, with the version that it speaks. */
  #headersOf({ headers }: Request): Headers {
    const forwarded = forwardedHeaders(headers, this.#options.headers);
    const { version } = this.#host;
    if (version !== undefined && forwarded.has(VERSION)) forwarded.set(VERSION, version);
    return forwarded;
  }

  /** Whether a request with this id has no response yet. */
  isOpen(id: unknown): boolean {
    return this.#relay.isOpen(id);
  }

  /** Whether its host was asked something under this id, and has not answered. */
  hasAsked(id: unknown): boolean {
    return this.#relay.hasAsked(id);
  }

  /** Whether no request and no stream is open. */
  get isIdle(): boolean {
    return this.#host.trips.size === 0 && this.#host.streams.size === 0;
  }

  /** The session is the server's own of before, of which the host may still show questions. */
  begunAgain(): void {
    this.#server.onrestart?.();
  }

  close(): Promise<void> {
    return this.#relay.close();
  }
}

/** The host's end: each message goes to the stream that it came on, or that of its request. */
class ProxyHost implements HostEnd {
  onmessage: ((message: Members) => void) | undefined;
  onclose: (() => void) | undefined;
  readonly trips = new Map<Id, Trip>();
  readonly streams = new Set<HostLane>();
  /** The stream whose event is just being delivered, and the event's id. */
  current: { readonly lane: HostLane; readonly eventId: string | undefined } | undefined;

  /** The request with which the session has begun. */
  handshake: { readonly id: unknown; readonly params: Members | undefined } | undefined;
  /** The version of 2025 that the server speaks. */
  version: string | undefined;

  async start(): Promise<void> {}

  get hasStreamBeside(): boolean {
    return this.current !== undefined || this.streams.size > 0;
  }

  async send(given: Members, about?: Id): Promise<void> {
    const isResponse = given["method"] === undefined;
    const message = isResponse && given["id"] === this.handshake?.id ? this.#begun(given) : given;
    const trip = this.trips.get((isResponse ? message["id"] : about) as Id);
    const [beside] = this.streams;
    const lane = this.current?.lane ?? trip?.lane ?? beside;
    lane?.write(message, {
      ...(this.current?.eventId !== undefined && { id: this.current.eventId }),
      isModern: true,
    });
    if (!isResponse) return;
    this.trips.delete(message["id"] as Id);
    if (lane !== beside) lane?.end();
  }

  #begun(response: Members): Members {
    const version = membersIn(response, "result")?.["protocolVersion"];
    if (typeof version === "string") this.version = version;
    const params = this.handshake?.params;
    this.handshake = undefined;
    return inVersionOf(params, response);
  }

  /** The host has closed the connection of a request. From 2026-07-28 on, that cancels it. */
  left(id: Id): void {
    const trip = this.trips.get(id);
    if (trip === undefined || !trip.headers.has(METHOD)) return;
    this.trips.delete(id);
    this.onmessage?.({ jsonrpc: "2.0", method: CANCELLED, params: { requestId: id } });
  }

  async close(): Promise<void> {
    for (const { lane } of this.trips.values()) lane.end();
    for (const lane of this.streams) lane.end();
  }
}

/** The server's end: each message goes out with the headers of the host's request that it belongs to. */
class ProxyServer implements ServerEnd {
  onmessage: ((message: Members, about?: Id) => void) | undefined;
  onclose: ((why?: string) => void) | undefined;
  onrestart: (() => void) | undefined;
  onbroken: ((about: Id | undefined) => void) | undefined;
  onlost: ((id: Id) => void) | undefined;
  readonly hasRequestStreams = true;
  readonly resends = true;
  readonly #options: ProxyOptions;
  readonly #host: ProxyHost;
  readonly #taken = new WeakSet<Trip>();
  /** The requests whose streams have ended without their responses. */
  readonly #cut = new Set<Id>();
  #within: Trip | undefined;
  /** The headers of the session's last request, for what the bridge sends by itself. */
  #headers = new Headers();

  constructor(options: ProxyOptions, host: ProxyHost) {
    this.#options = options;
    this.#host = host;
  }

  async start(): Promise<void> {}

  within(trip: Trip, work: () => void): void {
    this.#within = trip;
    this.#headers = trip.headers;
    work();
    this.#within = undefined;
  }

  hasTaken(trip: Trip): boolean {
    return this.#taken.has(trip);
  }

  async send(message: Members, _over?: AbortSignal, about?: Id): Promise<void> {
    const isAnswer = message["method"] === undefined;
    // What the user has answered here, the bridge sends by itself.
    const ofCall = about !== undefined && !isAnswer;
    const trip = ofCall ? this.#host.trips.get(about) : this.#within;
    if (trip) this.#taken.add(trip);
    const body = JSON.stringify(message);
    const headers = new Headers(trip?.headers ?? this.#headers);
    const isRequest = message["method"] !== undefined && message["id"] !== undefined;
    const { url, fetch } = this.#options;
    let isStream = false;
    let refusal: Error | undefined;
    try {
      const signal = trip?.over.signal ?? null;
      const response = await fetch(url, { method: "POST", headers, body, signal });
      if (trip === undefined) {
        await response.body?.cancel();
        if (response.ok) return;
        refusal = answerRefused(response.status);
        throw refusal;
      }
      isStream = bodyKind(response) === "stream";
      const id = isRequest ? (message["id"] as Id) : undefined;
      if (id !== undefined && !isStream && carriesAnswers(message))
        return await this.#receiveRound(response, trip.lane, id);
      const isAnswered = await this.receive(response, trip.lane, id);
      // With a response, the host has it, or the user is asked first.
      if (isStream && !isAnswered) this.#cutOff(id, about, trip);
    } catch (given) {
      const error = carriesAnswers(message) ? (refusal ?? answerFailure(given)) : given;
      if (trip === undefined) throw error;
      const id = isRequest ? (message["id"] as Id) : undefined;
      if (isStream) this.#cutOff(id, about, trip);
      else if (!trip.over.signal.aborted) {
        unreachable(trip.lane, about ?? null, error);
        if (id !== undefined) this.#end(id);
      }
      if (about !== undefined) this.#host.trips.delete(about);
    }
  }

  /** A stream has ended without the response. A host of 2025 may come back for the rest. */
  #cutOff(id: Id | undefined, about: Id | undefined, { lane, headers }: Trip): void {
    const isModern = headers.has(METHOD);
    if (isModern && id !== undefined && !lane.isOver) return this.#end(id);
    lane.end();
    if (isModern || id === undefined) return;
    this.#host.trips.delete(about!);
    this.#cut.add(id);
    const [oldest] = this.#cut;
    if (this.#cut.size > MOST_CUT) this.#end(oldest!);
  }

  /** Delivers the messages of a response, and passes the rest on as it is. Resolves with whether the request has its response. */
  async receive(response: Response, lane: HostLane, about: Id | undefined): Promise<boolean> {
    const kind = bodyKind(response);
    const headers = returnedHeaders(response.headers);
    if (kind === "stream") {
      lane.startStream(response.status, headers);
      let isAnswered = false;
      try {
        for await (const { messages, id, raw } of eventsOf(response.body!)) {
          // A host's reader may take it for a message all the same, and would ask what was not seen here.
          if (messages === undefined) {
            this.#options.onError(new Error(NOT_JSON));
            // The host may continue the stream from here.
            if (id !== undefined) lane.raw(`id: ${id}\n\n`);
          }
          if (messages?.length === 0) lane.raw(raw);
          for (const message of messages ?? []) {
            isAnswered ||= message["method"] === undefined && message["id"] === about;
            this.#deliver(message, about, { lane, eventId: id });
          }
          await lane.flushed;
        }
      } finally {
        // Unless it was the host that has closed it.
        if (!isAnswered && !lane.isOver) this.onbroken?.(about);
      }
      return isAnswered;
    }
    const text = kind === "json" ? await response.text() : undefined;
    const parsed = text === undefined ? undefined : parseJson(text);
    if (parsed !== undefined && about !== undefined) {
      lane.answeredWith(response.status, headers);
      this.#deliver(responseIn(parsed, about), about, { lane, eventId: undefined });
      return true;
    }
    const { status } = response;
    const empty = status === 202 || WITHOUT_BODY.has(status);
    // A host would wait for what does not come.
    if (empty && about !== undefined) {
      this.#end(about);
      return true;
    }
    const body = empty ? null : (text ?? (await response.arrayBuffer()));
    if (!lane.hasBegun) lane.pass(new Response(body, { status, headers }));
    if (about !== undefined)
      this.#end(about, `The server responded with the HTTP status ${status}.`);
    return true;
  }

  /**
   * Delivers the response to a round with answers. Of everything else, which may repeat what was answered, the host gets the status alone.
   */
  async #receiveRound(response: Response, lane: HostLane, id: Id): Promise<void> {
    const { status, ok, headers } = response;
    const isJson = !ok || bodyKind(response) === "json";
    const parsed = isJson ? parseJson(await response.text()) : await response.body?.cancel();
    const isRefusal = isMembers(parsed) && parsed["id"] === id && isMembers(parsed["error"]);
    if (parsed !== undefined && (ok || isRefusal)) {
      lane.answeredWith(status, returnedHeaders(headers));
      return this.#deliver(responseIn(parsed, id), id, { lane, eventId: undefined });
    }
    if (ok) return this.#end(id);
    const kept = OF_REFUSALS.flatMap((name): [string, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    lane.answeredWith(status < 400 ? 502 : status, new Headers(kept));
    this.#end(id, answerRefused(status).message);
  }

  /** Ends a request that the server will not respond to. The host has got an HTTP response, and gets no other one. */
  #end(id: Id, message = "The server has not responded."): void {
    this.#cut.delete(id);
    this.onlost?.(id);
    this.onmessage?.({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } }, id);
  }

  #deliver(message: Members, about: Id | undefined, current: ProxyHost["current"]): void {
    if (message["method"] === undefined) this.#cut.delete(message["id"] as Id);
    this.#host.current = current;
    passOn(message, {
      on: (sound) => this.onmessage?.(sound, about),
      back: (error) => void this.send(error).catch(this.#options.onError),
      onError: this.#options.onError,
    });
    this.#host.current = undefined;
  }

  async close(): Promise<void> {}
}

/** Statuses whose responses cannot have a body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Headers that tell a host what to do. */
const OF_REFUSALS = ["www-authenticate", "retry-after", "mcp-session-id"];

const NOT_JSON =
  "The server sent an event whose data is not JSON, or that is named like no message. It was left out.";

/** The response to a request that came alone. What else there is may be a question, which is not to pass unseen. */
function responseIn(parsed: unknown, id: Id): Members {
  if (isMembers(parsed) && parsed["method"] === undefined) {
    if (parsed["id"] === id) return parsed;
    // The server could not read the request.
    if (parsed["id"] === null && isMembers(parsed["error"])) return { ...parsed, id };
  }
  const message =
    "The server did not respond with one message that has the id of the request. (JSON-RPC batches ended with 2025-06-18.) This has to be fixed in the server.";
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } };
}

/** What a host is told of a server that gave no response. */
export function unreachableText(error: unknown): string {
  const { cause, message } = error as Error;
  const why = cause instanceof Error ? cause.message : message;
  return `The server could not be reached: ${why}`;
}

function unreachable(lane: HostLane, id: Id | null, error: unknown): void {
  const failed = { code: INTERNAL_ERROR, message: unreachableText(error) };
  const message = { jsonrpc: "2.0", id, error: failed };
  if (lane.hasBegun) lane.write(message);
  else lane.json(message, 502);
  lane.end();
}
