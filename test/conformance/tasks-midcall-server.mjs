/**
 * A midcall server with the tools that the suite's `tasks-*` scenarios call: handlers with `{ task: true }` and no task
 * written by hand. Prints its URL.
 */
import { serve } from "@hono/node-server";
import { createMcpHandler, McpServer, ProtocolError } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import * as z from "zod";

const store = createMemoryStore();
const secret = "a secret that both replicas of this test server share";
const replicas = [0, 1].map(() => createElicitation({ secret, store }));

const text = (words) => ({ content: [{ type: "text", text: words }] });
const form = z.object({ confirm: z.boolean().optional(), name: z.string().optional() });

const sleep = (seconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

let requests = 0;

/** Each request reaches another replica than the one before. */
function build() {
  const elicitation = replicas[requests++ % replicas.length];
  const server = elicitation.attach(new McpServer({ name: "midcall-tasks", version: "1.0.0" }));
  const tool = (name, inputSchema, work, options = { task: true }) =>
    server.registerTool(
      name,
      { description: name, inputSchema: z.object(inputSchema) },
      elicitation.handler(work, options),
    );

  tool("greet", { name: z.string() }, async ({ name }) => text(`Hello, ${name}!`), {});
  tool("slow_compute", { seconds: z.number(), label: z.string() }, async (args, ctx) => {
    await ctx.step("compute", () => sleep(args.seconds, ctx.signal));
    return text(`Computed: ${args.label}`);
  });
  tool("failing_job", {}, async () => ({ ...text("The job has failed."), isError: true }));
  tool("protocol_error_job", {}, async () => {
    throw new ProtocolError(-32603, "The job has crashed.");
  });
  tool("confirm_delete", { filename: z.string() }, async ({ filename }, ctx) => {
    const { action } = await ctx.elicit(`Delete ${filename}?`, form);
    return text(action === "accept" ? `Deleted ${filename}.` : "Kept.");
  });
  tool("multi_input", {}, async (_, ctx) => {
    const answers = await Promise.all([ctx.elicit("First?", form), ctx.elicit("Second?", form)]);
    return text(JSON.stringify(answers.map(({ action }) => action)));
  });
  const greet = async (_, ctx) => {
    const answer = await ctx.elicit("What is your name?", form);
    return text(`Hello, ${answer.action === "accept" ? answer.data.name : "stranger"}.`);
  };
  tool("test_tool_with_task", {}, greet, { task: "after-input" });
  return server;
}

const handler = createMcpHandler(build);
const port = Number(process.argv[process.argv.indexOf("--port") + 1] ?? 0);
serve({ fetch: (request) => handler.fetch(request), hostname: "127.0.0.1", port }, (at) => {
  console.log(`http://127.0.0.1:${at.port}/mcp`);
});
