/** Parts of the libraries that create their own client, and have no place to attach anything. */
import { loadPackage } from "./load-package.mjs";

/**
 * What a server is told by LangChain's `MultiServerMCPClient`.
 *
 * @param {import("../library.js").Reach} reach
 * @returns {Promise<{ capability?: unknown }>}
 */
export async function declaredByMultiServer({ command, args }) {
  const { MultiServerMCPClient } = await loadPackage("@langchain/mcp-adapters");
  const client = new MultiServerMCPClient({ Other: { transport: "stdio", command, args } });
  try {
    const tools = await client.getTools();
    return JSON.parse(await tools.find(({ name }) => name === "declared").invoke({}));
  } finally {
    await client.close();
  }
}

/**
 * What a server is told by the OpenAI Agents SDK's `MCPServerStdio` and `MCPServerStreamableHttp`.
 *
 * @param {import("../library.js").Reach} reach
 * @returns {Promise<{ capability?: unknown }>}
 */
export async function declaredByAgents(reach) {
  const { MCPServerStdio, MCPServerStreamableHttp } = await loadPackage("@openai/agents");
  const server = reach.url ? new MCPServerStreamableHttp(reach) : new MCPServerStdio(reach);
  await server.connect();
  try {
    return JSON.parse((await server.callTool("declared", {}))[0].text);
  } finally {
    await server.close();
  }
}
