/** midcall as docs/fleets.md says: a `secret` and a `store` that all replicas have. */
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { createRedisStore } from "midcall/store/redis";
import * as z from "zod";
import { openFleetStore } from "../open-fleet-store.mjs";
import {
  description,
  hold,
  messageFor,
  name,
  port,
  storeUrl,
  textFor,
} from "../../night/fleet-peers/question.mjs";

async function openStore() {
  if (!storeUrl.startsWith("redis:")) return openFleetStore(storeUrl);
  const { createClient } = await import("redis");
  const client = createClient({ url: storeUrl });
  client.on("error", () => {});
  return createRedisStore({ client: await client.connect() });
}

const elicitation = createElicitation({
  secret: "a secret that all replicas share, and nothing else",
  store: await openStore(),
});
const handler = elicitation.createHandler(() => {
  const server = elicitation.attach(new McpServer({ name: "midcall", version: "1.0.0" }));
  const inputSchema = z.object({ room: z.string() });
  server.registerTool(
    name,
    { description, inputSchema },
    elicitation.handler(async ({ room }, ctx) => {
      await ctx.step("hold", () => hold(room));
      const answer = await ctx.elicit(messageFor(room), z.object({ day: z.string() }));
      const { action } = answer;
      return { content: [{ type: "text", text: textFor(room, { action, content: answer.data }) }] };
    }),
  );
  return server;
});
createServer(handler.node).listen(port, "127.0.0.1");
