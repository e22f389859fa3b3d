import { boundedBody } from "../ends/bounded-body.js";
import { HeldRounds } from "../relay/held-rounds.js";
import { type Envelope, MODERN, withEnvelope } from "../translate/envelope.js";
import {
  INVALID_REQUEST,
  type Members,
  membersIn,
  type Request as Asked,
} from "../wire/messages.js";
import { Front, type FrontOptions, noRoom } from "./front.js";
import { credentialsIn } from "./host-account.js";
import { Proxy, type ProxyOptions } from "./proxy.js";
import { bodyKind, forwardedHeaders } from "./upstream.js";

export interface UrlFrontOptions extends FrontOptions {
  readonly url: URL;
  readonly fetch: ProxyOptions["fetch"];
  readonly headers: Readonly<Record<string, string>>;
}

/** Sessions that are remembered: more than one user's hosts have open. */
const MOST_SESSIONS = 200;
/** How long it is believed that a server does not speak 2026-07-28. */
const BELIEVED_MS = 60_000;
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
  #speaksModern: { readonly isTrue: boolean; readonly until: number } | undefined;

  constructor(options: UrlFrontOptions) {
    const { fetch } = options;
    this.#options = {
      ...options,
      fetch: async (...given) => boundedBody(await fetch(...given)),
    };
    this.#translated = new Front(options);
  }

  /** A request of 2026-07-28. */
  async serveModern(http: Request, asked: Asked, envelope: Envelope): Promise<Response> {
    if (await this.#isModern(http.headers, envelope)) return this.#proxy().post(http, asked);
    return this.#refused(http, asked["id"]) ?? this.#translated.serveModern(http, asked);
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
    return this.#inSession(id, (proxy) => proxy.post(http, body));
  }

  /** Serves a request in its session. One that only the server knows has begun with an earlier bridge. */
  async #inSession(
    id: string | null,
    serve: (proxy: Proxy) => Promise<Response>,
  ): Promise<Response> {
    if (id === null) return serve(this.#proxy());
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
    void proxy.close();
    const { clientInfo, capabilities } = membersIn(body, "params") ?? {};
    const isModern = await this.#isModern(http.headers, { clientInfo, capabilities });
    if (!isModern) return response;
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
    const response = await fetch(url, { method, headers, signal });
    const kept = new Headers(response.headers);
    for (const name of ["content-encoding", "content-length", "transfer-encoding"])
      kept.delete(name);
    return new Response(response.body, { status: response.status, headers: kept });
  }

  /** Whether the server speaks 2026-07-28. */
  async #isModern(given: Headers, envelope: Envelope): Promise<boolean> {
    if (this.#speaksModern !== undefined && this.#speaksModern.until > performance.now())
      return this.#speaksModern.isTrue;
    const headers = forwardedHeaders(given, this.#options.headers);
    const method = "server/discover";
    headers.set("content-type", "application/json");
    headers.set("accept", "application/json, text/event-stream");
    headers.set("mcp-protocol-version", MODERN);
    headers.set("mcp-method", method);
    for (const name of ["mcp-name", "mcp-session-id"]) headers.delete(name);
    const params = withEnvelope({}, envelope);
    const body = JSON.stringify({ jsonrpc: "2.0", id: "midcall-discover", method, params });
    try {
      const { url, fetch } = this.#options;
      const response = await fetch(url, { method: "POST", headers, body });
      const isTrue = (await response.text()).includes('"supportedVersions"');
      const isCertain = isTrue || (response.status >= 200 && response.status < 500);
      if (isCertain && response.status !== 401) {
        const until = performance.now() + (isTrue ? Infinity : BELIEVED_MS);
        this.#speaksModern = { isTrue, until };
      }
      // A server that refuses the sign-in is to say so itself.
      return isTrue || !isCertain || response.status === 401;
    } catch {
      return true;
    }
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
