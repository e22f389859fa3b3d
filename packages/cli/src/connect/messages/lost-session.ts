import {
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

/** Whether the server cannot be reached or does not know the session. */
function isLost(error: unknown): boolean {
  if (error instanceof SdkHttpError) {
    return error.status === 404 || (error.status === 400 && /session/i.test(error.message));
  }
  // `fetch` throws a TypeError when there is no response; an abort is another error.
  return error instanceof TypeError;
}

/**
 * Closes the connection when its session is lost: when the server cannot be reached, does not know the
 * session, or does not accept a response. A request whose response stream has ended without a result gets an
 * error response. (The SDK resumes streams that can be resumed.)
 */
export function watchSession(http: StreamableHTTPClientTransport): SessionWatch {
  const waiting = new Set<RequestId>();
  let ping: (() => Promise<unknown>) | undefined;
  const end = (): void => {
    ping = undefined;
    void http.close().catch(() => {});
  };
  const streamEnded = async (id: RequestId): Promise<void> => {
    if (!ping || !waiting.has(id)) return;
    // If the server is gone, the ping closes the connection and with it every pending request.
    await ping().catch(() => {});
    if (!ping || !waiting.delete(id)) return;
    const message = "The server ended its response before there was a result.";
    http.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32000, message } });
  };
  const send: Transport["send"] = http.send.bind(http);
  (http as Transport).send = async (message, options) => {
    const id = requestIn(message);
    // A caller that passes its own handler handles the end itself.
    const isOurs = id !== undefined && options?.onRequestStreamEnd === undefined;
    if (isOurs) waiting.add(id);
    try {
      await send(message, {
        ...options,
        ...(isOurs && { onRequestStreamEnd: () => void streamEnded(id) }),
      });
    } catch (error) {
      if (isOurs) waiting.delete(id);
      const isAnswer = !("method" in message);
      if (ping && (isAnswer || isLost(error))) end();
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
