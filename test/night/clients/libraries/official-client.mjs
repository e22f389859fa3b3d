/** A host on `@modelcontextprotocol/client`, with `inbox.attach`. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** @type {import("../library.js").ClientLibrary["connect"]} */
export async function connect(inbox, reach) {
  const options = { versionNegotiation: { mode: "auto" } };
  const client = new Client({ name: "host", version: "1.0.0" }, options);
  inbox.attach(client, { server: "Other" });
  const transport = reach.url
    ? new StreamableHTTPClientTransport(new URL(reach.url))
    : new StdioClientTransport({ ...reach, args: [...reach.args] });
  await client.connect(transport);
  const textOf = ({ content }) => content.map(({ text }) => text).join("\n");
  return {
    call: async (name, args, signal) =>
      textOf(await client.callTool({ name, arguments: args }, { signal })),
    prompt: async (name) => (await client.getPrompt({ name })).messages[0].content.text,
    close: () => client.close(),
  };
}
