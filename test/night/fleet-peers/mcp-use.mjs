/**
 * mcp-use 1.x with Redis, as its documentation says for several servers where "elicitation … requests need client responses
 * routed back across instances": `RedisSessionStore` and `RedisStreamManager`
 * (https://mcp-use.com/docs/typescript/server/session-management/redis-storage).
 */
import { MCPServer, RedisSessionStore, RedisStreamManager, text } from "mcp-use/server";
import { createClient } from "redis";
import { z } from "zod";
import { description, hold, messageFor, name, port, storeUrl, textFor } from "./question.mjs";

const client = createClient({ url: storeUrl });
const pubSubClient = client.duplicate();
for (const one of [client, pubSubClient]) {
  one.on("error", () => {});
  await one.connect();
}

const server = new MCPServer({
  name: "mcp-use",
  version: "1.0.0",
  host: "127.0.0.1",
  sessionStore: new RedisSessionStore({ client }),
  streamManager: new RedisStreamManager({ client, pubSubClient }),
});
server.tool(
  { name, description, schema: z.object({ room: z.string() }) },
  async ({ room }, ctx) => {
    hold(room);
    const answer = await ctx.elicit(messageFor(room), z.object({ day: z.string() }));
    return text(textFor(room, { action: answer.action, content: answer.data }));
  },
);
await server.listen(port);
