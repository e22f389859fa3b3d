/**
 * A server without midcall that speaks 2026-07-28, on the official SDK: it asks what it is told to, unchecked.
 *
 *   node server-2026.mjs [--http]
 */
import { serve } from "@hono/node-server";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const text = (words) => ({ content: [{ type: "text", text: words }] });

/** One question, and then what came back. */
const question = (params, ctx) => {
  const answer = ctx.mcpReq.inputResponses?.it;
  if (answer) return text(JSON.stringify(answer));
  const inputRequests = { it: { method: "elicitation/create", params } };
  return { resultType: "input_required", inputRequests, requestState: "asked" };
};

const tools = {
  ask: ({ params }, ctx) => question(params, ctx),
  declared: (_, { mcpReq }) =>
    text(
      JSON.stringify({
        capability: mcpReq.envelope["io.modelcontextprotocol/clientCapabilities"].elicitation,
        meta: mcpReq._meta ?? {},
      }),
    ),
};

function build() {
  const capabilities = { tools: {}, prompts: {} };
  const server = new Server({ name: "other", version: "1.0.0" }, { capabilities });
  server.setRequestHandler("tools/list", () => ({
    tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })),
  }));
  server.setRequestHandler("tools/call", ({ params }, ctx) =>
    tools[params.name](params.arguments ?? {}, ctx),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: [{ name: "letter" }] }));
  server.setRequestHandler("prompts/get", (_, ctx) => {
    const properties = { pages: { type: "integer" } };
    const params = { message: "How long?", requestedSchema: { type: "object", properties } };
    const result = question(params, ctx);
    const [content] = result.content ?? [];
    return content ? { messages: [{ role: "user", content }] } : result;
  });
  return server;
}

if (process.argv.includes("--http")) {
  const { fetch } = createMcpHandler(build, { legacy: "reject" });
  serve({ fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
    console.log(`http://127.0.0.1:${port}/mcp`),
  );
} else {
  serveStdio(build);
}
