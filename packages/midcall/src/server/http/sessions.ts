import { errorText } from "../../internal/error-text.js";
import { isObject } from "../../internal/is-object.js";
import { StoreFailedError } from "../errors.js";
import { endBrokenResponse } from "../strategies/broken-responses.js";
import type { Logger } from "../logger.js";
import type { PrincipalContext } from "../principal.js";
import type { SessionLoad } from "./drain.js";
import { jsonRpcError } from "./json-rpc-error.js";
import { isStream, type OpenStreams } from "./open-streams.js";
import { trackStream } from "./session-activity.js";
import { SessionCounts, type SessionLimits } from "./session-counts.js";
import { createIdleSessions } from "./sessions/idle-sessions.js";
import { isTooLarge, refuseLarge } from "./sessions/initialize-size.js";
import { isMalformedResponse, refuseMalformed } from "./sessions/malformed-responses.js";
import { createOpening, type Owner, type Session } from "./sessions/opening.js";
import { createUnknownWarning } from "./sessions/unknown-sessions.js";
import { idInUse, idOfRequest } from "./shared/incoming.js";
import type { SharedSessions } from "./shared/shared-sessions.js";
import type { HttpRequestOptions, ServerFactory } from "./types.js";

export interface SessionOptions extends SessionLimits {
  /** Milliseconds after which a session without requests is closed. */
  readonly idleMs: number;
  readonly onerror?: ((error: Error) => void) | undefined;
  /** Returns the user behind a request. */
  readonly principal: (ctx: PrincipalContext) => string | undefined;
  /** The streams of the handler. */
  readonly streams: OpenStreams;
  /** Whether usual messages do not pass the SDK's transport. */
  readonly direct: boolean;
  /** The refusal of a new session, while the server is about to stop. */
  readonly refusal: () => Response | undefined;
  readonly logger: Logger;
  /** Makes the sessions that all replicas share; `undefined` where each replica has its own. */
  readonly share?: ((onEnded: (id: string) => void) => SharedSessions) | undefined;
}

/** 2025 sessions: one server and transport each, in this process. */
export interface Sessions {
  fetch(request: Request, options: HttpRequestOptions): Promise<Response>;
  /** What each session has under way. */
  load(): readonly SessionLoad[];
  close(): Promise<void>;
}

const SESSION_HEADER = "mcp-session-id";

/**
 * Serves 2025 requests in sessions, so that the server can send a question and receive its answer.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function createSessions(build: ServerFactory, options: SessionOptions): Sessions {
  const { idleMs, onerror, principal, logger, streams } = options;
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
  const idle = createIdleSessions(sessions, idleMs, (id) => void end(id));
  const { refusal } = options;
  const opening = createOpening({
    build,
    sessions,
    counts,
    refusal,
    idle,
    shares,
    end,
    forget,
    streams: options.direct ? streams : undefined,
  });

  const ownerOf = (request: Request, { authInfo }: HttpRequestOptions): Owner => {
    const user = principal({ http: { req: request, ...(authInfo && { authInfo }) } });
    return {
      name: JSON.stringify([authInfo?.clientId ?? null, user || null]),
      user: user || undefined,
    };
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
      const refusal = await opening.revive(id, request, given, owner);
      if (refusal !== undefined) return refusal;
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
      if (!isInitialize(given.parsedBody)) return refuse(request);
      if (isTooLarge(given.parsedBody)) return refuseLarge(idOf(given.parsedBody));
      return opening.open(request, given, ownerOf(request, given));
    }
    const session = await find(id, request, given);
    if (session instanceof Response) return session;
    session.usedAt = Date.now();
    const { shared, transport } = session;
    if (shared !== undefined) await shares?.used(id, shared.record);
    if (request.method === "POST" && isMalformedResponse(given.parsedBody)) {
      if (!(await shared?.session.endBroken(given.parsedBody)))
        endBrokenResponse(transport, given.parsedBody);
      return refuseMalformed();
    }
    const requestId = request.method === "POST" ? idOfRequest(given.parsedBody) : undefined;
    // What is sent for the one would go to the other.
    if (requestId !== undefined && session.busy.has(requestId)) return idInUse(requestId);
    if (shared !== undefined && request.method === "DELETE") await shares?.end(id);
    const direct = session.direct?.answer(request, given);
    if (direct !== undefined) return direct;
    const response = await (shared === undefined
      ? transport.handleRequest(request, given)
      : shared.session.handle(request, given));
    return isStream(response) ? trackStream(request, response, session, streams) : response;
  };

  return {
    async fetch(request, given) {
      try {
        return await serve(request, given);
      } catch (error) {
        // The message of the author's error is only for the author, as on 2026-07-28.
        onerror?.(error instanceof Error ? error : new Error(errorText(error)));
        const id = idOf(given.parsedBody);
        return error instanceof StoreFailedError
          ? jsonRpcError(503, -32_603, storeIsAway(given.parsedBody), {}, id)
          : jsonRpcError(500, -32_603, "Internal server error", {}, id);
      }
    },
    load: () => Array.from(sessions.values(), loadOf),
    async close() {
      idle.stop();
      await shares?.close();
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

/** What a client is told whose message was not taken. Calls that wait go on. */
function storeIsAway(body: unknown): string {
  const isResponse = isObject(body) && !("method" in body);
  return isResponse
    ? "The server could not use its store, so this response was not taken. Send it again."
    : "The server could not use its store, so this message was not taken. Try again later. The server's log has details.";
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
  return isObject(body) && body["method"] === "initialize";
}
