import { inputRequired, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { noteEvent } from "../fast-clock.js";

type Json = Record<string, unknown>;

/** What one tool of a task server does. It may break every rule of the extension. */
export interface ServedTask {
  /** Fields of the created task, on top of a working one. */
  readonly created?: Json;
  /** Requests that the call makes in a round before it becomes a task. */
  readonly before?: Json;
  /** Fields of the task at its nth `tasks/get`, counted from 1, on top of a working one. */
  get(count: number): Json;
  update?(responses: Json): void;
}

/** A server whose tools run as tasks, written by hand, as the SDK has no API for them. */
export interface TaskServer {
  build(): McpServer;
  /** The requests about tasks so far. */
  readonly requests: { readonly method: string; readonly params: Json }[];
  /** What the answers of all `tasks/update` were, by key; a list where there were several. */
  readonly answers: Map<string, unknown[]>;
  count(method: string): number;
}

export const form = (message: string): Json => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: {
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
    },
  },
});
export const completed = (words: string): Json => ({
  status: "completed",
  result: { content: [{ type: "text", text: words }] },
});
export const asking = (inputRequests: Json): Json => ({ status: "input_required", inputRequests });

const EXTENSION = "io.modelcontextprotocol/tasks";

function assertDeclared(ctx: ServerContext): void {
  const { envelope } = ctx.mcpReq as { envelope?: Json };
  const capabilities = (envelope?.["io.modelcontextprotocol/clientCapabilities"] ??
    envelope?.["clientCapabilities"]) as { extensions?: Json } | undefined;
  if (!capabilities?.extensions?.[EXTENSION]) {
    throw Object.assign(new Error("Missing required client capability"), { code: -32021 });
  }
}

/** @param begin - makes the task of each call of a tool */
export function createTaskServer(begin: Record<string, () => ServedTask>): TaskServer {
  const tasks = new Map<string, { readonly task: ServedTask; count: number }>();
  const requests: TaskServer["requests"] = [];
  const answers: TaskServer["answers"] = new Map();
  let lastId = 0;
  const base = (taskId: string): Json => ({
    taskId,
    status: "working",
    createdAt: "2026-07-28T00:00:00Z",
    lastUpdatedAt: "2026-07-28T00:00:00Z",
    ttlMs: null,
    pollIntervalMs: 1,
  });
  return {
    requests,
    answers,
    count: (method) => requests.filter((one) => one.method === method).length,
    build() {
      const server = new McpServer(
        { name: "tasks", version: "1.0.0" },
        { capabilities: { extensions: { [EXTENSION]: {} } } },
      );
      for (const [name, make] of Object.entries(begin)) {
        server.registerTool(name, {}, async (ctx: ServerContext) => {
          assertDeclared(ctx);
          const task = make();
          if (task.before && !ctx.mcpReq.inputResponses) {
            return inputRequired({ inputRequests: task.before as never });
          }
          const { taskId = `task-${++lastId}`, ...more } = task.created ?? {};
          tasks.set(taskId as string, { task, count: 0 });
          return { resultType: "task", ...base(taskId as string), ...more } as never;
        });
      }
      const on = (
        method: string,
        work: (
          found: { task: ServedTask; count: number },
          params: Json,
          ctx: ServerContext,
        ) => Json,
      ): void =>
        server.server.setRequestHandler(
          method as never,
          { params: z.looseObject({ taskId: z.string() }), result: z.looseObject({}) } as never,
          (async (params: Json, ctx: ServerContext) => {
            assertDeclared(ctx);
            const { inputResponses } = ctx.mcpReq as { inputResponses?: Json };
            noteEvent();
            requests.push({
              method,
              params: { ...params, ...(inputResponses && { inputResponses }) },
            });
            const found = tasks.get(params["taskId"] as string);
            if (!found) throw Object.assign(new Error("Task not found"), { code: -32602 });
            return work(found, params, ctx);
          }) as never,
        );
      on("tasks/get", (found, { taskId }) => ({
        ...base(taskId as string),
        ...found.task.get(++found.count),
      }));
      on("tasks/update", ({ task }, _, ctx) => {
        const { inputResponses = {} } = ctx.mcpReq as { inputResponses?: Json };
        for (const [key, response] of Object.entries(inputResponses)) {
          answers.set(key, [...(answers.get(key) ?? []), response]);
        }
        task.update?.(inputResponses);
        return {};
      });
      on("tasks/cancel", () => ({}));
      return server;
    },
  };
}

/** A task that asks these questions at once, and completes with the names when all are answered. */
export function questionnaire(...keys: readonly string[]): ServedTask {
  const given = new Map<string, unknown>();
  return {
    get() {
      const open = keys.filter((key) => !given.has(key));
      return open.length > 0
        ? asking(Object.fromEntries(open.map((key) => [key, form(`${key}?`)])))
        : completed(JSON.stringify(Object.fromEntries(given)));
    },
    update(responses) {
      for (const [key, response] of Object.entries(responses)) {
        if (keys.includes(key) && !given.has(key)) given.set(key, response);
      }
    },
  };
}
