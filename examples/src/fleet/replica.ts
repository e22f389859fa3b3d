import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import { createAuditTrail } from "midcall/audit";
import { createFileSink } from "midcall/audit/file";
import { createElicitation } from "midcall/server";
import { createRedisStore } from "midcall/store/redis";
import { createTelemetry } from "midcall/telemetry";
import { createClient } from "redis";
import * as z from "zod";

/** One of several equal processes of a server. It is told by its environment who it is and what it shares with the others. */
const { REPLICA = "r1", REDIS_SOCKET, MIDCALL_SECRET, AUDIT_KEY, FLEET_FOLDER = "." } = process.env;
if (REDIS_SOCKET === undefined || MIDCALL_SECRET === undefined || AUDIT_KEY === undefined)
  throw new Error("REDIS_SOCKET, MIDCALL_SECRET and AUDIT_KEY must be set: start.ts does it.");

const redis = await createClient({ socket: { path: REDIS_SOCKET, tls: false } })
  .on("error", (error: Error) => console.error(`${REPLICA}: redis: ${error.message}`))
  .connect();
mkdirSync(FLEET_FOLDER, { recursive: true });
const sink = createFileSink({
  path: join(FLEET_FOLDER, "audit.jsonl"),
  chain: { key: AUDIT_KEY, writer: REPLICA },
});
const audit = createAuditTrail({ sink, key: AUDIT_KEY });
const elicitation = createElicitation({
  secret: MIDCALL_SECRET,
  store: createRedisStore({ client: redis }),
  audit,
  // Reports to the SDK of OpenTelemetry, where one is started before: node --import ./my-opentelemetry.js …
  telemetry: createTelemetry(),
});

function build(): McpServer {
  const server = elicitation.attach(new McpServer({ name: "fleet", version: "1.0.0" }));
  server.registerTool(
    "book_room",
    {
      description: "Books a meeting room, and says which replicas of the server have worked on it.",
      inputSchema: z.object({ room: z.string() }),
    },
    elicitation.handler(async ({ room }, ctx) => {
      const first = await ctx.step("first", () => REPLICA);
      const day = await ctx.elicit(`Book ${room}: for which day?`, z.object({ day: z.string() }));
      if (day.action !== "accept") return said("Nothing was booked.");
      const second = await ctx.step("second", () => REPLICA);
      if (!(await ctx.confirm(`Book ${room} on ${day.data.day}?`)))
        return said("Nothing was booked.");
      const third = await ctx.step("book", () => REPLICA, { writes: true });
      return said(
        `${room} is booked for ${day.data.day}. Replicas: ${first}, ${second}, ${third}.`,
      );
    }),
  );
  return server;
}

function said(text: string): { content: [{ type: "text"; text: string }] } {
  return { content: [{ type: "text", text }] };
}

const mcp = elicitation.createHandler(build);
const server = createServer((request, response) => {
  if (request.url === "/livez") return void response.writeHead(200).end();
  // For HAProxy, 404 means: no new clients, but those it has stuck to this replica.
  if (request.url === "/readyz") return void response.writeHead(mcp.ready ? 200 : 404).end();
  void mcp.node(request, response);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const left = await mcp.drain({ timeoutMs: 5_000 });
  console.error(`${REPLICA}: drained, left: ${JSON.stringify(left)}`);
  await mcp.close();
  await audit.flush();
  await sink.close();
  redis.destroy();
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const)
  process.once(signal, () => void stop());
