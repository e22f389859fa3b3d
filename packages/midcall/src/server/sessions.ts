import { randomUUID } from "node:crypto";
import {
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { HttpRequestOptions, ServerFactory } from "./http-handler.js";
import type { PrincipalContext } from "./principal.js";
import { problem } from "./problem.js";

export interface SessionOptions {
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly onerror?: ((error: Error) => void) | undefined;
  /** Names the person behind a request. */
  readonly principal: (ctx: PrincipalContext) => string | undefined;
}

interface Session {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Whose session it is; another person's requests do not reach it. */
  readonly owner: string;
  usedAt: number;
  /** What keeps the session from being idle: requests being answered, and streams the host listens on. */
  readonly busy: Set<unknown>;
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
  { maxSessions, idleMs, onerror, principal }: SessionOptions,
): Sessions {
  const sessions = new Map<string, Session>();

  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close().catch((error: unknown) => onerror?.(error as Error));
  };

  const ownerOf = (request: Request, { authInfo }: HttpRequestOptions): string => {
    const person = principal({ http: { req: request, ...(authInfo && { authInfo }) } });
    return JSON.stringify([authInfo?.clientId ?? null, person || null]);
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

  let opening = 0;
  const open = async (request: Request, options: HttpRequestOptions): Promise<Response> => {
    if (sessions.size + opening >= maxSessions)
      return problem(503, -32_000, "Too many sessions. Try again later.");
    opening += 1;
    return begin(request, options).finally(() => (opening -= 1));
  };

  const begin = async (request: Request, options: HttpRequestOptions): Promise<Response> => {
    const owner = ownerOf(request, options);
    const server = await build({ era: "legacy", requestInfo: request, ...options });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        const session = { server, transport, owner, usedAt: Date.now(), busy: new Set() };
        sessions.set(id, session);
        watch(session);
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
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
    if (session === undefined || session.owner !== ownerOf(request, options)) {
      return problem(404, -32_001, "Session not found");
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
        return problem(500, -32_603, "Internal server error", {}, idOf(options.parsedBody));
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
    return problem(405, -32_000, "Method not allowed.", { allow: "GET, POST, DELETE" });
  }
  if (method === "POST" && !/^application\/json\b/i.test(headers.get("content-type") ?? "")) {
    return problem(415, -32_000, "Unsupported media type: send application/json.");
  }
  return problem(
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
