import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ElicitationOptions } from "midcall/server";
import { createElicitation } from "midcall/server/fastmcp";
import * as z from "zod";
import type {
  Ctx,
  FrameworkUnderTest,
  Handlers,
} from "../../../packages/midcall/test/server/frameworks/framework-lab.js";
import { createWirePair } from "../../../packages/midcall/src/testing/wire-pair.js";
import { freePort } from "../peers/free-port.js";
import { type FastMcpServer, loadFastMcp } from "./fastmcp.mjs";

/** A server on fastmcp, attached. */
export async function buildFastMcp(
  { tool, prompt, resource }: Handlers,
  options: ElicitationOptions,
): Promise<FastMcpServer> {
  const { FastMCP, FastMCPSession } = await loadFastMcp();
  const logger = { debug() {}, error() {}, info() {}, log() {}, warn() {} };
  const elicitation = createElicitation(options);
  const server = elicitation.attach(
    new FastMCP({ name: "lab", version: "1.0.0", logger }),
    FastMCPSession,
  );
  server.addTool({
    name: "run",
    parameters: z.object({ who: z.string() }),
    execute: elicitation.handler(async (args: { who: string }, ctx: object) =>
      String(await tool?.(ctx as Ctx, args.who)),
    ),
  });
  server.addPrompt({
    name: "letter",
    load: elicitation.handler(async (_args: unknown, _auth: unknown, ctx: object) =>
      String(await prompt?.(ctx as Ctx)),
    ),
  });
  server.addResource({
    uri: "report://latest",
    name: "report",
    load: elicitation.handler(async (_auth: unknown, ctx: object) => ({
      text: String(await resource?.(ctx as Ctx)),
    })),
  });
  return server;
}

/** fastmcp, on a pipe and in HTTP sessions. */
export const fastMcp: FrameworkUnderTest = {
  name: "fastmcp",
  wires: (["2025-06-18", "2025-11-25"] as const).flatMap((protocolVersion) => [
    { protocolVersion, transport: "stdio" as const },
    { protocolVersion, transport: "http" as const },
  ]),
  // For each HTTP session it waits a second for the host's capabilities.
  isSlow: true,
  async start({ transport }, handlers, options) {
    const server = await buildFastMcp(handlers, options);
    if (transport === "stdio") {
      const [connection, pipe] = createWirePair();
      const connecting = server.connect(pipe);
      return {
        reach: { connection },
        close: async () => (await connecting).close(),
      };
    }
    const port = await freePort();
    await server.start({ transportType: "httpStream", httpStream: { port, host: "127.0.0.1" } });
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    return {
      reach: { connection: new StreamableHTTPClientTransport(url) },
      close: () => server.stop(),
    };
  },
};
