import { OptionError } from "../../contracts/errors.js";
import { assertOptions } from "../../internal/assert-options.js";
import { AttachError } from "../errors.js";
import { assertNotAttached, noteAttached } from "../framework/attached.js";
import { createCore, withContext } from "../framework/core.js";
import { assertFramework } from "../framework/recognise.js";
import { receive, type RequestContext } from "../framework/request-context.js";
import { type NeedsStructure, noteStructuredTools } from "../framework/structured-tools.js";
import type { ElicitationOptions } from "../options.js";
import { nameOf } from "../server-name.js";
import type { CompleteOptions } from "../url-mode/completions.js";
import { createChannel, type McpUseContext } from "./channel.js";
import { createContext, type ElicitationContext } from "./context.js";
import { type CurrentRequest, currentRequest, watchRequests } from "./requests.js";

/** The parameters of a handler with the context of mcp-use replaced by midcall's. */
export type HandlerParameters<P extends readonly unknown[]> =
  Required<P> extends readonly [...infer A, infer C]
    ? [...A, ElicitationContext<NonNullable<C>>]
    : never;

/** Options of {@link createElicitation}: those of `midcall/server`. */
export interface McpUseElicitationOptions extends ElicitationOptions {
  /** The name of the server, as given to `new MCPServer`, which does not tell it. */
  readonly serverName: string;
}

/** Elicitation for the servers of one program. Made by {@link createElicitation}. */
export interface McpUseElicitation {
  /**
   * Prepares a server, before its first request.
   *
   * @returns the same server
   * @throws AttachError when the server is already attached; later, from `resource` and `resourceTemplate`, when their
   *   callback is one of {@link McpUseElicitation.handler}
   * @throws OptionError when the server is of another framework, or of mcp-use 1
   */
  attach<S extends object>(server: S): S;
  /**
   * Makes the callback of a tool or a prompt from a function that may ask the user. Not of a resource, from which mcp-use
   * passes no question on.
   */
  handler<P extends readonly unknown[], R>(
    fn: (...args: HandlerParameters<P>) => R | Promise<R>,
  ): (...args: P) => Promise<R>;
  /** Reports that a URL interaction has ended, as `complete` of `midcall/server` does. */
  complete(elicitationId: string, options?: CompleteOptions): Promise<void>;
}

/**
 * `createElicitation` for servers of mcp-use 2. They serve 2026-07-28: the handler is re-run for every answer. mcp-use serves
 * 2025 without sessions, so that no answer could come back: there the call ends with an error that says so.
 *
 * @param options - as for `midcall/server`; `serverName` is required
 * @throws OptionError when an option is unusable, or `serverName` is missing
 *
 * @example
 * ```ts
 * const elicitation = createElicitation({ serverName: "files", secret: process.env.MIDCALL_SECRET });
 * const server = elicitation.attach(new MCPServer({ name: "files", version: "1.0.0" }));
 * server.tool({ name: "clean_up", inputSchema }, elicitation.handler(async ({ dir }, ctx) => {
 *   if (!(await ctx.confirm(`Empty ${dir}?`))) return text("Nothing was deleted.");
 *   await ctx.step("delete", () => empty(dir), { writes: true });
 *   return text("Done.");
 * }));
 * ```
 */
export function createElicitation(options: McpUseElicitationOptions): McpUseElicitation {
  const core = createCore(options ?? {}, "mcp-use");
  // mcp-use does not tell the name that a server was made with.
  const name = nameOf({}, core.settings);
  const attached = new WeakMap<object, NeedsStructure>();
  const handlers = new WeakSet<object>();

  const contextOf = (ctx: McpUseContext, here: CurrentRequest): RequestContext | undefined => {
    const needsStructure = attached.get(here.server);
    if (needsStructure === undefined) return undefined;
    const { authInfo, method, params, reply } = here;
    return receive(
      {
        channel: createChannel(ctx, here),
        connectionSignal: () => ctx.signal,
        server: name,
        method,
        params,
        http: { ...(ctx.request && { req: ctx.request.raw }), ...(authInfo && { authInfo }) },
        requestState: ctx.requestState(),
        reply,
        needsStructure,
      },
      core.settings,
    );
  };

  return {
    attach(server) {
      assertFramework(server, "mcp-use");
      if (!("notifyToolsChanged" in server))
        throw new OptionError(
          "attach() takes an MCPServer of mcp-use 2, and this is an older one.",
        );
      assertNotAttached(server, core);
      watchRequests(server);
      refuseResources(server, handlers);
      attached.set(server, noteStructuredTools(server, "tool"));
      noteAttached(server, core);
      return server;
    },
    handler(fn, none?: unknown) {
      assertOptions("elicitation.handler", none, {});
      const run = async (...args: unknown[]): Promise<unknown> => {
        const here = currentRequest();
        const ctx = args.at(-1) as McpUseContext;
        if (here?.method === "resources/read") throw notInResources();
        const context = here && contextOf(ctx, here);
        const build = "elicitation.attach(new MCPServer(…))";
        return core.run(context, build, (methods, call) =>
          withContext(fn as never, args, createContext(ctx, methods, call)),
        );
      };
      handlers.add(run);
      return run as never;
    },
    complete: core.complete,
  };
}

function notInResources(): AttachError {
  return new AttachError(
    "mcp-use passes no question on from a resource, so the user would never be asked. Ask in a tool or a prompt.",
  );
}

/** Refuses handlers that may ask where they are registered for a resource. */
function refuseResources(server: object, handlers: WeakSet<object>): void {
  const methods = server as Record<string, ((...args: unknown[]) => unknown) | undefined>;
  for (const name of ["resource", "resourceTemplate"]) {
    const register = methods[name];
    if (register === undefined) continue;
    const checked: typeof register = (...args) => {
      const callback = args[1];
      if (typeof callback === "function" && handlers.has(callback)) throw notInResources();
      return register.apply(server, args);
    };
    methods[name] = checked;
  }
}
