import {
  SdkHttpError,
  type StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { tapTransport } from "./tap-transport.js";

/** Notices over HTTP what a pipe tells by closing. */
export interface SessionWatch {
  /**
   * From now on there is a session that can be lost.
   *
   * @param ping - asks the server whether it is there
   */
  begin(ping: () => Promise<unknown>): void;
}

type RequestId = string | number;

const requestIn = (message: Parameters<Transport["send"]>[0]): RequestId | undefined =>
  "method" in message && "id" in message ? message.id : undefined;

/** Nobody is there, or whoever is there knows nothing of the session. */
function isLost(error: unknown): boolean {
  if (error instanceof SdkHttpError) {
    return error.status === 404 || (error.status === 400 && /session/i.test(error.message));
  }
  // What `fetch` throws where there is no answer at all; being aborted is something else.
  return error instanceof TypeError;
}

/**
 * Ends a connection whose session is over: the server cannot be reached, does not know the session any
 * more, or does not take an answer. A request whose stream has ended for good (the SDK goes on with those that can
 * be resumed) is answered with an error, as nobody else will.
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
    // Where nobody is there any more, this ends the connection, and all that waits with it.
    await ping().catch(() => {});
    if (!ping || !waiting.delete(id)) return;
    const message = "The server broke off its response before there was a result.";
    http.onmessage?.({ jsonrpc: "2.0", id, error: { code: -32000, message } });
  };
  const send: Transport["send"] = http.send.bind(http);
  (http as Transport).send = async (message, options) => {
    const id = requestIn(message);
    // Whoever wants to know of the end takes care of it.
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
