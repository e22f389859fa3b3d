import { isObject } from "../../internal/is-object.js";
import { assertOptions } from "../../internal/assert-options.js";
import { assertNotAttached, noteAttached } from "../framework/attached.js";
import { createCore, withContext } from "../framework/core.js";
import { assertFramework } from "../framework/recognise.js";
import { receive, type RequestContext } from "../framework/request-context.js";
import { type NeedsStructure, noteStructuredTools } from "../framework/structured-tools.js";
import type { ElicitationOptions } from "../options.js";
import type { VerifiedToken } from "../principal.js";
import { toReceivedRequest } from "../sdk-v1/request.js";
import { nameOf } from "../server-name.js";
import type { CompleteOptions } from "../url-mode/completions.js";
import { createContext, type ElicitationContext, type FastMcpContext } from "./context.js";
import {
  type CurrentRequest,
  currentRequest,
  type SessionClass,
  watchSessions,
} from "./sessions.js";

/** The parameters of a handler with the context of fastmcp replaced by midcall's. */
export type HandlerParameters<P extends readonly unknown[]> =
  Required<P> extends readonly [...infer A, infer C]
    ? [...A, ElicitationContext<NonNullable<C>>]
    : never;

/** Elicitation for the servers of one program. Made by {@link createElicitation}. */
export interface FastMcpElicitation {
  /**
   * Prepares a server, before it is started.
   *
   * @param session - the class `FastMCPSession`, from the same import as `FastMCP`
   * @returns the same server
   * @throws AttachError when the server is already attached
   * @throws OptionError when the server is of another framework, or the class is not the expected one
   */
  attach<S extends object>(server: S, session: SessionClass): S;
  /** Makes the `execute` of a tool, or the `load` of a prompt or a resource, from a function that may ask the user. */
  handler<P extends readonly unknown[], R>(
    fn: (...args: HandlerParameters<P>) => R | Promise<R>,
  ): (...args: P) => Promise<R>;
  /** Reports that a URL interaction has ended, as `complete` of `midcall/server` does. */
  complete(elicitationId: string, options?: CompleteOptions): Promise<void>;
}

/**
 * `createElicitation` for servers of fastmcp. They speak the protocol versions of 2025: the handler waits in memory while
 * the question travels to the host.
 *
 * @param options - as for `midcall/server`; all optional. `principal` finds what `authenticate` returned in
 *   `http.authInfo.extra`; by default, its `sub` is the user
 * @throws OptionError when an option is unusable
 *
 * @example
 * ```ts
 * import { FastMCP, FastMCPSession } from "fastmcp";
 *
 * const elicitation = createElicitation();
 * const server = elicitation.attach(new FastMCP({ name: "files", version: "1.0.0" }), FastMCPSession);
 * server.addTool({
 *   name: "clean_up",
 *   parameters: z.object({ dir: z.string() }),
 *   execute: elicitation.handler(async ({ dir }, ctx) => {
 *     if (!(await ctx.confirm(`Empty ${dir}?`))) return "Nothing was deleted.";
 *     await ctx.step("delete", () => empty(dir), { writes: true });
 *     return "Done.";
 *   }),
 * });
 * ```
 */
export function createElicitation(options: ElicitationOptions = {}): FastMcpElicitation {
  const core = createCore(options, "fastmcp");
  const noted: NeedsStructure[] = [];
  // A request does not tell which of the servers it is for.
  const needsStructure: NeedsStructure = (tool) => noted.some((needs) => needs(tool));

  const contextOf = (
    here: CurrentRequest | undefined,
    ctx: unknown,
  ): RequestContext | undefined => {
    // A handler may be called without a request, such as by `server.embedded`.
    if (here === undefined || !isObject(ctx) || typeof ctx["elicit"] !== "function")
      return undefined;
    const { signal, session } = ctx as unknown as FastMcpContext;
    const server = nameOf(here.request.connection.server, core.settings);
    const { reply } = here;
    const facts = { server, signal, authInfo: verifiedBy(session), needsStructure, reply };
    return receive(toReceivedRequest(here.request, facts), core.settings);
  };

  return {
    attach(server, session) {
      assertFramework(server, "fastmcp");
      assertNotAttached(server, core);
      watchSessions(session);
      noted.push(noteStructuredTools(server, "addTool"));
      noteAttached(server, core);
      return server;
    },
    handler(fn, none?: unknown) {
      assertOptions("elicitation.handler", none, {});
      const run = async (...args: unknown[]): Promise<unknown> => {
        const here = currentRequest();
        const ctx = args.at(-1) as FastMcpContext;
        const context = contextOf(here, ctx);
        const build = "elicitation.attach(new FastMCP(…), FastMCPSession)";
        return core.run(context, build, (methods, call) =>
          withContext(
            fn as never,
            args,
            createContext(ctx, context?.channel.progressToken, methods, call),
          ),
        );
      };
      return run as never;
    },
    complete: core.complete,
  };
}

/** What `authenticate` returned, where the SDKs have the contents of a token. */
function verifiedBy(session: unknown): VerifiedToken | undefined {
  if (!isObject(session)) return undefined;
  const { accessToken, clientId, scopes } = session;
  return {
    token: typeof accessToken === "string" ? accessToken : "",
    clientId: typeof clientId === "string" ? clientId : "",
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [],
    extra: session,
  };
}
