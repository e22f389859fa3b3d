import type { OpenStreams } from "./open-streams.js";
import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/** A session that is closed when it has been idle for too long. */
export interface ActiveSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** When it was last used, in ms since 1970. */
  usedAt: number;
  /** The activities that keep the session from being idle: pending requests, and streams on which the host listens. */
  readonly busy: Set<unknown>;
  /** The streams among them. */
  readonly listening: Set<unknown>;
}

/** Tracks which requests of a session are being answered. */
export function trackRequests({ transport, busy }: ActiveSession): void {
  const receive = transport.onmessage?.bind(transport);
  const onmessage: typeof receive = (message, extra) => {
    if ("method" in message && "id" in message) busy.add(message.id);
    // A cancelled request is never answered.
    if ("method" in message && message.method === "notifications/cancelled")
      busy.delete((message.params as { requestId?: unknown } | undefined)?.requestId);
    receive?.(message, extra);
  };
  transport.onmessage = onmessage;
  const send = transport.send.bind(transport);
  const noting: typeof send = (message, options) => {
    if (!("method" in message)) busy.delete(message.id);
    return send(message, options);
  };
  transport.send = noting;
}

/** The same response with its stream known; while a host listens on one, its session is not idle. */
export function trackStream(
  request: Request,
  response: Response,
  session: ActiveSession,
  streams: OpenStreams,
): Response {
  if (request.method !== "GET") return streams.add(response, () => {});
  const stream = {};
  session.busy.add(stream);
  session.listening.add(stream);
  return streams.add(response, () => {
    session.busy.delete(stream);
    session.listening.delete(stream);
    session.usedAt = Date.now();
  });
}
