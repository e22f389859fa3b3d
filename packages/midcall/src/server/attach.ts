import { setMaxListeners } from "node:events";
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { AttachError, StateError } from "./errors.js";
import type { Settings } from "./options.js";
import { nameOf } from "./server-name.js";
import type { FlowState } from "./state/records.js";
import { type Binding, openState } from "./state/request-state.js";

/** Requests during which every protocol version allows questions to the user. */
const METHODS = ["tools/call", "prompts/get", "resources/read"] as const;
type Method = (typeof METHODS)[number];

/** The data about a request that the wrapper around the SDK's handler passes to the author's handler inside it. */
export interface RequestContext {
  readonly server: McpServer;
  /** The user and client that the request is from, and what it asks for; states are bound to it. */
  readonly binding: Binding;
  /** The state that came back, opened and checked. */
  readonly state: FlowState | undefined;
  /** Aborts when the connection of the request ends. */
  readonly connectionSignal: AbortSignal;
  /** The request has a state that midcall did not make. */
  readonly isForeign: boolean;
  /** Set by the handler to answer with this JSON-RPC error instead of its result. */
  rejection: unknown;
}

/** The request contexts, by the SDK's context. */
export type RequestContexts = WeakMap<ServerContext, RequestContext>;

/** Ends a call with a JSON-RPC error even inside a tool, where the SDK turns other errors into tool results. */
export class Rejection extends Error {
  readonly error: ProtocolError;

  constructor(error: ProtocolError) {
    super(error.message);
    this.error = error;
  }
}

/** The error for a refused state. It does not say why. */
export function invalidState(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
    reason: "invalid_request_state",
  });
}

/**
 * Wraps the handlers of a server with the check of `requestState`. There a refusal can still be a JSON-RPC error, and the
 * raw params are available.
 *
 * @throws AttachError when the server already has one of the handlers; OptionError when it has no name
 */
export function attachTo(server: McpServer, settings: Settings, contexts: RequestContexts): void {
  const protocol = server.server;
  const name = nameOf(server, settings);
  for (const method of METHODS) {
    try {
      protocol.assertCanSetRequestHandler(method);
    } catch (cause) {
      throw new AttachError(
        `attach() was called too late: this server already handles ${method}. ` +
          "Call it right after `new McpServer(…)`, before the first registerTool, registerPrompt or registerResource, " +
          "and leave `tools`, `prompts` and `resources` out of the constructor's capabilities: registering adds them.",
        { cause },
      );
    }
  }

  const connection = watchConnection(protocol);
  const setRequestHandler = protocol.setRequestHandler.bind(protocol) as (
    ...args: unknown[]
  ) => void;
  const wrapped = (method: string, ...rest: unknown[]): void => {
    const handler = rest[0];
    if (!METHODS.includes(method as Method) || typeof handler !== "function") {
      setRequestHandler(method, ...rest);
      return;
    }
    setRequestHandler(method, async (request: { params?: unknown }, ctx: ServerContext) => {
      const context = receive(
        { server, name, connectionSignal: connection() },
        method as Method,
        request.params,
        ctx,
        settings,
      );
      contexts.set(ctx, context);
      const result: unknown = await (handler as (request: unknown, ctx: ServerContext) => unknown)(
        request,
        ctx,
      );
      if (context.rejection !== undefined) throw context.rejection;
      return result;
    });
  };
  protocol.setRequestHandler = wrapped as typeof protocol.setRequestHandler;
}

/** Returns the function that gives the signal of the current connection; it aborts when the connection ends. */
function watchConnection(protocol: McpServer["server"]): () => AbortSignal {
  let current = new AbortController();
  const connect = protocol.connect.bind(protocol);
  protocol.connect = async (transport) => {
    const controller = new AbortController();
    // Every waiting call may add a listener.
    setMaxListeners(0, controller.signal);
    current = controller;
    // The SDK calls this function when the transport closes.
    const onclose = transport.onclose?.bind(transport);
    transport.onclose = () => {
      controller.abort();
      onclose?.();
    };
    await connect(transport);
  };
  return () => current.signal;
}

function receive(
  {
    name,
    ...from
  }: Pick<RequestContext, "server" | "connectionSignal"> & { readonly name: string },
  method: Method,
  params: unknown,
  ctx: ServerContext,
  settings: Settings,
): RequestContext {
  const binding = {
    server: name,
    principal: settings.principal(ctx) || undefined,
    client: ctx.http?.authInfo?.clientId,
    method,
    params,
  };
  const sent: unknown = ctx.mcpReq.requestState();
  const context = { ...from, binding, rejection: undefined };
  if (sent === undefined) return { ...context, state: undefined, isForeign: false };
  if (typeof sent !== "string" || !settings.sealer.claims(sent)) {
    return { ...context, state: undefined, isForeign: true };
  }
  try {
    return { ...context, state: openState(sent, binding, settings), isForeign: false };
  } catch (error) {
    const reason = error instanceof StateError ? error.message : String(error);
    settings.logger.warn(`midcall: ${method}: ${reason}`);
    throw invalidState();
  }
}
