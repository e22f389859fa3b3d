/** A host on `@ai-sdk/mcp`. */
import { attach } from "midcall/integrations/ai-sdk";
import { loadPackage } from "./load-package.mjs";
import { transportTo as sdkTransportTo } from "./sdk-v1.mjs";

/** @type {import("../library.js").ClientLibrary["connect"]} */
export async function connect(inbox, reach, { protocolVersion }) {
  const { createMCPClient } = await loadPackage("@ai-sdk/mcp");
  const transport = attach(inbox, await transportTo(reach, protocolVersion), { server: "Other" });
  const uncaught = [];
  const onUncaughtError = (error) => uncaught.push(error);
  const client = await createMCPClient({ transport, onUncaughtError });
  const textOf = ({ content }) => content.map(({ text }) => text).join("\n");
  return {
    async call(name, args = {}, abortSignal) {
      const tools = await client.tools();
      return textOf(
        await tools[name].execute(args, { toolCallId: "1", messages: [], abortSignal }),
      );
    },
    prompt: async (name) => (await client.getPrompt({ name })).messages[0].content.text,
    async close() {
      await client.close();
      // It reports messages that it does not understand, and responses that come too late.
      const own = uncaught.find(({ name }) => name === "MCPClientError");
      if (own) throw own;
    },
  };
}

async function transportTo(reach, protocolVersion) {
  if (!reach.url) {
    const { StdioMCPTransport } = await loadPackage("@ai-sdk/mcp/mcp-stdio");
    const transport = new StdioMCPTransport({ ...reach, args: [...reach.args] });
    // A busy machine may need more than a second to start the server.
    return Object.assign(transport, { waitsForProtocolVersionDiscovery: true });
  }
  if (protocolVersion !== "2026-07-28") return sdkTransportTo(reach);
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new StreamableHTTPClientTransport(new URL(reach.url));
  return Object.assign(transport, {
    supportsProtocolVersionDiscovery: true,
    waitsForProtocolVersionDiscovery: true,
  });
}
