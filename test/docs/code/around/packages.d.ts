// Packages that examples import and the workspace does not install: what comes from them is not checked here. Those of
// frameworks, client libraries and runtimes are checked where they are installed: test/night/servers, test/night/clients, test/runtimes.
declare module "@ai-sdk/mcp";
declare module "@ai-sdk/mcp/mcp-stdio";
declare module "@anthropic-ai/claude-agent-sdk";
declare module "@langchain/mcp-adapters";
declare module "@mastra/mcp";
declare module "@openai/agents";
declare module "cloudflare:workers";
declare module "express";
declare module "fastify";
declare module "fastmcp";
declare module "mcp-use";
declare module "svelte";
