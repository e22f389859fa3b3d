import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { assertOptions } from "../internal/assert-options.js";
import { OptionError } from "../contracts/errors.js";
import { createNotes } from "../internal/memory/notes.js";
import { AttachError } from "./errors.js";
import { assertNotAttached, noteAttached } from "./framework/attached.js";
import { createCore, withContext } from "./framework/core.js";
import { assertFramework } from "./framework/recognise.js";
import type { CompleteOptions } from "./url-mode/completions.js";
import type { RequestContext } from "./framework/request-context.js";
import { attachTo, type RequestContexts } from "./sdk-v2/attach.js";
import { createContext, type ElicitationContext } from "./sdk-v2/context.js";
import { noteVerifyHook } from "./sdk-v2/verify-hooks.js";
import { Rejection } from "./framework/rejection.js";
import type { TaskOffer, TaskOffers } from "./sdk-v2/tasks.js";
import { createHttpHandler, type HttpHandler } from "./http/handler.js";
import type { HttpHandlerOptions } from "./http/handler-options.js";
import type { ServerFactory } from "./http/types.js";
import type { ElicitationOptions } from "./options.js";
import type { Sealer } from "./state/sealer.js";
import { never } from "./strategies/strategy.js";

/** The parameters of a handler with the SDK's context replaced by midcall's. Alone, a context. */
export type HandlerParameters<P extends readonly unknown[]> = number extends P["length"]
  ? [ctx: ElicitationContext]
  : { [K in keyof P]: P[K] extends ServerContext ? ElicitationContext : P[K] };

type SdkParameters<P extends readonly unknown[]> = {
  [K in keyof P]: P[K] extends ElicitationContext ? ServerContext : P[K];
};

/**
 * A handler as the SDK's `registerTool`, `registerPrompt` and `registerResource` accept it. It resolves with what its function
 * has returned and with nothing else: while a question is open it stays pending, and the questions of a round are replied past
 * the code that has called it. One handler runs for each request.
 */
export type SdkHandler<P extends readonly unknown[], R> = ((...args: P) => Promise<R>) &
  ((...args: SdkParameters<P>) => Promise<R>);

/** Options of `elicitation.handler`. */
export interface HandlerOptions {
  /**
   * Whether a tool call runs as a task, if its client declares the extension `io.modelcontextprotocol/tasks`: the client
   * gets the id of the task at once, asks for its state and sends the answers, to any replica that has the same `secret`
   * and `store`. With `"after-input"`, the first questions are asked in rounds as without a task, and the call becomes a
   * task with their answers: for long work that begins with a question. The handler is the same. Other clients, prompts,
   * resources and protocol versions before 2026-07-28 are served without a task, as are the servers of other frameworks.
   * Notifications of the handler are discarded in a task. Default `false`.
   *
   * @example
   * ```ts
   * server.registerTool("bake", {}, elicitation.handler(bake, { task: true }));
   * ```
   *
   * @see https://modelcontextprotocol.io/extensions/tasks/overview
   */
  readonly task?: boolean | "after-input";
}

/** A hook for the SDK's `requestState.verify`: throws to refuse a state, and may return its contents. */
export type VerifyState = (state: string, ctx: ServerContext) => unknown;

/** A hook that can be used alone, or be put before another one. */
export interface Verify {
  (next: VerifyState): VerifyState;
  (state: string, ctx: ServerContext): undefined;
}

/** Elicitation for the servers of one program. Made by {@link createElicitation}. */
export interface ServerElicitation {
  /**
   * Prepares a server. Call it right after `new McpServer(…)`, before anything is registered.
   *
   * @returns the same server
   * @throws AttachError when something is already registered, or the server is already attached
   * @throws OptionError when the server is of another framework, or its name cannot be read
   */
  attach<S extends McpServer>(server: S): S;
  /**
   * Makes a handler for the SDK's `registerTool`, `registerPrompt` and `registerResource` from a function that may ask the
   * user. Argument types are inferred from the registration. Where other code calls the handler, it gets what the function
   * returns, or an error, and waits while a question is open; a second handler in the same request rejects.
   *
   * @example
   * ```ts
   * server.registerTool("greet", {}, elicitation.handler(async (ctx) => {
   *   const who = await ctx.elicit("Your name?", z.object({ name: z.string() }));
   *   return { content: [{ type: "text", text: who.action === "accept" ? `Hi ${who.data.name}` : "Hi" }] };
   * }));
   * ```
   */
  handler<P extends readonly unknown[], R>(
    fn: (...args: HandlerParameters<P>) => R | Promise<R>,
    options?: HandlerOptions,
  ): SdkHandler<P, R>;
  /**
   * A `requestState.verify` hook, for servers that need one. States that midcall made are left to its own check, which has
   * the raw params. All others go to `next`, the `verify` of your codec; without `next` they pass through to tools that
   * do not use midcall, and are refused by those that do.
   *
   * @example
   * ```ts
   * new McpServer(info, { requestState: { verify: elicitation.verify(codec.verify) } });
   * ```
   */
  readonly verify: Verify;
  /** Whether a state looks like one of midcall's. Proves nothing; for hooks that distinguish states themselves. */
  owns(state: string): boolean;
  /**
   * Serves every protocol version on one URL: 2026-07-28 request by request, 2025 in sessions. With `secret` and a store
   * that processes share, every replica serves every session; otherwise a session lives in this process, and all requests
   * with the same `Mcp-Session-Id` must reach it.
   *
   * @param build - builds a new, attached server; called once per request on 2026 (with `reuse`, once for all calls), once per
   *   session on 2025
   * @throws OptionError when an option is unusable
   */
  createHandler(build: ServerFactory, options?: HttpHandlerOptions): HttpHandler;
  /**
   * Reports that a URL interaction has ended: the handler that waits for it goes on, in whichever process it runs, and a
   * 2025-11-25 host gets the completion notice.
   *
   * @param elicitationId - as given to `ctx.elicit(message, url, { elicitationId })`
   * @param options - `principal`: the user whose interaction it is. Pass it if you know it: the end then counts for no
   *   other user. Without it, the end counts for the user who was asked first; if it comes before any user was asked,
   *   it does not count for a later one
   * @throws OptionError when `principal` is not a non-empty string
   * @throws QuestionError when the interaction is one of a service with another name, where `serverName` is set: without it,
   *   a process cannot tell before its first request
   */
  complete(elicitationId: string, options?: CompleteOptions): Promise<void>;
}

/**
 * Lets the tools, prompts and resources of an MCP server ask the user for input in the middle of a call, with one
 * `await ctx.elicit(…)` for every protocol version.
 *
 * @param options - secret, store, pages, limits and times; all optional
 * @returns the functions that attach servers and create handlers
 *
 * @throws OptionError when an option is unusable
 *
 * @example
 * ```ts
 * const elicitation = createElicitation({ secret: process.env.MIDCALL_SECRET });
 *
 * function build() {
 *   const server = elicitation.attach(new McpServer({ name: "files", version: "1.0.0" }));
 *   server.registerTool("clean_up", { inputSchema }, elicitation.handler(async ({ dir }, ctx) => {
 *     if (!(await ctx.confirm(`Empty ${dir}?`))) return text("Nothing was deleted.");
 *     await ctx.step("delete", () => empty(dir), { writes: true });
 *     return text("Done.");
 *   }));
 *   return server;
 * }
 * ```
 */
export function createElicitation(options: ElicitationOptions = {}): ServerElicitation {
  const core = createCore(options);
  const { settings } = core;
  const contexts: RequestContexts = createNotes<ServerContext, RequestContext>();
  const handlers = createNotes<object, true | "task">();
  const offers: TaskOffers = new WeakMap<ServerContext, TaskOffer>();

  return {
    attach(server) {
      assertFramework(server, "sdk-v2");
      if (typeof server.server?.assertCanSetRequestHandler !== "function")
        throw new AttachError("attach() takes an McpServer, not the Server inside it.");
      assertNotAttached(server, core);
      attachTo(
        server,
        settings,
        contexts,
        (callback) => handlers.get(callback as object) !== undefined,
        offers,
        (callback) => handlers.get(callback as object) === "task",
      );
      noteAttached(server, core);
      return server;
    },
    handler(fn, handlerOptions = {}) {
      assertOptions<HandlerOptions>("elicitation.handler", handlerOptions, { task: "any" });
      const { task = false } = handlerOptions;
      if (typeof task !== "boolean" && task !== "after-input") {
        throw new OptionError(
          `task must be true, false or "after-input", not ${JSON.stringify(task)}.`,
        );
      }
      const runCall = (args: unknown[], sdk: ServerContext): Promise<unknown> =>
        core.run(contexts.get(sdk), "elicitation.attach(new McpServer(…))", (methods, call) =>
          withContext(fn as never, args, createContext(sdk, methods, call)),
        );
      const run = (...args: unknown[]): Promise<unknown> => {
        const sdk = args[args.length - 1] as ServerContext;
        const offer = task === false ? undefined : offers.get(sdk);
        if (task === false || offer === undefined) return runCall(args, sdk);
        return offer.create(task).then(
          (isTask) => {
            if (!isTask) return runCall(args, sdk);
            contexts.get(sdk)?.reply.give(offer.reply);
            return never();
          },
          (error: unknown) => {
            // Past the SDK, which would make a tool's result of it.
            if (error instanceof Rejection) contexts.get(sdk)?.reply.refuse(error);
            throw error;
          },
        );
      };
      handlers.set(run, task === false ? true : "task");
      return run as never;
    },
    owns: (state) => settings.sealer.claims(state),
    verify: createVerify(settings.sealer),
    createHandler: (build, handlerOptions) => createHttpHandler(build, settings, handlerOptions),
    complete: core.complete,
  };
}

function createVerify(sealer: Sealer): Verify {
  const verify = (first: string | VerifyState, _ctx?: ServerContext): unknown => {
    if (typeof first === "string") return undefined;
    const hook: VerifyState = (state, ctx) =>
      sealer.claims(state) ? undefined : first(state, ctx);
    return noteVerifyHook(hook, sealer);
  };
  return noteVerifyHook(verify as Verify, sealer);
}
