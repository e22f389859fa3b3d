import { randomUUID } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ElicitationOptions } from "midcall/server";
import { createElicitation } from "midcall/server/sdk-v1";
import * as z from "zod";
import { createWirePair } from "../../../src/testing/wire-pair.js";
import { text } from "../lab.js";
import type { FrameworkUnderTest, Handlers } from "./framework-lab.js";

/** An attached server of the SDK 1.x. */
export function buildSdkV1(handlers: Handlers, options: ElicitationOptions): McpServer {
  const elicitation = createElicitation(options);
  const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
  const { tool, prompt, resource } = handlers;
  server.registerTool(
    "run",
    { inputSchema: { who: z.string() } },
    elicitation.handler(async ({ who }, ctx) => text(String(await tool?.(ctx, who))) as never),
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

/** `@modelcontextprotocol/sdk` 1.x, on a pipe and in HTTP sessions. */
export const sdkV1: FrameworkUnderTest = {
  name: "@modelcontextprotocol/sdk 1.x",
  wires: (["2025-06-18", "2025-11-25"] as const).flatMap((protocolVersion) => [
    { protocolVersion, transport: "stdio" as const },
    { protocolVersion, transport: "http" as const },
  ]),
  async start({ transport }, handlers, options) {
    const server = buildSdkV1(handlers, options);
    const close = (): Promise<void> => server.close();
    if (transport === "stdio") {
      const [connection, pipe] = createWirePair();
      await server.connect(pipe as Transport);
      return { reach: { connection }, close };
    }
    const session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
    });
    await server.connect(session as Transport);
    const handler = {
      fetch: (request: Request, given?: object) => session.handleRequest(request, given),
    };
    return { reach: { handler }, close };
  },
};
