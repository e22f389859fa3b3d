import type { ElicitationOptions } from "midcall/server";
import { createElicitation } from "midcall/server/mcp-use";
import * as z from "zod";
import type {
  Ctx,
  FrameworkUnderTest,
  Handlers,
} from "../../../packages/midcall/test/server/frameworks/framework-lab.js";
import { peerFile } from "../peers/install.mjs";

/** What the tests use of an MCPServer. */
export interface McpUseServer {
  tool(definition: object, callback: unknown): void;
  prompt(definition: object, callback: unknown): void;
  resource(definition: object, callback: unknown): void;
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The exports of mcp-use, which counts its use unless it is told not to. */
export async function loadMcpUse(): Promise<{
  readonly MCPServer: new (options: object) => McpUseServer;
}> {
  Object.assign(globalThis, { __MCP_USE_ANONYMIZED_TELEMETRY__: false });
  return (await import(peerFile("mcp-use/dist/index-node.js"))) as never;
}

const text = (value: string) => ({ type: "text" as const, text: value });

/** A server on mcp-use, attached. */
export async function buildMcpUse(
  { tool, prompt }: Handlers,
  options: ElicitationOptions,
): Promise<McpUseServer> {
  const { MCPServer } = await loadMcpUse();
  const elicitation = createElicitation({ serverName: "lab", ...options });
  const server = elicitation.attach(new MCPServer({ name: "lab", version: "1.0.0" }));
  server.tool(
    { name: "run", inputSchema: z.object({ who: z.string() }) },
    elicitation.handler(async (args: { who: string }, ctx: object) => ({
      content: [text(String(await tool?.(ctx as Ctx, args.who)))],
    })),
  );
  server.prompt(
    { name: "letter" },
    elicitation.handler(async (_args: unknown, ctx: object) => ({
      messages: [{ role: "user" as const, content: text(String(await prompt?.(ctx as Ctx))) }],
    })),
  );
  return server;
}

/** mcp-use 2, which serves HTTP; 2025 without sessions, where nothing can be asked. */
export const mcpUse: FrameworkUnderTest = {
  name: "mcp-use",
  wires: [{ protocolVersion: "2026-07-28", transport: "http" }],
  withoutResources: true,
  async start(_wire, handlers, options) {
    const server = await buildMcpUse(handlers, options);
    const fetch = (request: Request): Promise<Response> => server.fetch(request);
    return { reach: { handler: { fetch } }, close: () => server.close() };
  },
};
