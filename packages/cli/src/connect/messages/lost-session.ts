import {
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { tapTransport } from "./tap-transport.js";

/** Detects the loss of an HTTP session; a pipe closes instead. */
export interface SessionWatch {
  /**
   * Starts watching, once the session exists.
   *
   * @param ping - checks whether the server responds
   */
  begin(ping: () => Promise<unknown>): void;
}

type RequestId = string | number;

const requestIn = (message: Parameters<Transport["send"]>[0]): RequestId | undefined =>
  "method" in message && "id" in message ? message.id : undefined;

/** The server does not know the session. For callers, the connection is closed. */
export class LostSessionError extends SdkError {
  constructor(status: number, options?: ErrorOptions) {
    super(
      SdkErrorCode.ConnectionClosed,
      `The server does not know this session any more (HTTP ${status}). ${SESSION_CAUSES}`,
      undefined,
      options,
    );
  }
}

/** Why a server may not know a session, although its address is right. */
export const SESSION_CAUSES =
  "It may have restarted, or ended the session: connect again for a new one. If several replicas serve this address, they have to share their sessions (with midcall/server: the same secret and store for all), or all requests with the same Mcp-Session-Id have to reach the same replica.";

/** The HTTP status with which the server says that it does not know the session. */
function unknownSession(error: unknown): number | undefined {
  if (!(error instanceof SdkHttpError)) return undefined;
  const { status, message } = error;
  return status === 404 || (status === 400 && /session/i.test(message)) ? status : undefined;
}

/**
 * Closes the connection when its session is lost: when the server cannot be reached, does not know the
 * session, or does not accept a response. If it does not know the session, all open requests end with that reason. A request whose response stream has ended without a result gets an
 * error response. (The SDK resumes streams that can be resumed.)
 */
export function watchSession(http: StreamableHTTPClientTransport): SessionWatch {
  const waiting = new Set<RequestId>();
  let ping: (() => Promise<unknown>) | undefined;
  const end = (): void => {
    ping = undefined;
    void http.close().catch(() => {});
  };
  const refuse = (id: RequestId, message: string): void => {
    if (!waiting.delete(id)) return;
    http.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32000, message } });
  };
  const streamEnded = async (id: RequestId): Promise<void> => {
    if (!ping || !waiting.has(id)) return;
    // If the server is gone, the ping closes the connection and with it every pending request.
    await ping().catch(() => {});
    if (!ping) return;
    refuse(id, "The server ended its response before there was a result.");
  };
  const send: Transport["send"] = http.send.bind(http);
  (http as Transport).send = async (message, options) => {
    const id = requestIn(message);
    const isOurs = id !== undefined;
    const others = options?.onRequestStreamEnd;
    if (isOurs) waiting.add(id);
    try {
      await send(message, {
        ...options,
        ...(isOurs && {
          onRequestStreamEnd: () => void streamEnded(id).finally(() => others?.()),
        }),
      });
    } catch (error) {
      if (isOurs) waiting.delete(id);
      const isAnswer = !("method" in message);
      const status = unknownSession(error);
      if (ping && status !== undefined) {
        const lost = new LostSessionError(status, { cause: error });
        // The answer to a question may be what finds it out, while the call waits.
        for (const one of [...waiting]) refuse(one, lost.message);
        // Not before the request itself has failed, with the reason.
        setImmediate(end);
        throw lost;
      }
      // `fetch` throws a TypeError when there is no response; an abort is another error.
      if (ping && (isAnswer || error instanceof TypeError)) end();
      throw error;
    }
  };
  tapTransport(http, (direction, message) => {
    const { id, method } = Object(message) as {
      readonly id?: RequestId;
      readonly method?: unknown;
    };
    if (direction === "received" && method === undefined && id !== undefined) waiting.delete(id);
  });
  return { begin: (asked) => void (ping = asked) };
}
