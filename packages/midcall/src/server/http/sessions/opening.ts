import { randomUUID } from "node:crypto";
import {
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { jsonRpcError } from "../json-rpc-error.js";
import { type ActiveSession, trackRequests } from "../session-activity.js";
import type { SessionCounts } from "../session-counts.js";
import { replay } from "../shared/revive.js";
import type { SessionRecord } from "../shared/session-record.js";
import type { SharedSession } from "../shared/shared-session.js";
import type { SharedSessions } from "../shared/shared-sessions.js";
import { QUIET_MS } from "../slow-responses.js";
import type { HttpRequestOptions, ServerFactory } from "../types.js";
import type { OpenStreams } from "../open-streams.js";
import { isKnownSdk } from "../direct/sdk-check.js";
import { DirectMessages } from "./direct-messages.js";
import type { IdleSessions } from "./idle-sessions.js";

/** A 2025 session that this process serves. */
export interface Session extends ActiveSession {
  readonly server: McpServer;
  /** The session as other replicas know it, once it is in the store. */
  shared?: { readonly session: SharedSession; readonly record: SessionRecord };
  /** What serves its usual messages, where it is not shared. */
  direct?: DirectMessages;
  /** The user to whom the session belongs; requests of other users do not reach it. */
  readonly owner: Owner;
}

/** The owner of a session. */
export interface Owner {
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

/** The parts that opening sessions needs. */
export interface OpeningParts {
  readonly build: ServerFactory;
  /** The open sessions, by id. */
  readonly sessions: Map<string, Session>;
  readonly counts: SessionCounts;
  /** The refusal of a new session, while the server is about to stop. */
  readonly refusal: () => Response | undefined;
  readonly idle: IdleSessions;
  readonly shares: SharedSessions | undefined;
  /** The streams of the handler, where usual messages do not pass the SDK's transport. */
  readonly streams: OpenStreams | undefined;
  readonly end: (id: string) => Promise<void>;
  readonly forget: (id: string) => void;
}

/** Opens sessions. */
export interface Opening {
  /** Opens a new one for the `initialize` request. */
  open(request: Request, given: HttpRequestOptions, owner: Owner): Promise<Response>;
  /**
   * Opens one that another replica has begun, if there is one of this owner's.
   *
   * @returns the refusal, where it cannot be served
   */
  revive(
    id: string,
    request: Request,
    given: HttpRequestOptions,
    owner: Owner,
  ): Promise<Response | undefined>;
}

export function createOpening(parts: OpeningParts): Opening {
  const { sessions, counts, shares } = parts;
  /** Sessions that are being revived, so that requests that come at the same time share one. */
  const reviving = new Map<string, Promise<Response | undefined>>();

  const open = async (
    request: Request,
    given: HttpRequestOptions,
    owner: Owner,
    revived?: Revived,
  ): Promise<Response> => {
    const refusal = (revived ? undefined : parts.refusal()) ?? counts.add(owner.user);
    if (refusal !== undefined) return refusal;
    let opened = false;
    const onOpen = (): void => void (opened = true);
    return begin(parts, { request, given, owner, revived, onOpen }).finally(() => {
      // A session is counted until it ends.
      if (!opened) counts.remove(owner.user);
    });
  };

  const revive: Opening["revive"] = async (id, request, given, owner) => {
    const record = await shares?.read(id);
    if (record === undefined || record.owner !== owner.name || sessions.has(id)) return undefined;
    const { parsedBody: _, ...rest } = given;
    const response = await open(request, rest, owner, { id, record });
    return response.ok ? undefined : response;
  };

  return {
    open,
    async revive(id, request, given, owner) {
      const name = JSON.stringify([id, owner.name]);
      const under = reviving.get(name) ?? revive(id, request, given, owner);
      reviving.set(name, under);
      const refusal = await under.finally(() => reviving.delete(name));
      return refusal?.clone();
    },
  };
}

/** One session that is being opened. */
interface Begun {
  readonly request: Request;
  readonly given: HttpRequestOptions;
  readonly owner: Owner;
  readonly revived: Revived | undefined;
  readonly onOpen: () => void;
}

async function begin(
  { build, sessions, idle, shares, streams, end, forget }: OpeningParts,
  { request, given, owner, revived, onOpen }: Begun,
): Promise<Response> {
  const server = await build({ era: "legacy", requestInfo: request, ...given });
  if (revived !== undefined && revived.record.server !== shares?.serverNameOf(server)) {
    await server.close();
    return jsonRpcError(404, -32_001, "Session not found");
  }
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => revived?.id ?? randomUUID(),
    keepAliveMs: QUIET_MS,
    onsessioninitialized: async (id) => {
      const session: Session = {
        server,
        transport,
        owner,
        usedAt: Date.now(),
        busy: new Set(),
        listening: new Set(),
      };
      sessions.set(id, session);
      idle.start();
      onOpen();
      if (shares !== undefined) {
        const record = revived?.record ?? {
          ...{ initialize: given.parsedBody, owner: owner.name, user: owner.user ?? "" },
          server: shares.serverNameOf(server),
        };
        const release = (requestId: string | number): void => void session.busy.delete(requestId);
        const shared = await shares.join(id, owner, server, transport, release);
        session.shared = { session: shared, record };
      } else if (streams !== undefined && (await isKnownSdk()))
        session.direct = new DirectMessages(session, streams);
      trackRequests(session);
    },
    onsessionclosed: (id) => forget(id),
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
}
