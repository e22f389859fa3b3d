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

/** Requests during which a person may be asked on every protocol version. */
const METHODS = ["tools/call", "prompts/get", "resources/read"] as const;
type Method = (typeof METHODS)[number];

/** What the wrapper around the SDK's handler knows of a request, for the author's handler inside it. */
export interface RequestContext {
  readonly server: McpServer;
  /** Whom the request is from and what it asks for; states are bound to it. */
  readonly binding: Binding;
  /** The state that came back, opened and checked. */
  readonly state: FlowState | undefined;
  /** Aborts when the connection that the request came on ends. */
  readonly connectionSignal: AbortSignal;
  /** A state that midcall did not make came along. */
  readonly isForeign: boolean;
  /** Set by the handler to answer with this JSON-RPC error instead of its result. */
  rejection: unknown;
}

/** Finds what is known of the request behind a handler's context. */
export type RequestContexts = WeakMap<ServerContext, RequestContext>;

/** Ends a call with a JSON-RPC error even inside a tool, where the SDK turns other errors into tool results. */
export class Rejection extends Error {
  readonly error: ProtocolError;

  constructor(error: ProtocolError) {
    super(error.message);
    this.error = error;
  }
}

/** Refusing a state says nothing about why. */
export function invalidState(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
    reason: "invalid_request_state",
  });
}

/**
 * Puts the check of `requestState` around a server's handlers, where a refusal can still be a
 * JSON-RPC error and the raw params are at hand.
 *
 * @throws AttachError when the server already has one of the handlers; OptionError when it has no name.
 */
export function attachTo(server: McpServer, settings: Settings, contexts: RequestContexts): void {
  const low = server.server;
  const name = nameOf(server, settings);
  for (const method of METHODS) {
    try {
      low.assertCanSetRequestHandler(method);
    } catch (cause) {
      throw new AttachError(
        `attach() came too late: this server already handles ${method}. ` +
          "Call it right after `new McpServer(…)`, before the first registerTool, registerPrompt or registerResource, " +
          "and leave `tools`, `prompts` and `resources` out of the constructor's capabilities: registering adds them.",
        { cause },
      );
    }
  }

  const connection = watchConnection(low);
  const setRequestHandler = low.setRequestHandler.bind(low) as (...args: unknown[]) => void;
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
  low.setRequestHandler = wrapped as typeof low.setRequestHandler;
}

/** Tells what aborts with the end of the current connection. */
function watchConnection(low: McpServer["server"]): () => AbortSignal {
  let current = new AbortController();
  const connect = low.connect.bind(low);
  low.connect = async (transport) => {
    const gone = new AbortController();
    // Every call that waits for something may listen.
    setMaxListeners(0, gone.signal);
    current = gone;
    // The SDK calls what it finds here when the transport closes.
    const onclose = transport.onclose?.bind(transport);
    transport.onclose = () => {
      gone.abort();
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
