import type { Message } from "../../../client/attach/request.js";
import type { AttachableClient, AttachOptions } from "../../../client/attach/types.js";
import type { Inbox } from "../../../client/inbox/types.js";
import type { DeclaredCapabilities, WireMessage, WireRequest } from "./message.js";

/** Options of an attached transport. */
export type TransportOptions = Pick<AttachOptions, "server" | "startedBy">;

/** How a call is sent. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** The options that the library has given its transport. */
  readonly sendOptions?: object | undefined;
}

/** A client that has an inbox and nothing else: what it knows comes from the messages of a library. */
export interface WireClient {
  /** The capabilities to declare. */
  readonly declared: DeclaredCapabilities | undefined;
  /** Whether the library speaks 2026-07-28. */
  isModern: boolean;
  /** Starts the transport. `onclose` of the argument is to be called when the connection is lost. */
  connect(connection: { onclose?: () => void }): Promise<void>;
  /** Makes a call, with all requests and questions that it takes. */
  request(message: Message, options: CallOptions): Promise<unknown>;
  /** Answers a question. */
  answer(request: WireRequest, signal: AbortSignal): Promise<unknown>;
  /** Takes a `notifications/elicitation/complete`. */
  complete(notification: WireMessage): void;
}

/**
 * @param start - starts the transport
 * @param once - sends one request; resolves with its result
 */
export function createWireClient(
  inbox: Inbox,
  options: TransportOptions,
  start: () => Promise<void>,
  once: (message: Message, options: CallOptions) => Promise<unknown>,
): WireClient {
  let declared: DeclaredCapabilities | undefined;
  let complete: ((notification: WireMessage) => unknown) | undefined;
  const client = {
    isModern: false,
    transport: undefined,
    getProtocolEra: () => (client.isModern ? "modern" : "legacy"),
    assertCanSetRequestHandler: () => {},
    registerCapabilities(capabilities: DeclaredCapabilities) {
      declared = capabilities;
    },
    setNotificationHandler(_method: string, handler: (notification: WireMessage) => unknown) {
      complete = handler;
    },
    fallbackRequestHandler: undefined as
      | ((request: WireRequest, ctx: object) => Promise<unknown>)
      | undefined,
    connect: async (_connection: object) => start(),
    request: once,
    get declared() {
      return declared;
    },
    answer: (request: WireRequest, signal: AbortSignal) =>
      client.fallbackRequestHandler!(request, { mcpReq: { signal } }),
    complete: (notification: WireMessage) => void complete?.(notification),
  };
  // Tasks are the library's own.
  inbox.attach(client as unknown as AttachableClient, { ...options, tasks: false });
  return client;
}
