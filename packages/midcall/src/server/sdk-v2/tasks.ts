import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { invalidState, missingCapability, type Rejection } from "../framework/rejection.js";
import { StateError } from "../errors.js";
import type { Settings } from "../options.js";
import { declaresTasks, TASK_METHODS, TASKS } from "../tasks/extension.js";
import type { TaskRound } from "../tasks/run-task.js";
import { createTask, serveTask, type TaskRequest } from "../tasks/tasks.js";
import type { Handle } from "./companions.js";

/** Requests about tasks are read field by field. */
const anything: StandardSchemaV1<Record<string, unknown>, Record<string, unknown>> = {
  "~standard": {
    version: 1,
    vendor: "midcall",
    validate: (value) => ({ value: value as Record<string, unknown> }),
  },
};

/** The task that a handler may create for its call, by the SDK's context. */
export type TaskOffers = WeakMap<ServerContext, TaskOffer>;

export interface TaskOffer {
  /**
   * Returns whether the call runs as a task now.
   *
   * @param when - `true`: from its start; `"after-input"`: with the answers of its first round
   */
  create(when: true | "after-input"): Promise<boolean>;
  /** The reply to the call, if it runs as a task. */
  readonly reply: object | undefined;
}

/** The tasks of one server. */
export interface ServerTasks {
  /** Offers a task to the handler of a call whose client declares the extension. */
  offer(request: { params?: unknown }, ctx: ServerContext): TaskOffer | undefined;
  /** The round of a task that is run with this context. */
  round(ctx: ServerContext): TaskRound | undefined;
}

/**
 * Lets a server run calls as tasks, once a handler that wants it is registered.
 *
 * @param wantsTask - whether a callback is a handler that runs as a task
 * @param handle - handles `tools/call`
 */
export function addTasks(
  server: McpServer,
  name: string,
  settings: Settings,
  wantsTask: (callback: unknown) => boolean,
  handle: () => Handle | undefined,
): ServerTasks {
  const protocol = server.server;
  let isServing = false;
  /** The rounds of tasks, by their contexts. A task is created once. */
  let rounds: WeakMap<ServerContext, TaskRound> | undefined;

  const requestOf = (ctx: ServerContext): TaskRequest => {
    const { http } = ctx;
    return {
      settings,
      user: {
        server: name,
        principal: settings.principal({ ...(http && { http }) }) || undefined,
        client: http?.authInfo?.clientId,
      },
      call: (round) => {
        const ran = contextOf(round, ctx);
        (rounds ??= new WeakMap()).set(ran, round);
        return handle()!({ params: round.params, method: "tools/call" } as never, ran);
      },
    };
  };

  const serve = (): void => {
    isServing = true;
    protocol.registerCapabilities({ extensions: { [TASKS]: {} } });
    for (const method of TASK_METHODS) {
      protocol.setRequestHandler(
        method as never,
        { params: anything, result: anything } as never,
        (async ({ taskId }: { taskId?: unknown }, ctx: ServerContext) => {
          if (!declaresTasks(capabilitiesOf(ctx))) {
            const required = { extensions: { [TASKS]: {} } };
            throw missingCapability(required, "Missing required client capability");
          }
          const { inputResponses } = ctx.mcpReq;
          return serveTask(method, { taskId, inputResponses }, requestOf(ctx));
        }) as never,
      );
    }
  };

  const registerTool = server.registerTool.bind(server) as (...args: unknown[]) => never;
  const noting = (tool: string, config: unknown, callback: unknown): never => {
    if (!isServing && wantsTask(callback)) serve();
    return registerTool(tool, config, callback);
  };
  server.registerTool = noting as unknown as typeof server.registerTool;

  const refused = (error: StateError): Rejection => {
    settings.logger.warn(`midcall: tools/call: ${error.message}`);
    settings.telemetry?.stateRejected(error.reason);
    return invalidState();
  };

  return {
    round: (ctx) => rounds?.get(ctx),
    offer(request, ctx) {
      const { mcpReq } = ctx;
      if (!isServing || rounds?.has(ctx) || !declaresTasks(capabilitiesOf(ctx))) return undefined;
      const requestState = mcpReq.requestState();
      const hasInput = typeof requestState === "string" && settings.sealer.claims(requestState);
      let reply: object | undefined;
      return {
        async create(when) {
          const called = { params: request.params, envelope: mcpReq.envelope };
          if (when === "after-input" && hasInput) {
            const input = { requestState, responses: mcpReq.inputResponses };
            reply = await createTask(requestOf(ctx), called, input).catch((error: unknown) => {
              throw error instanceof StateError ? refused(error) : error;
            });
          } else if (when === true && requestState === undefined) {
            reply = await createTask(requestOf(ctx), called);
          }
          return reply !== undefined;
        },
        get reply() {
          return reply;
        },
      };
    },
  };
}

function capabilitiesOf({ mcpReq }: ServerContext): unknown {
  const envelope: Record<string, unknown> | undefined = mcpReq.envelope;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY];
}

/** The context of a round: that of the request which leads to it, with the call's own facts. */
function contextOf(
  { envelope, requestState, responses, signal }: TaskRound,
  ctx: ServerContext,
): ServerContext {
  const { _meta: _, ...mcpReq } = ctx.mcpReq;
  return {
    ...ctx,
    mcpReq: {
      ...mcpReq,
      envelope: envelope as never,
      method: "tools/call",
      inputResponses: responses as never,
      requestState: (() => requestState) as never,
      signal,
      // The request has been answered: nothing more can be sent as part of it.
      notify: async () => {},
      log: async () => {},
    },
  };
}
