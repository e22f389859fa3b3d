import { randomUUID } from "node:crypto";
import {
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { unref } from "../../internal/unref.js";
import type { Logger } from "../logger.js";
import type { PrincipalContext } from "../principal.js";
import { jsonRpcError } from "./json-rpc-error.js";
import { type ActiveSession, trackRequests, trackStream } from "./session-activity.js";
import { SessionCounts, type SessionLimits } from "./session-counts.js";
import { replay } from "./shared/revive.js";
import type { SessionRecord } from "./shared/session-record.js";
import type { SharedSession } from "./shared/shared-session.js";
import type { SharedSessions } from "./shared/shared-sessions.js";
import { QUIET_MS } from "./slow-responses.js";
import type { HttpRequestOptions, ServerFactory } from "./types.js";

export interface SessionOptions extends SessionLimits {
  /** Milliseconds after which a session without requests is closed. */
  readonly idleMs: number;
  readonly onerror?: ((error: Error) => void) | undefined;
  /** Returns the user behind a request. */
  readonly principal: (ctx: PrincipalContext) => string | undefined;
  readonly logger: Logger;
  /** Makes the sessions that all replicas share; `undefined` where each replica has its own. */
  readonly share?: ((onEnded: (id: string) => void) => SharedSessions) | undefined;
}

interface Session extends ActiveSession {
  readonly server: McpServer;
  /** The session as other replicas know it, once it is in the store. */
  shared?: { readonly session: SharedSession; readonly record: SessionRecord };
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

/** A session that another replica has begun. */
interface Revived {
  readonly id: string;
  readonly record: SessionRecord;
}

/** 2025 sessions: one server and transport each, in this process. */
export interface Sessions {
  fetch(request: Request, options: HttpRequestOptions): Promise<Response>;
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
  const { idleMs, onerror, principal, logger } = options;
  const sessions = new Map<string, Session>();
  const counts = new SessionCounts(options);
  const warnOfUnknown = createUnknownWarning(logger, options.share !== undefined);

  const forget = (id: string): Session | undefined => {
    const session = sessions.get(id);
    if (session !== undefined && sessions.delete(id)) counts.remove(session.owner.user);
    shares?.forget(id);
    return session;
  };

  const end = async (id: string): Promise<void> => {
    const session = forget(id);
    await session?.server.close().catch((error: unknown) => onerror?.(error as Error));
  };
  const shares = options.share?.((id) => void end(id));

  const ownerOf = (request: Request, { authInfo }: HttpRequestOptions): Owner => {
    const user = principal({ http: { req: request, ...(authInfo && { authInfo }) } });
    return {
      name: JSON.stringify([authInfo?.clientId ?? null, user || null]),
      user: user || undefined,
    };
  };
  const sweeper = createSweeper(sessions, idleMs, (id) => void end(id));

  const open = async (
    request: Request,
    given: HttpRequestOptions,
    owner: Owner,
    revived?: Revived,
  ): Promise<Response> => {
    const refusal = counts.add(owner.user);
    if (refusal !== undefined) return refusal;
    let opened = false;
    return begin(request, given, owner, () => (opened = true), revived).finally(() => {
      // A session is counted until it ends.
      if (!opened) counts.remove(owner.user);
    });
  };

  const begin = async (
    request: Request,
    given: HttpRequestOptions,
    owner: Owner,
    opened: () => void,
    revived?: Revived,
  ): Promise<Response> => {
    const server = await build({ era: "legacy", requestInfo: request, ...given });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => revived?.id ?? randomUUID(),
      keepAliveMs: QUIET_MS,
      onsessioninitialized: async (id) => {
        const session: Session = { server, transport, owner, usedAt: Date.now(), busy: new Set() };
        sessions.set(id, session);
        sweeper.start();
        opened();
        if (shares !== undefined) {
          const record = revived?.record ?? { initialize: given.parsedBody, owner: owner.name };
          const shared = await shares.join(id, owner, server, transport);
          session.shared = { session: shared, record };
        }
        trackRequests(session);
      },
      onsessionclosed: (id) => void forget(id),
    });
    try {
      await server.connect(transport);
      if (revived !== undefined) return await replay(transport, revived, request);
      const response = await transport.handleRequest(request, given);
      const { sessionId } = transport;
      const shared = sessionId === undefined ? undefined : sessions.get(sessionId)?.shared;
      // The client may go on with any replica.
      if (sessionId !== undefined && shared !== undefined)
        await shares?.add(sessionId, shared.record);
      return response;
    } catch (error) {
      if (transport.sessionId !== undefined) await end(transport.sessionId);
      throw error;
    } finally {
      // A request that did not open a session leaves nothing behind.
      if (transport.sessionId === undefined) await server.close();
    }
  };

  /** Sessions that are being revived, so that requests that come at the same time share one. */
  const reviving = new Map<string, Promise<Response | undefined>>();

  /** Serves a session that another replica has begun. Returns the refusal, if it cannot be served. */
  const revive = async (
    id: string,
    request: Request,
    given: HttpRequestOptions,
    owner: Owner,
  ): Promise<Response | undefined> => {
    const record = await shares?.read(id);
    if (record === undefined || record.owner !== owner.name || sessions.has(id)) return undefined;
    const { parsedBody: _, ...rest } = given;
    const response = await open(request, rest, owner, { id, record });
    return response.ok ? undefined : response;
  };

  /** The session of a request, or the refusal. */
  const find = async (
    id: string,
    request: Request,
    given: HttpRequestOptions,
  ): Promise<Session | Response> => {
    const owner = ownerOf(request, given);
    if (shares !== undefined && sessions.has(id)) {
      if (await shares.isEnded(id)) await end(id);
    } else if (shares !== undefined) {
      const name = JSON.stringify([id, owner.name]);
      const under = reviving.get(name) ?? revive(id, request, given, owner);
      reviving.set(name, under);
      const refusal = await under.finally(() => reviving.delete(name));
      if (refusal !== undefined) return refusal.clone();
    }
    const session = sessions.get(id);
    // Another user gets the same response as for a session that does not exist.
    if (session !== undefined && session.owner.name === owner.name) return session;
    if (session === undefined) warnOfUnknown();
    return jsonRpcError(404, -32_001, "Session not found");
  };

  const serve = async (request: Request, given: HttpRequestOptions): Promise<Response> => {
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) {
      const isFirst = isInitialize(given.parsedBody);
      return isFirst ? open(request, given, ownerOf(request, given)) : refuse(request);
    }
    const session = await find(id, request, given);
    if (session instanceof Response) return session;
    session.usedAt = Date.now();
    const { shared, transport } = session;
    if (shared === undefined) {
      const response = await transport.handleRequest(request, given);
      return request.method === "GET" ? trackStream(response, session) : response;
    }
    await shares?.used(id, shared.record);
    if (request.method === "DELETE") await shares?.end(id);
    const response = await shared.session.handle(request, given);
    return request.method === "GET" ? trackStream(response, session) : response;
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
    async close() {
      sweeper.stop();
      await shares?.close();
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

/** Closes sessions that have been idle for too long. Runs only while there are sessions: some runtimes forbid timers before the first request. */
function createSweeper(
  sessions: ReadonlyMap<string, ActiveSession>,
  idleMs: number,
  end: (id: string) => void,
): { start(): void; stop(): void } {
  let sweeping: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => {
    clearInterval(sweeping);
    sweeping = undefined;
  };
  const sweep = (): void => {
    const oldest = Date.now() - idleMs;
    for (const [id, session] of sessions) {
      if (session.busy.size === 0 && session.usedAt < oldest) end(id);
    }
    if (sessions.size === 0) stop();
  };
  return {
    start() {
      if (sweeping !== undefined) return;
      sweeping = setInterval(sweep, Math.min(idleMs, SWEEP_MS));
      unref(sweeping);
    },
    stop,
  };
}

/** Shortest pause between two warnings of requests for unknown sessions. */
const WARN_MS = 60_000;

/** Warns, at most once a minute, that requests come for sessions that this process does not have. */
function createUnknownWarning(logger: Logger, isShared: boolean): () => void {
  let warnedAt = -Infinity;
  return () => {
    // Where sessions are shared, a session that no replica knows has ended.
    if (isShared || performance.now() - warnedAt < WARN_MS) return;
    warnedAt = performance.now();
    logger.warn(
      "midcall: a request came for a session that this process does not have: it has ended, was lost in a restart, or belongs to another replica. " +
        "With several replicas, give all of them the same `secret` and `store`, or route each Mcp-Session-Id to one of them (docs/fleets.md). " +
        "This warning is repeated at most once a minute.",
    );
  };
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
