/** A host on LangChain, with `loadMcpTools` of `@langchain/mcp-adapters`. */
import { attach } from "midcall/integrations/langchain";
import { transportTo as sdkV1TransportTo } from "./sdk-v1.mjs";
import { newClient, transportTo } from "./sdk-v2.mjs";

/** @param loadOptions - those of `loadMcpTools` */
export async function connectWith(inbox, reach, loadOptions) {
  return load(inbox, await newClient(), await transportTo(reach), loadOptions);
}

export const connect = (inbox, reach) => connectWith(inbox, reach);

export async function connectSdkV1(inbox, reach) {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const client = new Client({ name: "host", version: "1.0.0" });
  return load(inbox, client, await sdkV1TransportTo(reach));
}

async function load(inbox, client, transport, loadOptions) {
  const { loadMcpTools } = await import("@langchain/mcp-adapters");
  const loadTools = attach(inbox, client, { server: "Other", loadMcpTools });
  await client.connect(transport);
  const tools = await loadTools(loadOptions);
  return {
    async call(name, args = {}, signal) {
      const content = await tools.find((tool) => tool.name === name).invoke(args, { signal });
      const blocks = [content].flat();
      return blocks.map((block) => (typeof block === "string" ? block : block.text)).join("\n");
    },
    close: () => client.close(),
  };
}
