import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { isMethod, type Method } from "../framework/request-context.js";
import { watchConnection } from "../framework/watch-connection.js";

/** The context that the SDK gives a handler. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The connection of a server of the SDK. */
export interface Connection {
  readonly server: Server;
  /** Aborts when the current connection ends. */
  readonly signal: () => AbortSignal;
  /** The protocol version that the handshake has chosen; `undefined` before it. */
  readonly protocolVersion: () => string | undefined;
}

/** One request that a question may be asked in. */
export interface IncomingRequest {
  readonly connection: Connection;
  readonly method: Method;
  readonly params: unknown;
  readonly extra: Extra;
}

/** Has a question answered by those alone whose call asks it. */
export interface AnswerOwners {
  /** Runs a call: the questions in it belong to the user and the client that have made it. */
  readonly during: <T>(call: Extra, run: () => Promise<T>) => Promise<T>;
  /** Drops responses of others. To be called with each transport, after the server is connected to it. */
  readonly watch: (transport: Transport) => void;
}

/** Wraps a request; `run` calls the handler that was set. */
export type Around = (request: IncomingRequest, run: () => Promise<unknown>) => Promise<unknown>;

/**
 * Passes each request that a question may be asked in through `around`, before the handlers of the server. To be called
 * before they are set.
 *
 * @param owners - who may answer, where the framework tells who sends a message
 */
export function wrapRequests(server: Server, around: Around, owners?: AnswerOwners): void {
  let protocolVersion: string | undefined;
  const signal = watchConnection<Transport>(
    server,
    (transport) => {
      protocolVersion = undefined;
      watchHandshake(transport, (version) => (protocolVersion = version));
    },
    owners?.watch,
  );
  const connection = { server, signal, protocolVersion: () => protocolVersion };
  const setRequestHandler = server.setRequestHandler.bind(server) as (
    schema: unknown,
    handler: unknown,
  ) => void;
  const wrapped = (schema: unknown, handler: (request: unknown, extra: Extra) => unknown): void => {
    setRequestHandler(schema, (request: { method: string; params?: unknown }, extra: Extra) => {
      const run = async (): Promise<unknown> => handler(request, extra);
      const { method, params } = request;
      if (!isMethod(method)) return run();
      const answer = (): Promise<unknown> => around({ connection, method, params, extra }, run);
      return owners ? owners.during(extra, answer) : answer();
    });
  };
  server.setRequestHandler = wrapped as typeof server.setRequestHandler;
}

/** The SDK does not tell which protocol version the handshake has chosen. The messages do. */
function watchHandshake(transport: Transport, onVersion: (version: string) => void): void {
  let id: unknown;
  const { onmessage } = transport;
  const watched: typeof onmessage = (message, extra) => {
    if ((message as { method?: unknown }).method === "initialize")
      ({ id } = message as { id?: unknown });
    onmessage?.call(transport, message, extra);
  };
  transport.onmessage = watched;
  const send = transport.send.bind(transport);
  const reading: typeof send = (message, options) => {
    const answer = message as { id?: unknown; result?: { protocolVersion?: unknown } };
    if (
      id !== undefined &&
      answer.id === id &&
      typeof answer.result?.protocolVersion === "string"
    ) {
      id = undefined;
      onVersion(answer.result.protocolVersion);
    }
    return send(message, options);
  };
  transport.send = reading;
}
