/**
 * The official SDK 2.x with sessions of 2025 (typescript-sdk, docs/serving/sessions-state-scaling.md, "Scale across nodes":
 * "point every node at the same `eventStore`"), asking in one of its ways.
 */
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { connectRedis, createEventStore } from "./redis-event-store.mjs";
import { serveSessions } from "./sessions.mjs";
import { registerTool } from "./tool-2.mjs";

const redis = await connectRedis();

async function open(id, onsessioninitialized) {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    onsessioninitialized,
    eventStore: createEventStore(redis, id),
  });
  const server = new McpServer({ name: "sdk-2", version: "1.0.0" });
  registerTool(server, process.env.WAY);
  await server.connect(transport);
  return transport;
}

serveSessions({ open });
