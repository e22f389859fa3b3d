import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { ServerEnd } from "../ends/ends.js";
import type { Asker } from "../relay/asker.js";
import { Relay, SAME_ID } from "../relay/relay.js";
import { AnyVersionServer } from "../translate/any-version-server.js";
import { INVALID_REQUEST, type Members, type Request as Asked } from "../wire/messages.js";
import { HostStream } from "./host-stream.js";
import { ModernHost } from "./modern-host.js";
import { SessionHost } from "./session-host.js";

export interface FrontOptions {
  /** Connects with the server: once for each session of 2025, and once for all hosts of 2026-07-28. */
  readonly connect: () => ServerEnd;
  readonly asker: Asker | undefined;
  /** Identifies the sign-in of the bridge's at the server, where it has one. */
  readonly account?: () => string | undefined;
  readonly onError: (error: unknown) => void;
  /** Ends a session without a request for so long, in milliseconds. */
  readonly idleMs: number;
}

interface Session {
  readonly host: SessionHost;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly relay: Relay;
  usedAt: number;
  /** The requests that have no response yet, streams beside them included. */
  open: number;
}

/** More sessions than one user's hosts have. */
const MOST_SESSIONS = 1_000;

/** Serves hosts over HTTP, whatever the server speaks. */
export class Front {
  readonly #options: FrontOptions;
  readonly #sessions = new Map<string, Session>();
  #modern:
    | { readonly host: ModernHost; readonly relay: Relay; readonly ready: Promise<void> }
    | undefined;

  constructor(options: FrontOptions) {
    this.#options = options;
  }

  hasSession(id: string): boolean {
    return this.#sessions.has(id);
  }

  /** A request of 2026-07-28. */
  async serveModern(http: Request, asked: Asked): Promise<Response> {
    const { host, ready } = (this.#modern ??= this.#startModern());
    try {
      await ready;
    } catch (error) {
      this.#modern = undefined;
      return failure(asked, error);
    }
    return host.serve(http, asked);
  }

  /** A request of 2025: the beginning of a session, or one in it. */
  async serveSession(http: Request, body: unknown): Promise<Response> {
    const id = http.headers.get("mcp-session-id");
    const session = id === null ? undefined : this.#sessions.get(id);
    if (session !== undefined) return this.#inSession(session, http, body);
    if (id !== null) return plainError(404, -32_001, "The session is not known, or has ended.");
    if ((Object(body) as Members)["method"] !== "initialize")
      return plainError(400, -32_000, "Begin with the request initialize.");
    return this.#begin(http, body as Asked);
  }

  async close(): Promise<void> {
    const relays = [...this.#sessions.values()].map(({ relay }) => relay);
    if (this.#modern) relays.push(this.#modern.relay);
    await Promise.allSettled(relays.map((relay) => relay.close()));
  }

  #startModern() {
    const { asker, account, onError } = this.#options;
    const host = new ModernHost();
    const server = new AnyVersionServer(this.#options.connect);
    const relay = new Relay({ host, server, asker, onError, ...(account && { account }) });
    void relay.ended.then(() => (this.#modern = undefined));
    return { host, relay, ready: relay.start() };
  }

  async #begin(http: Request, body: Asked): Promise<Response> {
    this.#endIdle();
    if (this.#sessions.size >= MOST_SESSIONS) return noRoom(MOST_SESSIONS);
    const { asker, account, onError } = this.#options;
    const transport: WebStandardStreamableHTTPServerTransport =
      new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void this.#sessions.set(id, session),
        onsessionclosed: (id) => void this.#sessions.delete(id),
      });
    const host = new SessionHost(transport);
    const server = new AnyVersionServer(this.#options.connect);
    const relay = new Relay({ host, server, asker, onError, ...(account && { account }) });
    const session: Session = { host, transport, relay, usedAt: Date.now(), open: 0 };
    void relay.ended.then(() => this.#sessions.delete(transport.sessionId ?? ""));
    try {
      await relay.start();
    } catch (error) {
      await relay.close();
      return failure(body, error);
    }
    return this.#inSession(session, http, body);
  }

  async #inSession(session: Session, http: Request, parsedBody: unknown): Promise<Response> {
    session.usedAt = Date.now();
    const { id, method } = Object(parsedBody) as Members;
    if (method !== undefined && session.relay.isOpen(id)) return sameIdError(id);
    const response = await session.transport.handleRequest(http, { parsedBody });
    if (response.body === null) return response;
    const beside = http.method === "GET" && response.ok ? 1 : 0;
    session.open += 1;
    session.host.beside += beside;
    const stream = readOn(response.body, () => {
      session.host.streams.delete(stream);
      session.open -= 1;
      session.host.beside -= beside;
      session.usedAt = Date.now();
    });
    session.host.streams.add(stream);
    return new Response(stream.body, response);
  }

  #endIdle(): void {
    const before = Date.now() - this.#options.idleMs;
    for (const { relay, usedAt, open } of this.#sessions.values())
      if (open === 0 && usedAt < before) void relay.close();
  }
}

export const noRoom = (sessions: number): Response =>
  plainError(503, -32_000, `There are ${sessions} sessions. End one first.`);

export function plainError(status: number, code: number, message: string): Response {
  const headers = { "content-type": "application/json" };
  return new Response(errorText(code, message), { status, headers });
}

/** The body of a response to a request whose id is not known. */
export const errorText = (code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });

/** Refuses a request with the id of one that has no response yet: its messages would go out on the stream of the other one. */
export function sameIdError(id: unknown): Response {
  const error = { code: INVALID_REQUEST, message: SAME_ID };
  return Response.json({ jsonrpc: "2.0", id, error }, { status: 400 });
}

function failure({ id }: Asked, error: unknown): Response {
  const message = `The server could not be started: ${(error as Error).message}`;
  return Response.json({ jsonrpc: "2.0", id, error: { code: -32_603, message } }, { status: 502 });
}

/** The same body, of which it is known how much waits to be read. @param ended - called once, when it has ended or the host has closed it */
function readOn(body: ReadableStream<Uint8Array>, ended: () => void): HostStream {
  const reader = body.getReader();
  const stream = new HostStream((reason) => void reader.cancel(reason).catch(() => {}));
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return stream.end();
      stream.write(value);
    }
  };
  void read()
    .catch(() => stream.end())
    .finally(ended);
  return stream;
}
