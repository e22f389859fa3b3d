import { boundedBody } from "../ends/bounded-body.js";
import { HeldRounds } from "../relay/held-rounds.js";
import { type Envelope, LEGACY, MODERN, withEnvelope } from "../translate/envelope.js";
import {
  INTERNAL_ERROR,
  CANCELLED,
  INVALID_REQUEST,
  isMembers,
  type Members,
  membersIn,
  type Request as Asked,
} from "../wire/messages.js";
import { Front, type FrontOptions, noRoom, plainError } from "./front.js";
import { credentialsIn } from "./host-account.js";
import { Proxy, type ProxyOptions, unreachableText } from "./proxy.js";
import { bodyKind, forwardedHeaders } from "./upstream.js";
import { withinOrigin } from "./within-origin.js";

export interface UrlFrontOptions extends FrontOptions {
  readonly url: URL;
  readonly fetch: ProxyOptions["fetch"];
  readonly headers: Readonly<Record<string, string>>;
}

/** Sessions that are remembered: more than one user's hosts have open. */
const MOST_SESSIONS = 200;
/** How long it is believed that a server does not speak 2026-07-28. */
const BELIEVED_MS = 60_000;
/** How long the response to a request of the bridge's own is read. */
const READING_MS = 10_000;
/** How much of it is read, in characters. */
const MOST_READ = 256 * 1024;
const DISCOVER = "server/discover";
/** With these, servers refuse requests of which they do not know the method or the version. */
const NOT_KNOWN = new Set([400, 404, 405, 406, 415, 501]);
/** Errors of servers that do not speak 2025. */
const UNSUPPORTED = new Set<unknown>([-32_022, -32_601]);

/**
 * Serves hosts over HTTP in front of a server behind a URL. What both speak passes through as it is on the wire;
 * everything else is translated.
 */
export class UrlFront {
  readonly #options: UrlFrontOptions;
  readonly #translated: Front;
  readonly #sessions = new Map<string, Proxy>();
  /** Those of which it is not certain yet whether the server knows them. */
  readonly #resuming = new Map<string, Proxy>();
  readonly #held = new HeldRounds();
  /** What serves requests without a session. */
  readonly #sessionless = new Set<Proxy>();
  #speaksModern = false;
  /** Until when it is believed that it speaks 2025 alone. */
  #legacyUntil = 0;

  constructor(options: UrlFrontOptions) {
    const fetch = withinOrigin(options.fetch);
    this.#options = {
      ...options,
      fetch: async (...given) => boundedBody(await fetch(...given)),
    };
    this.#translated = new Front(options);
  }

  /** A request of 2026-07-28. */
  async serveModern(http: Request, asked: Asked, envelope: Envelope): Promise<Response> {
    if (await this.#isLegacy(http.headers, envelope))
      return this.#refused(http, asked["id"]) ?? this.#translated.serveModern(http, asked);
    return this.#proxy().post(http, asked);
  }

  /** A request of 2025. @param body - of a POST */
  async serveSession(http: Request, body: Members | undefined): Promise<Response> {
    const id = http.headers.get("mcp-session-id");
    if (id !== null && this.#translated.hasSession(id))
      return this.#refused(http, body?.["id"]) ?? this.#translated.serveSession(http, body);
    if (http.method === "GET") return this.#inSession(id, (proxy) => proxy.stream(http));
    if (body === undefined) return this.#pass(http);
    const isKnown = id !== null && this.#sessions.has(id);
    if (!isKnown && body["method"] === "initialize") return this.#begin(http, body);
    if (id === null) return this.#withoutSession(body).post(http, body);
    return this.#inSession(id, (proxy) => proxy.post(http, body));
  }

  /** Without sessions, each request is on its own, with what is asked and answered for it. */
  #withoutSession(message: Members): Proxy {
    const { id, method } = message;
    const params = membersIn(message, "params");
    const meant = [...this.#sessionless].filter((one) =>
      method === CANCELLED ? one.isOpen(params?.["requestId"]) : one.hasAsked(id),
    );
    // Without sessions, hosts may have requests with the same id.
    const isAbout = method === undefined || method === CANCELLED;
    if (isAbout && meant.length === 1) return meant[0]!;
    for (const one of this.#sessionless) if (one.isIdle) this.#sessionless.delete(one);
    const proxy = this.#proxy();
    this.#sessionless.add(proxy);
    return proxy;
  }

  /** Serves a request in its session. One that only the server knows has begun with an earlier bridge. */
  async #inSession(
    id: string | null,
    serve: (proxy: Proxy) => Promise<Response>,
  ): Promise<Response> {
    if (id === null) return serve(this.#withoutSession({ method: "GET" }));
    const known = this.#sessions.get(id) ?? this.#resuming.get(id);
    if (known !== undefined) return serve(known);
    if (!this.#makeRoom()) return noRoom(MOST_SESSIONS);
    const proxy = this.#proxy();
    this.#resuming.set(id, proxy);
    try {
      const response = await serve(proxy);
      // Whoever makes up sessions pushes out none.
      if (response.ok && !this.#sessions.has(id)) this.#sessions.set(id, proxy);
      return response;
    } finally {
      this.#resuming.delete(id);
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#sessions.values()].map((proxy) => proxy.close()));
    await this.#translated.close();
  }

  async #begin(http: Request, body: Members): Promise<Response> {
    if (!this.#makeRoom()) return noRoom(MOST_SESSIONS);
    const proxy = this.#proxy();
    const response = await proxy.post(http, body);
    const id = response.headers.get("mcp-session-id");
    if (response.ok && id !== null) {
      const before = this.#sessions.get(id) ?? this.#resuming.get(id);
      // What was asked in it before, nobody answers: the id may be that of another question by now.
      if (before !== undefined) {
        void before.close();
        proxy.begunAgain();
      }
      this.#sessions.set(id, proxy);
      return response;
    }
    // Without a session, a server of 2025 cannot ask; the same server may be able to in 2026-07-28.
    if (!response.ok && !(await isUnsupported(response))) return response;
    const { clientInfo, capabilities } = membersIn(body, "params") ?? {};
    if (!(await this.#isModern(http.headers, { clientInfo, capabilities }))) return response;
    void proxy.close();
    return this.#refused(http, body["id"]) ?? this.#translated.serveSession(http, body);
  }

  /**
   * Refuses a request with credentials that the server would not get: hosts of another protocol version share a connection of the
   * bridge's, which has a sign-in of its own.
   */
  #refused(http: Request, id: unknown = null): Response | undefined {
    const name = credentialsIn(http.headers, this.#options.headers);
    if (name === undefined) return undefined;
    const message = `The header ${name} would not reach the server, which speaks another protocol version: the call would be made with the account of the bridge. Send it without, or give the header to the bridge with --header.`;
    return Response.json(
      { jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message } },
      { status: 400 },
    );
  }

  /** Makes room for one session: one of which nothing is open goes on as if it had begun with an earlier bridge. */
  #makeRoom(): boolean {
    if (this.#sessions.size < MOST_SESSIONS) return true;
    for (const [id, proxy] of this.#sessions) {
      if (!proxy.isIdle) continue;
      this.#sessions.delete(id);
      void proxy.close();
      return true;
    }
    return false;
  }

  #proxy(): Proxy {
    const { url, fetch, headers, asker, account, onError } = this.#options;
    return new Proxy({
      ...{ url, fetch, headers, asker, onError, held: this.#held },
      ...(account && { account }),
    });
  }

  /** Passes on what contains no message. */
  async #pass(http: Request): Promise<Response> {
    const { url, fetch, headers: own } = this.#options;
    const { method, signal } = http;
    const headers = forwardedHeaders(http.headers, own);
    const id = http.headers.get("mcp-session-id");
    if (method === "DELETE" && id !== null) {
      void this.#sessions.get(id)?.close();
      this.#sessions.delete(id);
    }
    let response: Response;
    try {
      response = await fetch(url, { method, headers, signal });
    } catch (error) {
      return plainError(502, INTERNAL_ERROR, unreachableText(error));
    }
    const kept = new Headers(response.headers);
    for (const name of ["content-encoding", "content-length", "transfer-encoding"])
      kept.delete(name);
    return new Response(response.body, { status: response.status, headers: kept });
  }

  /**
   * Whether the server speaks 2025 and no 2026-07-28. What it says to one host alone, such as a refusal, does not count: it is to say that
   * itself.
   */
  async #isLegacy(given: Headers, envelope: Envelope): Promise<boolean> {
    if (this.#legacyUntil > performance.now()) return true;
    if ((await this.#discover(given, envelope)) !== "no") return false;
    const headers = this.#ownHeaders(given, LEGACY[0]);
    const { clientInfo, capabilities = {} } = envelope;
    const info = isMembers(clientInfo) ? clientInfo : { name: "host", version: "0" };
    const params = { protocolVersion: LEGACY[0], capabilities, clientInfo: info };
    const response = await this.#ask(headers, "initialize", params);
    if (response === undefined || !(await says(response, "protocolVersion"))) return false;
    const session = response.headers.get("mcp-session-id");
    if (session !== null) void this.#endSession(headers, session);
    this.#legacyUntil = performance.now() + BELIEVED_MS;
    return true;
  }

  /** Whether the server speaks 2026-07-28. */
  async #isModern(given: Headers, envelope: Envelope): Promise<boolean> {
    return (await this.#discover(given, envelope)) === "yes";
  }

  /** A server that does not know the request says so; one that is busy or refuses the host has said nothing of what it speaks. */
  async #discover(given: Headers, envelope: Envelope): Promise<"yes" | "no" | undefined> {
    if (this.#speaksModern) return "yes";
    const headers = this.#ownHeaders(given, MODERN);
    headers.set("mcp-method", DISCOVER);
    const response = await this.#ask(headers, DISCOVER, withEnvelope({}, envelope));
    if (response === undefined) return undefined;
    this.#speaksModern ||= await says(response, "supportedVersions");
    if (this.#speaksModern) return "yes";
    return response.ok || NOT_KNOWN.has(response.status) ? "no" : undefined;
  }

  /** The headers of a host, for a request of the bridge's own. */
  #ownHeaders(given: Headers, version: string): Headers {
    const headers = forwardedHeaders(given, this.#options.headers);
    headers.set("content-type", "application/json");
    headers.set("accept", "application/json, text/event-stream");
    headers.set("mcp-protocol-version", version);
    for (const name of ["mcp-name", "mcp-method", "mcp-session-id", "last-event-id"])
      headers.delete(name);
    return headers;
  }

  /** Makes a request of the bridge's own. `undefined`: the server cannot be reached. */
  async #ask(headers: Headers, method: string, params: Members): Promise<Response | undefined> {
    const { url, fetch } = this.#options;
    const body = JSON.stringify({ jsonrpc: "2.0", id: `midcall-${method}`, method, params });
    const signal = AbortSignal.timeout(READING_MS);
    return fetch(url, { method: "POST", headers, body, signal }).catch(() => undefined);
  }

  async #endSession(headers: Headers, session: string): Promise<void> {
    const { url, fetch } = this.#options;
    const given = new Headers(headers);
    given.set("mcp-session-id", session);
    for (const name of ["content-type", "accept"]) given.delete(name);
    const response = await fetch(url, { method: "DELETE", headers: given }).catch(() => undefined);
    await response?.body?.cancel();
  }
}

/** Whether a response has this member. It is read no further. */
async function says(response: Response, member: string): Promise<boolean> {
  let text = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      text += value ?? "";
      if (text.includes(`"${member}"`)) return response.ok;
      if (done || text.length > MOST_READ) return false;
    }
  } catch {
    return false;
  } finally {
    void reader?.cancel().catch(() => {});
  }
}

/** Whether a server has refused the handshake because it does not know it. */
async function isUnsupported(response: Response): Promise<boolean> {
  if (bodyKind(response) === "stream") return false;
  const text = await response.clone().text();
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly code?: unknown } };
    return UNSUPPORTED.has(error?.code);
  } catch {
    return false;
  }
}
