/** Parts of the libraries that create their own client, and have no place to attach anything. */

/** What a server is told by LangChain's `MultiServerMCPClient`. */
export async function declaredByMultiServer({ command, args }) {
  const { MultiServerMCPClient } = await import("@langchain/mcp-adapters");
  const client = new MultiServerMCPClient({ Other: { transport: "stdio", command, args } });
  try {
    const tools = await client.getTools();
    return JSON.parse(await tools.find(({ name }) => name === "declared").invoke({}));
  } finally {
    await client.close();
  }
}

/** What a server is told by the OpenAI Agents SDK's `MCPServerStdio` and `MCPServerStreamableHttp`. */
export async function declaredByAgents(reach) {
  const { MCPServerStdio, MCPServerStreamableHttp } = await import("@openai/agents");
  const server = reach.url ? new MCPServerStreamableHttp(reach) : new MCPServerStdio(reach);
  await server.connect();
  try {
    return JSON.parse((await server.callTool("declared", {}))[0].text);
  } finally {
    await server.close();
  }
}
