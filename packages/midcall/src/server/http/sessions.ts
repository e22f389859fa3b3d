import { randomUUID } from "node:crypto";
import {
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { HttpRequestOptions, ServerFactory } from "./types.js";
import type { PrincipalContext } from "../principal.js";
import { jsonRpcError } from "./json-rpc-error.js";

export interface SessionOptions {
  readonly maxSessions: number;
  /** Of one person. */
  readonly maxSessionsPerPrincipal: number;
  /** Of all people nobody has verified. */
  readonly maxAnonymousSessions: number;
  readonly idleMs: number;
  readonly onerror?: ((error: Error) => void) | undefined;
  /** Names the person behind a request. */
  readonly principal: (ctx: PrincipalContext) => string | undefined;
}

interface Session {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Whose session it is; another person's requests do not reach it. */
  readonly owner: Owner;
  usedAt: number;
  /** What keeps the session from being idle: requests being answered, and streams the host listens on. */
  readonly busy: Set<unknown>;
}

/** Whom a session belongs to. */
interface Owner {
  /** The person and the client it was opened through. */
  readonly name: string;
  /** Whose sessions it counts with: the person's, or, where none is known, those of everybody like that. */
  readonly person: string | undefined;
}

/** 2025 sessions: one server and transport each, in this process. */
export interface Sessions {
  fetch(request: Request, options: HttpRequestOptions): Promise<Response>;
  close(): Promise<void>;
}

const SESSION_HEADER = "mcp-session-id";

/**
 * Serves 2025 requests in sessions, so that a question can be pushed and its answer come back.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function createSessions(
  build: ServerFactory,
  { maxSessions, idleMs, onerror, principal, ...most }: SessionOptions,
): Sessions {
  const sessions = new Map<string, Session>();

  const end = async (id: string): Promise<void> => {
    const session = forget(id);
    await session?.server.close().catch((error: unknown) => onerror?.(error as Error));
  };

  const ownerOf = (request: Request, { authInfo }: HttpRequestOptions): Owner => {
    const person = principal({ http: { req: request, ...(authInfo && { authInfo }) } });
    return {
      name: JSON.stringify([authInfo?.clientId ?? null, person || null]),
      person: person || undefined,
    };
  };

  /** Open ones and those about to be, by whose they are. */
  const counts = new Map<string | undefined, number>();
  let total = 0;
  const count = ({ person }: Owner, by: 1 | -1): void => {
    total += by;
    const left = (counts.get(person) ?? 0) + by;
    if (left === 0) counts.delete(person);
    else counts.set(person, left);
  };
  const forget = (id: string): Session | undefined => {
    const session = sessions.get(id);
    if (session !== undefined && sessions.delete(id)) count(session.owner, -1);
    return session;
  };

  const sweep = setInterval(
    () => {
      const oldest = Date.now() - idleMs;
      for (const [id, session] of sessions) {
        if (session.busy.size === 0 && session.usedAt < oldest) void end(id);
      }
    },
    Math.min(idleMs, 60_000),
  );
  sweep.unref();

  const open = async (request: Request, options: HttpRequestOptions): Promise<Response> => {
    const owner = ownerOf(request, options);
    if (total >= maxSessions)
      return jsonRpcError(503, -32_000, "Too many sessions. Try again later.");
    const { person } = owner;
    const mostOfOne =
      person === undefined ? most.maxAnonymousSessions : most.maxSessionsPerPrincipal;
    if ((counts.get(person) ?? 0) >= mostOfOne)
      return jsonRpcError(
        429,
        -32_000,
        person === undefined
          ? "Too many sessions without sign-in. Sign in, or try again later."
          : "Too many sessions of yours. End one with DELETE, or try again later.",
      );
    count(owner, 1);
    let opened = false;
    return begin(request, options, owner, () => (opened = true)).finally(() => {
      // A session is counted until it ends.
      if (!opened) count(owner, -1);
    });
  };

  const begin = async (
    request: Request,
    options: HttpRequestOptions,
    owner: Owner,
    opened: () => void,
  ): Promise<Response> => {
    const server = await build({ era: "legacy", requestInfo: request, ...options });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        const session = { server, transport, owner, usedAt: Date.now(), busy: new Set() };
        sessions.set(id, session);
        opened();
        watch(session);
      },
      onsessionclosed: (id) => void forget(id),
    });
    try {
      await server.connect(transport);
      return await transport.handleRequest(request, options);
    } finally {
      // Whatever did not open a session leaves nothing behind.
      if (transport.sessionId === undefined) await server.close();
    }
  };

  const serve = async (request: Request, options: HttpRequestOptions): Promise<Response> => {
    const id = request.headers.get(SESSION_HEADER);
    if (id === null)
      return isInitialize(options.parsedBody) ? open(request, options) : refuse(request);
    const session = sessions.get(id);
    // A stranger learns no more than that there is nothing for them.
    if (session === undefined || session.owner.name !== ownerOf(request, options).name) {
      return jsonRpcError(404, -32_001, "Session not found");
    }
    session.usedAt = Date.now();
    const response = await session.transport.handleRequest(request, options);
    return request.method === "GET" ? whileListening(response, session) : response;
  };

  return {
    async fetch(request, options) {
      try {
        return await serve(request, options);
      } catch (error) {
        // What the author's code said is for the author, as it is on 2026-07-28.
        onerror?.(error instanceof Error ? error : new Error(String(error)));
        return jsonRpcError(500, -32_603, "Internal server error", {}, idOf(options.parsedBody));
      }
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

/** What there is to say to a request that neither has a session nor begins one. */
function refuse({ method, headers }: Request): Response {
  if (!["GET", "POST", "DELETE"].includes(method)) {
    return jsonRpcError(405, -32_000, "Method not allowed.", { allow: "GET, POST, DELETE" });
  }
  if (method === "POST" && !/^application\/json\b/i.test(headers.get("content-type") ?? "")) {
    return jsonRpcError(415, -32_000, "Unsupported media type: send application/json.");
  }
  return jsonRpcError(
    400,
    -32_000,
    "Bad Request: a session is needed. Send initialize first, then the Mcp-Session-Id it returns.",
  );
}

function idOf(body: unknown): string | number | null {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function isInitialize(body: unknown): boolean {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.some(
    (message) => (message as { method?: unknown } | null | undefined)?.method === "initialize",
  );
}

/** Notes which requests of a session are being answered. */
function watch({ transport, busy }: Session): void {
  const receive = transport.onmessage?.bind(transport);
  transport.onmessage = (message, extra) => {
    if ("method" in message && "id" in message) busy.add(message.id);
    // A cancelled request is never answered.
    if ("method" in message && message.method === "notifications/cancelled")
      busy.delete((message.params as { requestId?: unknown } | undefined)?.requestId);
    receive?.(message, extra);
  };
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!("method" in message)) busy.delete(message.id);
    return send(message, options);
  };
}

/** The same response; the session is not idle until its stream has ended. */
function whileListening(response: Response, session: Session): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  session.busy.add(reader);
  const finish = (): void => {
    session.busy.delete(reader);
    session.usedAt = Date.now();
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        finish();
        controller.close();
      } catch (error) {
        finish();
        controller.error(error);
      }
    },
    cancel(reason) {
      finish();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
