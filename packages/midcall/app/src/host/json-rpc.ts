import { isObject } from "../../../src/internal/is-object.js";

/** Thrown by a handler of requests: the host gets this error. */
export class RequestError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The window of the View, as far as messages need it. */
export interface OwnWindow {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: "message", listener: (event: HostMessage) => void): void;
  removeEventListener(type: "message", listener: (event: HostMessage) => void): void;
}

/** A message event. */
export interface HostMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

/** What the host sends by itself. */
export interface HostHandlers {
  /** Returns the result, or throws a {@link RequestError}. The signal aborts when the host cancels the request. */
  request(method: string, params: unknown, signal: AbortSignal): unknown;
  notification(method: string, params: unknown): void;
}

/** A JSON-RPC connection with the host. */
export interface Connection {
  /** Resolves with the result. Rejects if the host refuses the request, or does not answer it in time. */
  request(method: string, params: object, timeoutMs?: number): Promise<unknown>;
  notify(method: string, params: object): void;
  close(): void;
}

type Id = string | number;
const isId = (value: unknown): value is Id =>
  typeof value === "string" || typeof value === "number";

const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;

/** The error for a request that the View does not know. */
export const unknownMethod = (): RequestError =>
  new RequestError(METHOD_NOT_FOUND, "Method not found");

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Connects with the window around the View. Messages of other windows, and those that are not JSON-RPC, are ignored. The origin of
 * the first answer is that of the host: messages are sent to it alone from then on, and taken from no other.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#transport-layer
 */
export function connect(own: OwnWindow, handlers: HostHandlers): Connection {
  const { parent } = own;
  let origin: string | undefined;
  let lastId = 0;
  const pending = new Map<Id, Pending>();
  const running = new Map<Id, AbortController>();
  const send = (message: object): void =>
    // An opaque origin cannot be named.
    parent.postMessage({ jsonrpc: "2.0", ...message }, !origin || origin === "null" ? "*" : origin);

  async function answer(id: Id, method: string, params: unknown): Promise<void> {
    const cancelled = new AbortController();
    running.set(id, cancelled);
    try {
      const result = await handlers.request(method, params, cancelled.signal);
      // A cancelled request gets no answer.
      if (!cancelled.signal.aborted) send({ id, result });
    } catch (error) {
      const { code, message } =
        error instanceof RequestError
          ? error
          : { code: INTERNAL_ERROR, message: "The View could not answer." };
      if (!cancelled.signal.aborted) send({ id, error: { code, message } });
    } finally {
      running.delete(id);
    }
  }

  function settle(id: unknown, message: Readonly<Record<string, unknown>>): void {
    const waiting = isId(id) ? pending.get(id) : undefined;
    if (!waiting) return;
    pending.delete(id as Id);
    const { error } = message;
    if (error === undefined) return waiting.resolve(message["result"]);
    const text = isObject(error) && typeof error["message"] === "string" ? error["message"] : "";
    waiting.reject(new Error(text));
  }

  const listen = ({ source, data, origin: from }: HostMessage): void => {
    if (source !== parent || (origin !== undefined && from !== origin)) return;
    if (!isObject(data) || data["jsonrpc"] !== "2.0") return;
    const { id, method, params } = data;
    if (typeof method !== "string") {
      if (isId(id) && pending.has(id)) origin ??= from;
      settle(id, data);
    } else if (isId(id)) {
      if (!running.has(id)) void answer(id, method, params);
    } else if (method === "notifications/cancelled") {
      const cancelled = isObject(params) ? params["requestId"] : undefined;
      if (isId(cancelled)) running.get(cancelled)?.abort();
    } else handlers.notification(method, params);
  };
  own.addEventListener("message", listen);

  return {
    request: (method, params, timeoutMs) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const timer =
          timeoutMs === undefined
            ? undefined
            : setTimeout(() => {
                pending.delete(id);
                reject(new Error("The host did not answer."));
              }, timeoutMs);
        pending.set(id, {
          resolve(result) {
            clearTimeout(timer);
            resolve(result);
          },
          reject(error) {
            clearTimeout(timer);
            reject(error);
          },
        });
        send({ id, method, params });
      }),
    notify: (method, params) => send({ method, params }),
    close: () => own.removeEventListener("message", listen),
  };
}
