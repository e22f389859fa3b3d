import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { assertOptions } from "../../internal/assert-options.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { AttachError } from "../errors.js";
import { assertNotAttached, noteAttached } from "../framework/attached.js";
import { createCore, withContext } from "../framework/core.js";
import { assertFramework } from "../framework/recognise.js";
import { METHODS, receive, type RequestContext } from "../framework/request-context.js";
import { RequestReply } from "../framework/request-reply.js";
import { noteStructuredTools } from "../framework/structured-tools.js";
import type { ElicitationOptions } from "../options.js";
import { nameOf } from "../server-name.js";
import type { CompleteOptions } from "../url-mode/completions.js";
import { createContext, type ElicitationContext } from "./context.js";
import { answerOwners } from "./answer-owners.js";
import { type Around, type Extra, wrapRequests } from "./protocol.js";
import { toReceivedRequest } from "./request.js";

/** The parameters of a handler with the SDK's context replaced by midcall's. Alone, a context. */
export type HandlerParameters<P extends readonly unknown[]> = number extends P["length"]
  ? [ctx: ElicitationContext]
  : { [K in keyof P]: P[K] extends Extra ? ElicitationContext : P[K] };

/** A handler as the SDK's `registerTool`, `registerPrompt`, `registerResource` and `setRequestHandler` accept it. */
export type SdkHandler<P extends readonly unknown[], R> = ((...args: P) => Promise<R>) &
  ((...args: { [K in keyof P]: P[K] extends ElicitationContext ? Extra : P[K] }) => Promise<R>);

/** Elicitation for the servers of one program. Made by {@link createElicitation}. */
export interface SdkV1Elicitation {
  /**
   * Prepares a server. Call it right after `new McpServer(…)` or `new Server(…)`, before anything is registered.
   *
   * @returns the same server
   * @throws AttachError when something is already registered, or the server is already attached
   * @throws OptionError when the server is of another framework, or its name cannot be read
   */
  attach<S extends McpServer | Server>(server: S): S;
  /** Makes a handler for the SDK from a function that may ask the user, as `handler` of `midcall/server` does. */
  handler<P extends readonly unknown[], R>(
    fn: (...args: HandlerParameters<P>) => R | Promise<R>,
  ): SdkHandler<P, R>;
  /** Reports that a URL interaction has ended, as `complete` of `midcall/server` does. */
  complete(elicitationId: string, options?: CompleteOptions): Promise<void>;
}

/**
 * `createElicitation` for servers of `@modelcontextprotocol/sdk` 1.x. They speak the protocol versions of 2025: the handler
 * waits in memory while the question travels to the host.
 *
 * @param options - as for `midcall/server`; all optional
 * @throws OptionError when an option is unusable
 *
 * @example
 * ```ts
 * const elicitation = createElicitation();
 * const server = elicitation.attach(new McpServer({ name: "files", version: "1.0.0" }));
 * server.registerTool("clean_up", { inputSchema }, elicitation.handler(async ({ dir }, ctx) => {
 *   if (!(await ctx.confirm(`Empty ${dir}?`))) return text("Nothing was deleted.");
 *   await ctx.step("delete", () => empty(dir), { writes: true });
 *   return text("Done.");
 * }));
 * ```
 */
export function createElicitation(options: ElicitationOptions = {}): SdkV1Elicitation {
  const core = createCore(options, "@modelcontextprotocol/sdk 1.x");
  const contexts = new WeakMap<object, RequestContext>();

  return {
    attach(server) {
      assertFramework(server, "sdk-v1");
      const protocol: Server = "server" in server ? server.server : (server as Server);
      assertNotAttached(protocol, core);
      const name = nameOf(protocol, core.settings);
      assertNothingSet(protocol);
      const needsStructure = noteStructuredTools(server, "registerTool");
      const around: Around = async (request, run) => {
        const reply = new RequestReply();
        const received = toReceivedRequest(request, { server: name, needsStructure, reply });
        const context = receive(received, core.settings);
        contexts.set(request.extra, context);
        return reply.to(run());
      };
      wrapRequests(protocol, around, answerOwners(protocol, core.settings));
      noteAttached(protocol, core);
      return server;
    },
    handler(fn, none?: unknown) {
      assertOptions("elicitation.handler", none, {});
      const run = async (...args: unknown[]): Promise<unknown> => {
        const extra = args.at(-1) as Extra;
        const build = "elicitation.attach(new McpServer(…))";
        return core.run(contexts.get(extra), build, (methods, call) =>
          withContext(fn as never, args, createContext(extra, methods, call)),
        );
      };
      return run as never;
    },
    complete: core.complete,
  };
}

/** @throws AttachError when the server already has one of the handlers */
function assertNothingSet(protocol: Server): void {
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
}
