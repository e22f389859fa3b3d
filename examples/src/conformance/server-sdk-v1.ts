/**
 * Serves the conformance fixtures of the protocol versions of 2025 on a server of `@modelcontextprotocol/sdk` 1.x, as that
 * SDK is used over HTTP: one server and one transport for each session.
 *
 *   node examples/dist/conformance/server-sdk-v1.js --port 3000
 *
 * Prints one line, the URL, when it is ready. Without `--port` it uses a free port.
 */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { serve } from "@hono/node-server";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
} from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server/sdk-v1";
import * as z from "zod";
import { askForContact, askWithDefaults, askWithEnums, DESCRIPTIONS } from "./form-questions.js";

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });

const elicitation = createElicitation();
const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

function build(): McpServer {
  const info = { name: "midcall-conformance", version: "1.0.0" };
  const server = elicitation.attach(new McpServer(info));
  server.registerTool(
    "test_elicitation",
    { description: DESCRIPTIONS.contact, inputSchema: { message: z.string() } },
    elicitation.handler(async ({ message }, ctx) => text(await askForContact(ctx, message))),
  );
  server.registerTool(
    "test_elicitation_sep1034_defaults",
    { description: DESCRIPTIONS.defaults },
    elicitation.handler(async (ctx) => text(await askWithDefaults(ctx))),
  );
  server.registerTool(
    "test_elicitation_sep1330_enums",
    { description: DESCRIPTIONS.enums },
    elicitation.handler(async (ctx) => text(await askWithEnums(ctx))),
  );
  return server;
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

async function answer(request: Request): Promise<Response> {
  const id = request.headers.get("mcp-session-id");
  const session = id === null ? undefined : sessions.get(id);
  if (session !== undefined) return session.handleRequest(request);
  if (id !== null) return new Response("Session not found", { status: 404 });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (made) => void sessions.set(made, transport),
    onsessionclosed: (ended) => void sessions.delete(ended),
  });
  await build().connect(transport);
  return transport.handleRequest(request);
}

const httpServer = serve(
  {
    hostname: "127.0.0.1",
    port: Number(values.port),
    fetch: (request: Request) =>
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? answer(request),
  },
  (address) => console.log(`http://127.0.0.1:${address.port}/mcp`),
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    httpServer.close();
    process.exit(0);
  });
}
