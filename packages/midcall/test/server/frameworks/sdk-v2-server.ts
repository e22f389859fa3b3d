import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationOptions } from "midcall/server";
import * as z from "zod";
import { text, wires } from "../lab.js";
import type { FrameworkUnderTest, Handlers } from "./framework-lab.js";

function build({ tool, prompt, resource }: Handlers, options: ElicitationOptions): McpServer {
  const elicitation = createElicitation(options);
  const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
  server.registerTool(
    "run",
    { inputSchema: z.object({ who: z.string() }) },
    elicitation.handler(async ({ who }, ctx) => text(String(await tool?.(ctx, who)))),
  );
  server.registerPrompt(
    "letter",
    {},
    elicitation.handler(async (ctx) => ({
      messages: [
        {
          role: "user" as const,
          content: { type: "text" as const, text: String(await prompt?.(ctx)) },
        },
      ],
    })),
  );
  server.registerResource(
    "report",
    "report://latest",
    {},
    elicitation.handler(async (uri, ctx) => ({
      contents: [{ uri: uri.href, text: String(await resource?.(ctx)) }],
    })),
  );
  return server;
}

/** `@modelcontextprotocol/server`, SDK 2. */
export const sdkV2: FrameworkUnderTest = {
  name: "@modelcontextprotocol/server",
  wires,
  async start({ transport }, handlers, options) {
    return { reach: { build: () => build(handlers, options), transport }, close: async () => {} };
  },
};
