/**
 * The inbox in a host built on the Vercel AI SDK, with its MCP client `@ai-sdk/mcp`, which supports 2025-06-18 and
 * 2025-11-25.
 *
 *   node examples/dist/integrations/ai-sdk.js
 *
 * `onElicitationRequest` passes forms unmodified, so they only need `inbox.handle`. The client does not support the
 * rest: it rejects links; it ignores notifications, so it does not notice that a server has withdrawn a question or
 * that a page is complete; and it does not tell the server when the host stops a call. `hearing` adds this by observing
 * the transport.
 */
import {
  type CallToolResult,
  createMCPClient,
  ElicitationRequestSchema,
  type MCPClient,
  type MCPTransport,
} from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import type { Inbox } from "midcall/client";
import { isMain } from "../serve.js";
import { afterLinks } from "./after-links.js";
import { demonstrate, exampleServer } from "./demonstrate.js";
import { hearing } from "./hearing.js";

export { StdioMCPTransport };

/** Connects a client whose questions the inbox answers. Before that, mount a UI or give the inbox a callback. */
export async function connectAiSdk(
  inbox: Inbox,
  server: string,
  transport: MCPTransport,
): Promise<MCPClient> {
  const heard = hearing(transport, (elicitationId) => inbox.complete(server, elicitationId));
  const client = await createMCPClient({
    transport: heard.transport,
    clientName: "ai-sdk-host",
    // `{ form: {} }`, with `url: {}` if the inbox can open pages. The client sends it unmodified.
    capabilities: { elicitation: inbox.capability() },
  });
  client.onElicitationRequest(ElicitationRequestSchema, async ({ params }) => ({
    ...(await inbox.handle(params, { server, signal: heard.signalOf(params) })),
  }));
  return client;
}

/** The server's tools for `generateText` and similar functions. Each asks the user to open required pages first. */
export async function toolsOf(
  client: MCPClient,
  inbox: Inbox,
  server: string,
): ReturnType<MCPClient["tools"]> {
  const tools = await client.tools();
  for (const [name, tool] of Object.entries(tools)) {
    const call = { method: "tools/call", name };
    tools[name] = {
      ...tool,
      execute: (input, options) =>
        afterLinks(
          inbox,
          { server, call, signal: options?.abortSignal },
          async () => (await tool.execute(input, options)) as CallToolResult,
        ),
    };
  }
  return tools;
}

if (isMain(import.meta.url)) {
  await demonstrate(async (inbox) => {
    const client = await connectAiSdk(inbox, "Guests", new StdioMCPTransport(exampleServer()));
    try {
      const tools = await toolsOf(client, inbox, "Guests");
      return await tools["every_field"]?.execute({});
    } finally {
      await client.close();
    }
  });
}
