// Compiled by ../pages.test.ts against the real packages.
import { createMCPClient, type MCPTransport } from "@ai-sdk/mcp";
import { StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { MCPClient } from "@mastra/mcp";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { generateText } from "ai";
import type { Inbox } from "midcall/client";
import { attach as attachAiSdk } from "midcall/integrations/ai-sdk";
import { attach as attachMastra } from "midcall/integrations/mastra";
import { attach as attachSdkV1 } from "midcall/integrations/sdk-v1";

declare const inbox: Inbox;
const info = { name: "host", version: "1.0.0" };
const url = new URL("https://mcp.example");

// SDK 1.x: the client stays what it was.
const client: Client = attachSdkV1(inbox, new Client(info), { server: "a", startedBy: "user" });
await client.connect(new OldTransport(url));
// @ts-expect-error The server has no name.
attachSdkV1(inbox, new Client(info), {});
// @ts-expect-error It is no client.
attachSdkV1(inbox, new OldTransport(url), { server: "b" });

// AI SDK: its own transport, and those of the official SDKs; it stays what it was.
const stdio: StdioMCPTransport = attachAiSdk(inbox, new StdioMCPTransport({ command: "node" }), {
  server: "c",
});
const old: OldTransport = attachAiSdk(inbox, new OldTransport(url), { server: "d" });
const current = attachAiSdk(inbox, new StreamableHTTPClientTransport(url), { server: "e" });
const discovering = { supportsProtocolVersionDiscovery: true };
for (const transport of [stdio, old, Object.assign(current, discovering)]) {
  const { tools } = await createMCPClient({ transport: transport as MCPTransport });
  await generateText({ model: "a/b", prompt: "Go.", tools: await tools() });
}
// @ts-expect-error It is only described.
attachAiSdk(inbox, { type: "http", url: url.href }, { server: "f" });

// Mastra: the names of the servers are its own.
const mcp: MCPClient = attachMastra(inbox, new MCPClient({ servers: { GitHub: { url } } }));
attachMastra(inbox, new MCPClient({ servers: {} }), { startedBy: "user" });
// @ts-expect-error A server is named in `servers`.
attachMastra(inbox, mcp, { server: "g" });
// @ts-expect-error It is no MCPClient.
attachMastra(inbox, client);
