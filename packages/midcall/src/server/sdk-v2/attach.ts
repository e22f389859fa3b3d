import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { Notes } from "../../internal/memory/notes.js";
import { noteServer, type RequestHandler } from "../http/direct/attached-servers.js";
import { isDirectTransport } from "../http/direct/direct-transport.js";
import { exchangeOf } from "../http/direct/direct-context.js";
import { AttachError } from "../errors.js";
import { isMethod, METHODS, receive, type RequestContext } from "../framework/request-context.js";
import { RequestReply } from "../framework/request-reply.js";
import { watchConnection } from "../framework/watch-connection.js";
import type { Settings } from "../options.js";
import { nameOf } from "../server-name.js";
import { createChannel } from "./channel.js";

import { addCompanions, type Handle } from "./companions.js";
import { registerToolsLazily } from "./lazy-tools.js";
import { addTasks, type TaskOffers } from "./tasks.js";

/** The request contexts, by the SDK's context. */
export type RequestContexts = Notes<ServerContext, RequestContext>;

/** Requests whose results name the server's own tools and views to hosts that use them. */
const LISTS: ReadonlySet<string> = new Set(["tools/list", "resources/list"]);

/**
 * Wraps the handlers of a server with the check of `requestState`. There a refusal can still be a JSON-RPC error, and the
 * raw params are available.
 *
 * @param asks Whether a callback is a handler of midcall's.
 * @param offers Receives the tasks that handlers may create.
 * @param wantsTask Whether a callback is a handler that runs as a task.
 * @throws AttachError when the server already has one of the handlers; OptionError when it has no name
 */
export function attachTo(
  server: McpServer,
  settings: Settings,
  contexts: RequestContexts,
  asks: (callback: unknown) => boolean,
  offers: TaskOffers,
  wantsTask: (callback: unknown) => boolean,
): void {
  const protocol = server.server;
  const name = nameOf(protocol, settings);
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

  const lazyTools = registerToolsLazily(server);
  const connection = watchConnection(protocol, (transport) => {
    if (!isDirectTransport(transport)) lazyTools?.all();
  });
  const { handlers } = noteServer(server, lazyTools);
  const setRequestHandler = protocol.setRequestHandler.bind(protocol) as (
    ...args: unknown[]
  ) => void;
  const companions = addCompanions(server, settings, asks);
  let handleCall: Handle | undefined;
  const tasks = addTasks(server, name, settings, wantsTask, () => handleCall);
  const wrapped = (method: string, ...rest: unknown[]): void => {
    const handler = rest[0];
    if (LISTS.has(method) && typeof handler === "function") {
      setRequestHandler(method, async (request: unknown, ctx: ServerContext) =>
        companions.listed(
          method,
          await (handler as (request: unknown, ctx: ServerContext) => unknown)(request, ctx),
          createChannel(server, ctx).host,
        ),
      );
      return;
    }
    if (!isMethod(method) || typeof handler !== "function") {
      handlers.delete(method);
      setRequestHandler(method, ...rest);
      return;
    }
    const handle = async (request: { params?: unknown }, ctx: ServerContext): Promise<unknown> => {
      const round = tasks.round(ctx);
      const reply = new RequestReply(round !== undefined);
      const context = receive(
        {
          channel: createChannel(server, ctx, round?.cameAt),
          connectionSignal: () => exchangeOf(ctx)?.signal ?? connection(),
          server: name,
          method,
          params: request.params,
          http: ctx.http,
          requestState: ctx.mcpReq.requestState(),
          reply,
          companions,
          needsStructure: companions.needsStructure,
        },
        settings,
      );
      const answered =
        method === "tools/call" ? companions.call(request, ctx, context, handle) : undefined;
      if (answered !== undefined) return answered;
      contexts.set(ctx, context);
      const offer = method === "tools/call" ? tasks.offer(request, ctx) : undefined;
      if (offer !== undefined) offers.set(ctx, offer);
      const run = async (): Promise<unknown> =>
        (handler as (request: unknown, ctx: ServerContext) => unknown)(request, ctx);
      return reply.to(run());
    };
    if (method === "tools/call") handleCall = handle;
    handlers.set(method, handle as RequestHandler);
    setRequestHandler(method, handle);
  };
  protocol.setRequestHandler = wrapped as typeof protocol.setRequestHandler;
}
