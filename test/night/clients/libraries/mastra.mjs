/** A host on `@mastra/mcp`. */
import { randomUUID } from "node:crypto";
import { attach } from "midcall/integrations/mastra";
import { loadPackage } from "./load-package.mjs";

/**
 * What the tests use of an `MCPClient`.
 *
 * @typedef {object} MastraClient
 * @property {() => Promise<Record<string, { execute(input: object, context: object): Promise<{ content: { text: string }[] }> }>>} listTools
 * @property {() => Promise<{ errors: Record<string, string> }>} listToolsWithErrors
 * @property {() => Promise<void>} disconnect
 */

/** The exports of `@mastra/mcp`. @returns {Promise<{ MCPClient: new (options: object) => MastraClient }>} */
export async function loadMastra() {
  return loadPackage("@mastra/mcp");
}

/** @type {import("../library.js").ClientLibrary["connect"]} */
export async function connect(inbox, reach) {
  const { MCPClient } = await loadMastra();
  const Other = reach.url
    ? { url: new URL(reach.url), connectTimeout: 30_000 }
    : { ...reach, args: [...reach.args] };
  const mcp = attach(inbox, new MCPClient({ id: randomUUID(), servers: { Other } }));
  const tools = await mcp.listTools();
  const textOf = ({ content }) => content.map(({ text }) => text).join("\n");
  return {
    call: async (name, args = {}, abortSignal) =>
      textOf(await tools[`Other_${name}`].execute(args, { abortSignal })),
    prompt: async (name) =>
      (await mcp.prompts.get({ serverName: "Other", name })).messages[0].content.text,
    close: () => mcp.disconnect(),
  };
}
