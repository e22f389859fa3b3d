/**
 * The inbox in a host built on the AI SDK, with its MCP client `@ai-sdk/mcp`.
 *
 *   node examples/dist/integrations/ai-sdk.js
 */
import { createMCPClient, type MCPClient, type MCPTransport } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import type { Inbox } from "midcall/client";
import { attach } from "midcall/integrations/ai-sdk";
import { isMain } from "../serve.js";
import { demonstrate, exampleServer } from "./demonstrate.js";

export { StdioMCPTransport };

/** Connects a client whose questions the inbox answers. Before that, mount a UI or give the inbox a callback. */
export async function connectAiSdk(inbox: Inbox, transport: MCPTransport): Promise<MCPClient> {
  attach(inbox, transport, { server: "Guests" });
  return createMCPClient({ transport, clientName: "ai-sdk-host" });
}

if (isMain(import.meta.url)) {
  await demonstrate(async (inbox) => {
    const client = await connectAiSdk(inbox, new StdioMCPTransport(exampleServer()));
    try {
      const tools = await client.tools();
      return await tools["every_field"]?.execute({}, { toolCallId: "1", messages: [] });
    } finally {
      await client.close();
    }
  });
}
