/** A host on `@modelcontextprotocol/sdk` 1.x. */
import { attach } from "midcall/integrations/sdk-v1";

/** @type {import("../library.js").ClientLibrary["connect"]} */
export async function connect(inbox, reach) {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const client = attach(inbox, new Client({ name: "host", version: "1.0.0" }), { server: "Other" });
  await client.connect(await transportTo(reach));
  const textOf = ({ content }) => content.map(({ text }) => text).join("\n");
  return {
    call: async (name, args, signal) =>
      textOf(await client.callTool({ name, arguments: args }, undefined, { signal })),
    prompt: async (name) => (await client.getPrompt({ name })).messages[0].content.text,
    close: () => client.close(),
  };
}

/** A transport of the SDK. */
export async function transportTo(reach) {
  if (reach.url) {
    const { StreamableHTTPClientTransport } =
      await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    return new StreamableHTTPClientTransport(new URL(reach.url));
  }
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  return new StdioClientTransport({ ...reach, args: [...reach.args] });
}
