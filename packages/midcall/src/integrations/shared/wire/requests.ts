import { CLOSED } from "../../../client/attach/results.js";
import { member } from "../../../client/attach/params.js";
import { rpcError } from "../../../client/attach/results.js";
import type { Id, WireMessage } from "./message.js";

/** A response of a server that is an error, as opposed to a failure to send. */
export class ResponseError extends Error {
  /** As it was sent. */
  readonly error: unknown;
  readonly code: unknown;
  readonly data: unknown;

  constructor(error: unknown) {
    super(String(member(error, "message") ?? "The server sent an invalid error."));
    this.error = error;
    this.code = member(error, "code");
    this.data = member(error, "data");
  }
}

/** The requests that are sent to a server in place of those of the library. */
export interface Requests {
  /**
   * Sends a request with an id of its own. Resolves with the result.
   *
   * @param signal - cancels the request at the server
   * @throws ResponseError if the server answers with an error; the transport's error if it cannot be sent
   */
  send(message: WireMessage, signal: AbortSignal | undefined, options?: object): Promise<unknown>;
  /** Takes a response to such a request. Returns whether it was one; late ones are dropped. */
  take(message: WireMessage): boolean;
  /** Ends all of them: the connection is lost. */
  close(): void;
}

/** The ids of these requests start with it, so that they differ from those of the library. */
const OWN = "midcall:";

/** Whether an id, or a progress token, is one of these requests. */
export const isOwn = (id: unknown): boolean => typeof id === "string" && id.startsWith(OWN);

export function createRequests(
  send: (message: WireMessage, options?: object) => Promise<void>,
): Requests {
  const pending = new Map<Id, { resolve(result: unknown): void; reject(error: unknown): void }>();
  let count = 0;
  return {
    async send(message, signal, options) {
      signal?.throwIfAborted();
      const id = `${OWN}${count++}`;
      const cancel = (): void => {
        const params = { requestId: id };
        pending.get(id)?.reject(signal?.reason);
        // The request is over, whether or not the server can be told.
        send({ jsonrpc: "2.0", method: "notifications/cancelled", params }).catch(() => {});
      };
      try {
        return await new Promise((resolve, reject) => {
          pending.set(id, { resolve, reject });
          signal?.addEventListener("abort", cancel, { once: true });
          send({ ...withToken(message, id), id }, options).catch(reject);
        });
      } finally {
        pending.delete(id);
        signal?.removeEventListener("abort", cancel);
      }
    },
    take({ id, result, error }) {
      if (id === undefined || !isOwn(id)) return false;
      if (error === undefined) pending.get(id)?.resolve(result);
      else pending.get(id)?.reject(new ResponseError(error));
      return true;
    },
    close() {
      for (const { reject } of pending.values()) reject(rpcError(CLOSED, "Connection closed"));
    },
  };
}

/** A request with a progress token, which tells a server that the call may take longer. */
function withToken(message: WireMessage, id: string): WireMessage {
  const meta = Object(message.params?.["_meta"]) as object;
  return { ...message, params: { ...message.params, _meta: { progressToken: id, ...meta } } };
}
