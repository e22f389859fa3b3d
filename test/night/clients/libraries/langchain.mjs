/** A host on LangChain, with `loadMcpTools` of `@langchain/mcp-adapters`. */
import { attach } from "midcall/integrations/langchain";
import { loadPackage } from "./load-package.mjs";
import { transportTo as sdkV1TransportTo } from "./sdk-v1.mjs";
import { newClient, transportTo } from "./sdk-v2.mjs";

/**
 * @param {import("midcall/client").Inbox} inbox
 * @param {import("../library.js").Reach} reach
 * @param {object} [loadOptions] - those of `loadMcpTools`
 * @returns {Promise<import("../library.js").ConnectedHost>}
 */
export async function connectWith(inbox, reach, loadOptions) {
  return load(inbox, await newClient(), await transportTo(reach), loadOptions);
}

/** With a client of SDK 2. @type {import("../library.js").ClientLibrary["connect"]} */
export const connect = (inbox, reach) => connectWith(inbox, reach);

/** With a client of SDK 1.x. @type {import("../library.js").ClientLibrary["connect"]} */
export async function connectSdkV1(inbox, reach) {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const client = new Client({ name: "host", version: "1.0.0" });
  return load(inbox, client, await sdkV1TransportTo(reach));
}

async function load(inbox, client, transport, loadOptions) {
  const { loadMcpTools } = await loadPackage("@langchain/mcp-adapters");
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
