/**
 * A server of the official SDK with the tools that the suite's `tasks-*` scenarios call, and tasks written by hand. It
 * shows what a server has to do for them, and that the run can be passed. Prints its URL.
 */
import { randomUUID } from "node:crypto";
import { serve } from "@hono/node-server";
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  ProtocolError,
} from "@modelcontextprotocol/server";
import * as z from "zod";

const EXTENSION = "io.modelcontextprotocol/tasks";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const TTL_MS = 600_000;

const text = (words) => ({ content: [{ type: "text", text: words }] });
const question = (message) =>
  inputRequired.elicit({
    mode: "form",
    message,
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean" }, name: { type: "string" } },
    },
  });

/** All tasks of this process: on 2026-07-28 each request has a server of its own. */
const tasks = new Map();

const declaresTasks = (ctx) =>
  ctx.mcpReq.envelope?.[CAPABILITIES]?.extensions?.[EXTENSION] !== undefined;

function requireTasks(ctx) {
  if (declaresTasks(ctx)) return;
  throw new ProtocolError(-32021, "Missing required client capability", {
    requiredCapabilities: { extensions: { [EXTENSION]: {} } },
  });
}

/** Starts work that may ask; `ask` resolves with the answer to one question. */
function start(work) {
  const now = new Date().toISOString();
  const task = {
    shown: {
      taskId: randomUUID(),
      status: "working",
      createdAt: now,
      lastUpdatedAt: now,
      ttlMs: TTL_MS,
      pollIntervalMs: 100,
    },
    open: new Map(),
    stop: new AbortController(),
  };
  const { taskId } = task.shown;
  tasks.set(taskId, task);
  setTimeout(() => tasks.delete(taskId), TTL_MS).unref();
  const change = (part) => {
    if (["completed", "failed", "cancelled"].includes(task.shown.status)) return;
    task.shown = { ...task.shown, ...part, lastUpdatedAt: new Date().toISOString() };
  };
  task.change = change;
  const ask = (request) =>
    new Promise((resolve) => {
      task.open.set(randomUUID(), { request, resolve });
      change({ status: "input_required" });
    });
  work(ask, task.stop.signal).then(
    (result) => change({ status: "completed", result }),
    (error) =>
      change({ status: "failed", error: { code: error.code ?? -32603, message: error.message } }),
  );
  return { resultType: "task", ...task.shown };
}

const sleep = (seconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => clearTimeout(timer));
  });

/** The tools that only run as tasks. */
const REQUIRED = new Set([
  "failing_job",
  "protocol_error_job",
  "confirm_delete",
  "multi_input",
  "test_tool_with_task",
]);

function build() {
  const server = new McpServer(
    { name: "tasks-by-hand", version: "1.0.0" },
    { capabilities: { extensions: { [EXTENSION]: {} } } },
  );
  // What a tool throws becomes a result of the tool, so the JSON-RPC error must come from before it.
  const setRequestHandler = server.server.setRequestHandler.bind(server.server);
  server.server.setRequestHandler = (method, ...rest) => {
    if (method !== "tools/call") return setRequestHandler(method, ...rest);
    const [handle] = rest;
    setRequestHandler(method, (request, ctx) => {
      if (REQUIRED.has(request.params.name)) requireTasks(ctx);
      return handle(request, ctx);
    });
  };
  const tool = (name, inputSchema, work) =>
    server.registerTool(name, { description: name, inputSchema: z.object(inputSchema) }, work);

  tool("greet", { name: z.string() }, async ({ name }) => text(`Hello, ${name}!`));
  tool("slow_compute", { seconds: z.number(), label: z.string() }, async (args, ctx) => {
    const work = async (_, signal) => {
      await sleep(args.seconds, signal);
      return text(`Computed: ${args.label}`);
    };
    return declaresTasks(ctx) ? start(work) : work();
  });
  tool("failing_job", {}, async () =>
    start(async () => ({ ...text("The job has failed."), isError: true })),
  );
  tool("protocol_error_job", {}, async () => {
    return start(async () => {
      throw new ProtocolError(-32603, "The job has crashed.");
    });
  });
  tool("confirm_delete", { filename: z.string() }, async ({ filename }) => {
    return start(async (ask) => {
      const { action } = await ask(question(`Delete ${filename}?`));
      return text(action === "accept" ? `Deleted ${filename}.` : "Kept.");
    });
  });
  tool("multi_input", {}, async () => {
    return start(async (ask) => {
      const answers = await Promise.all([ask(question("First?")), ask(question("Second?"))]);
      return text(JSON.stringify(answers));
    });
  });
  tool("test_tool_with_task", {}, async (_, ctx) => {
    const { user_name: answer } = ctx.mcpReq.inputResponses ?? {};
    if (!answer) {
      return inputRequired({ inputRequests: { user_name: question("What is your name?") } });
    }
    return start(async () => text(`Hello, ${answer.content?.name}.`));
  });

  const method = (name, work) =>
    server.server.setRequestHandler(
      name,
      { params: z.looseObject({ taskId: z.string() }), result: z.looseObject({}) },
      async ({ taskId }, ctx) => {
        requireTasks(ctx);
        const task = tasks.get(taskId);
        if (!task) throw new ProtocolError(-32602, "Task not found");
        return work(task, ctx);
      },
    );
  method("tasks/get", ({ shown, open }) => ({
    ...shown,
    ...(shown.status === "input_required" && {
      inputRequests: Object.fromEntries(Array.from(open, ([key, { request }]) => [key, request])),
    }),
  }));
  method("tasks/update", ({ open, change }, ctx) => {
    // The SDK takes `inputResponses` out of the params.
    for (const [key, response] of Object.entries(ctx.mcpReq.inputResponses ?? {})) {
      const asked = open.get(key);
      open.delete(key);
      if (open.size === 0) change({ status: "working" });
      asked?.resolve(response);
    }
    return {};
  });
  method("tasks/cancel", ({ open, change, stop }) => {
    open.clear();
    change({ status: "cancelled" });
    stop.abort();
    return {};
  });
  return server;
}

const handler = createMcpHandler(build);
const port = Number(process.argv[process.argv.indexOf("--port") + 1] ?? 0);
serve({ fetch: (request) => handler.fetch(request), hostname: "127.0.0.1", port }, (at) => {
  console.log(`http://127.0.0.1:${at.port}/mcp`);
});
