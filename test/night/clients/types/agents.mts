// Compiled by ../pages.test.ts against the real packages.
import { query, type Query } from "@anthropic-ai/claude-agent-sdk";
import { loadMcpTools } from "@langchain/mcp-adapters";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Agent, type MCPServer } from "@openai/agents";
import type { Inbox } from "midcall/client";
import { attach as attachClaude } from "midcall/integrations/claude-agent";
import { attach as attachLangChain } from "midcall/integrations/langchain";
import { attach as attachAgents } from "midcall/integrations/openai-agents";

declare const inbox: Inbox;
const info = { name: "host", version: "1.0.0" };
const program = { command: "node" };

// LangChain: its own options and tools.
for (const client of [new Client(info), new OldClient(info)]) {
  const loadTools = attachLangChain(inbox, client, { server: "GitHub", loadMcpTools });
  const [tool] = await loadTools({ prefixToolNameWithServerName: true });
  (await tool!.invoke({})) satisfies unknown;
  // @ts-expect-error LangChain has no such option.
  await loadTools({ prefix: true });
}
// @ts-expect-error loadMcpTools is missing.
attachLangChain(inbox, new Client(info), { server: "GitHub" });

// OpenAI Agents: a server with its optional members, on the transport of its client.
const transport = (): StdioClientTransport => new StdioClientTransport(program);
const server: MCPServer = attachAgents(inbox, new Client(info), { server: "GitHub", transport });
server.useStructuredContent = true;
server.errorFunction = null;
new Agent({ name: "a", mcpServers: [server] }) satisfies object;
attachAgents(inbox, new OldClient(info), {
  server: "b",
  transport: () => new OldTransport(program),
});
// @ts-expect-error The transport is created anew for each connection.
attachAgents(inbox, new Client(info), { server: "c", transport: transport() });
const noTransport = { server: "d", transport: () => new URL("http://a.example") };
// @ts-expect-error It is no transport.
attachAgents(inbox, new Client(info), noTransport);

// Claude: query as it was.
const ask: typeof query = attachClaude(inbox, query);
const running: Query = ask({ prompt: "Go.", options: { model: "x" } });
await running.interrupt();
// @ts-expect-error There is no such option.
ask({ prompt: "Go.", options: { modle: "x" } });
// @ts-expect-error It is no query.
attachClaude(inbox, loadMcpTools);
