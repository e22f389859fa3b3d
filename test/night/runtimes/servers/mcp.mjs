/** The server that runs on every runtime: it asks, asks for consent, and works for a while. */
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";

const elicitation = createElicitation({ secret: "a secret that is only used in tests, 32 bytes" });
const say = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
/** Longer than Bun leaves a quiet connection open. */
const SLOW_MS = 14_000;

export const mcp = elicitation.createHandler(() => {
  const server = elicitation.attach(new McpServer({ name: "everywhere", version: "1.0.0" }));
  const tool = (name, run) =>
    server.registerTool(
      name,
      {},
      elicitation.handler(async (ctx) => say(await run(ctx))),
    );
  tool("choose", async (ctx) => {
    const answer = await ctx.elicit("Which colour?", ["red", "blue"]);
    return answer.action === "accept" ? answer.data : answer.action;
  });
  tool("remove", (ctx) => ctx.confirm("Delete 47 files?"));
  tool("work", (ctx) =>
    ctx.step("work", async () => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return "worked";
    }),
  );
  return server;
});
