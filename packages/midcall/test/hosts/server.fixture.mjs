/** A server from the build, on standard input and output: `delete` asks, and deletes only after a yes. */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createElicitation } from "midcall/server";
import * as z from "zod";

const elicitation = createElicitation({
  timeoutMs: Number(process.argv[2] ?? 600_000),
  // However slow this machine is, an answer within five minutes is not a user's in this host.
  hostOverrides: (known) => [...known, { name: "liar", does: "refuses", withinMs: 300_000 }],
});
const text = (value) => ({ content: [{ type: "text", text: value }] });

serveStdio(() => {
  const server = elicitation.attach(new McpServer({ name: "process", version: "1.0.0" }));
  server.registerTool(
    "delete",
    { inputSchema: z.object({ target: z.string() }) },
    elicitation.handler(async ({ target }, ctx) =>
      text(
        (await ctx.confirm(`Delete ${target}?`)) ? `Deleted ${target}.` : "Nothing was deleted.",
      ),
    ),
  );
  return server;
});
