import { randomUUID } from "node:crypto";
import {
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { unref } from "../../internal/unref.js";
import type { PrincipalContext } from "../principal.js";
import type { SessionLoad } from "./drain.js";
import { jsonRpcError } from "./json-rpc-error.js";
import { isStream, type OpenStreams } from "./open-streams.js";
import { type ActiveSession, trackRequests, trackStream } from "./session-activity.js";
import { SessionCounts, type SessionLimits } from "./session-counts.js";
import { QUIET_MS } from "./slow-responses.js";
import type { HttpRequestOptions, ServerFactory } from "./types.js";

export interface SessionOptions extends SessionLimits {
  /** Milliseconds after which a session without requests is closed. */
  readonly idleMs: number;
  readonly onerror?: ((error: Error) => void) | undefined;
  /** Returns the user behind a request. */
  readonly principal: (ctx: PrincipalContext) => string | undefined;
  /** The streams of the handler. */
  readonly streams: OpenStreams;
  /** The refusal of a new session, while the server is about to stop. */
  readonly refusal: () => Response | undefined;
}

interface Session extends ActiveSession {
  readonly server: McpServer;
  /** The user to whom the session belongs; requests of other users do not reach it. */
  readonly owner: Owner;
}

/** The owner of a session. */
interface Owner {
  /** The user and the client it was opened through. */
  readonly name: string;
  /** The verified user for whom it is counted; `undefined` if there is none. */
  readonly user: string | undefined;
}

/** 2025 sessions: one server and transport each, in this process. */
export interface Sessions {
  fetch(request: Request, options: HttpRequestOptions): Promise<Response>;
  /** What each session has under way. */
  load(): readonly SessionLoad[];
  close(): Promise<void>;
}

const SESSION_HEADER = "mcp-session-id";
/** Longest pause between two searches for idle sessions. */
const SWEEP_MS = 60_000;

/**
 * Serves 2025 requests in sessions, so that the server can send a question and receive its answer.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function createSessions(build: ServerFactory, options: SessionOptions): Sessions {
  const { idleMs, onerror, principal, streams } = options;
  const sessions = new Map<string, Session>();
  const counts = new SessionCounts(options);

  const forget = (id: string): Session | undefined => {
    const session = sessions.get(id);
    if (session !== undefined && sessions.delete(id)) counts.remove(session.owner.user);
    return session;
  };

  const end = async (id: string): Promise<void> => {
    const session = forget(id);
    await session?.server.close().catch((error: unknown) => onerror?.(error as Error));
  };

  const ownerOf = (request: Request, { authInfo }: HttpRequestOptions): Owner => {
    const user = principal({ http: { req: request, ...(authInfo && { authInfo }) } });
    return {
      name: JSON.stringify([authInfo?.clientId ?? null, user || null]),
      user: user || undefined,
    };
  };

  // Runs only while there are sessions: some runtimes forbid timers before the first request.
  let sweeping: ReturnType<typeof setInterval> | undefined;
  const sweep = (): void => {
    const oldest = Date.now() - idleMs;
    for (const [id, session] of sessions) {
      if (session.busy.size === 0 && session.usedAt < oldest) void end(id);
    }
    if (sessions.size === 0) stopSweeping();
  };
  const stopSweeping = (): void => {
    clearInterval(sweeping);
    sweeping = undefined;
  };
  const startSweeping = (): void => {
    if (sweeping !== undefined) return;
    sweeping = setInterval(sweep, Math.min(idleMs, SWEEP_MS));
    unref(sweeping);
  };

  const open = async (request: Request, given: HttpRequestOptions): Promise<Response> => {
    const owner = ownerOf(request, given);
    const refusal = options.refusal() ?? counts.add(owner.user);
    if (refusal !== undefined) return refusal;
    let opened = false;
    return begin(request, given, owner, () => (opened = true)).finally(() => {
      // A session is counted until it ends.
      if (!opened) counts.remove(owner.user);
    });
  };

  const begin = async (
    request: Request,
    given: HttpRequestOptions,
    owner: Owner,
    opened: () => void,
  ): Promise<Response> => {
    const server = await build({ era: "legacy", requestInfo: request, ...given });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      keepAliveMs: QUIET_MS,
      onsessioninitialized: (id) => {
        const session = {
          server,
          transport,
          owner,
          usedAt: Date.now(),
          busy: new Set(),
          listening: new Set(),
        };
        sessions.set(id, session);
        startSweeping();
        opened();
        trackRequests(session);
      },
      onsessionclosed: (id) => void forget(id),
    });
    try {
      await server.connect(transport);
      return await transport.handleRequest(request, given);
    } finally {
      // A request that did not open a session leaves nothing behind.
      if (transport.sessionId === undefined) await server.close();
    }
  };

  const serve = async (request: Request, given: HttpRequestOptions): Promise<Response> => {
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) return isInitialize(given.parsedBody) ? open(request, given) : refuse(request);
    const session = sessions.get(id);
    // Another user gets the same response as for a session that does not exist.
    if (session === undefined || session.owner.name !== ownerOf(request, given).name) {
      return jsonRpcError(404, -32_001, "Session not found");
    }
    session.usedAt = Date.now();
    const response = await session.transport.handleRequest(request, given);
    return isStream(response) ? trackStream(request, response, session, streams) : response;
  };

  return {
    async fetch(request, given) {
      try {
        return await serve(request, given);
      } catch (error) {
        // The message of the author's error is only for the author, as on 2026-07-28.
        onerror?.(error instanceof Error ? error : new Error(String(error)));
        return jsonRpcError(500, -32_603, "Internal server error", {}, idOf(given.parsedBody));
      }
    },
    load: () => Array.from(sessions.values(), loadOf),
    async close() {
      stopSweeping();
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

function loadOf({ server, busy, listening }: Session): SessionLoad {
  return { connection: server, requests: busy.size - listening.size };
}

/** The response to a request that neither has a session nor begins one. */
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
    "Bad Request: a session is required. Send initialize first, then the Mcp-Session-Id that it returns.",
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
