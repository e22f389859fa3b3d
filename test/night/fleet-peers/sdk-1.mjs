/**
 * The official SDK 1.x in its "Persistent Storage Mode" (typescript-sdk, branch v1.x, src/examples/README.md): sessions with an
 * `eventStore` that all processes have. It asks as src/examples/server/elicitationFormExample.ts does.
 *
 * With SESSIONS=revived, a careful author goes further than the documentation: a process begins a session again that it does not
 * have, from its `initialize` request in Redis, for which there is no API (typescript-sdk#1658), so it sets private fields of the
 * transport; and the question is sent on the stream of the call.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { description, hold, messageFor, name, requestedSchema, textFor } from "./question.mjs";
import { connectRedis, createEventStore } from "./redis-event-store.mjs";
import { serveSessions } from "./sessions.mjs";

const isRevived = process.env.SESSIONS === "revived";
const redis = await connectRedis();
const keyOf = (id) => `session:${id}`;

function build() {
  const server = new McpServer({ name: "sdk-1", version: "1.0.0" });
  const inputSchema = { room: z.string() };
  server.registerTool(name, { description, inputSchema }, async ({ room }, { sendRequest }) => {
    hold(room);
    const params = { mode: "form", message: messageFor(room), requestedSchema };
    const answer = isRevived
      ? await sendRequest({ method: "elicitation/create", params }, ElicitResultSchema)
      : await server.server.elicitInput(params);
    return { content: [{ type: "text", text: textFor(room, answer) }] };
  });
  return server;
}

async function connect(id, onsessioninitialized) {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    onsessioninitialized,
    eventStore: createEventStore(redis, id),
  });
  await build().connect(transport);
  return transport;
}

async function open(id, onOpen, initialize) {
  await redis.set(keyOf(id), JSON.stringify(initialize));
  return connect(id, onOpen);
}

async function revive(id) {
  const initialize = await redis.get(keyOf(id));
  if (initialize === null) return undefined;
  const transport = await connect(id);
  Object.assign(transport._webStandardTransport, { sessionId: id, _initialized: true });
  // Its answer to this has nowhere to go.
  transport.onmessage(JSON.parse(initialize));
  transport.onmessage({ jsonrpc: "2.0", method: "notifications/initialized" });
  return transport;
}

serveSessions({ open, ...(isRevived && { revive }) });
