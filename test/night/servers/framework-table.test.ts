import { readFileSync } from "node:fs";
import { createElicitation } from "midcall/server";
import { createElicitation as forFastMcp } from "midcall/server/fastmcp";
import { createElicitation as forMcpUse } from "midcall/server/mcp-use";
import { createElicitation as forSdkV1 } from "midcall/server/sdk-v1";
import { accept, createTestHost, type TestHostOptions } from "midcall/testing";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  connectHost,
  type FrameworkUnderTest,
} from "../../../packages/midcall/test/server/frameworks/framework-lab.js";
import { sdkV1 } from "../../../packages/midcall/test/server/frameworks/sdk-v1-server.js";
import { said } from "../../../packages/midcall/test/server/lab.js";
import { fastMcp } from "./fastmcp-framework.js";
import { loadFastMcp } from "./fastmcp.mjs";
import { frameworkTable } from "./framework-table.js";
import { buildMcpUse, loadMcpUse, mcpUse } from "./mcp-use-framework.js";

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});

const confirming = {
  tool: async (ctx: { confirm(message: string): Promise<boolean> }) =>
    String(await ctx.confirm("Sure?")),
};

describe("docs/servers.md", () => {
  it("has the table of what the tests run on", () => {
    const text = readFileSync(new URL("../../../docs/servers.md", import.meta.url), "utf8");
    // It stands before the sections.
    const [beginning = ""] = text.split("\n## ");
    const written = beginning
      .split("\n")
      .filter((line) => line.startsWith("|") && !/^\|[\s|-]+$/.test(line))
      .map((line) =>
        line
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim()),
      );
    expect(written).toEqual(frameworkTable());
  });
});

describe("a framework that does not speak a protocol version", () => {
  const only2026: readonly [string, FrameworkUnderTest][] = [
    ["SDK 1.x", sdkV1],
    ["fastmcp", fastMcp],
  ];
  it.each(only2026)("%s is not connected to by a host of 2026-07-28", async (_name, framework) => {
    const server = await framework.start(
      { protocolVersion: "2026-07-28", transport: "stdio" },
      confirming,
      {},
    );
    const options: TestHostOptions = { protocolVersion: "2026-07-28", ...server.reach };
    await expect(createTestHost({ ...options, timeoutMs: 2000 })).rejects.toThrow();
    await server.close();
  });

  it.each(["2025-06-18", "2025-11-25"] as const)(
    "mcp-use ends a call that has to ask on %s, and asks nothing",
    async (protocolVersion) => {
      const answer = vi.fn(() => accept({ confirm: true }));
      const wire = { protocolVersion, transport: "http" } as const;
      await using started = await connectHost(mcpUse, wire, confirming, { answers: answer });
      const result = said(await started.host.callTool("run", { who: "Ada" }));
      expect(result).toMatch(/^error: .*this request came without a session/);
      expect(answer).not.toHaveBeenCalled();
    },
  );
});

describe("what mcp-use makes impossible", () => {
  it("is said where a handler that may ask is registered for a resource", async () => {
    const { MCPServer } = await loadMcpUse();
    const elicitation = forMcpUse({ serverName: "lab" });
    const server = elicitation.attach(new MCPServer({ name: "lab", version: "1.0.0" }));
    const asks = elicitation.handler(async () => ({ contents: [] }));
    const words = /passes no question on from a resource/;
    expect(() => server.resource({ uri: "a://b", name: "a" }, asks)).toThrow(words);
    server.resource({ uri: "c://d", name: "c" }, async () => ({ contents: [] }));
  });

  it("is said by the handler of a resource that was registered before attach()", async () => {
    const { MCPServer } = await loadMcpUse();
    const elicitation = forMcpUse({ serverName: "lab" });
    const server = new MCPServer({ name: "lab", version: "1.0.0" });
    const ran = vi.fn(async () => ({ contents: [] }));
    server.resource({ uri: "report://latest", name: "report" }, elicitation.handler(ran));
    elicitation.attach(server);
    const handler = { fetch: (request: Request) => server.fetch(request) };
    await using host = await createTestHost({ protocolVersion: "2026-07-28", handler });
    await expect(host.readResource("report://latest")).rejects.toThrow();
    expect(ran).not.toHaveBeenCalled();
  });

  it("leaves a refused state to the result of the tool, and runs no handler with it", async () => {
    const ran = vi.fn();
    const tool = async (ctx: { confirm(message: string): Promise<boolean> }): Promise<string> => {
      ran();
      return String(await ctx.confirm("Sure?"));
    };
    const log = { warn: vi.fn(), error: vi.fn() };
    const server = await buildMcpUse({ tool }, { logger: log });
    const other = await buildMcpUse({ tool }, { logger: log });
    let turn = 0;
    // The second request reaches a server with another secret.
    const fetch = async (request: Request): Promise<Response> => {
      const body = await request.clone().text();
      const isCall = body.includes('"tools/call"');
      return (isCall && turn++ > 0 ? other : server).fetch(request);
    };
    await using host = await createTestHost({
      protocolVersion: "2026-07-28",
      handler: { fetch },
      answers: [accept({ confirm: true })],
    });
    const result = said(await host.callTool("run", { who: "Ada" }));
    expect(result).toBe("error: Invalid or expired requestState");
    expect(ran).toHaveBeenCalledTimes(1);
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining("Refused requestState"));
  });
});

describe("attach() knows the real servers of other makers", () => {
  /** The entries that are for neither. */
  const others = () =>
    [createElicitation(), forSdkV1()] as unknown as { attach(server: object): unknown }[];
  const wrong = (entry: string) => new RegExp(`Import createElicitation from ${entry} instead\\.$`);

  it("names midcall/server/fastmcp for a FastMCP", async () => {
    const { FastMCP } = await loadFastMcp();
    const server = new FastMCP({ name: "lab", version: "1.0.0" });
    for (const { attach } of others()) {
      expect(() => attach(server)).toThrow(wrong("midcall/server/fastmcp"));
    }
  });

  it("names midcall/server/mcp-use for an MCPServer", async () => {
    const { MCPServer } = await loadMcpUse();
    const { FastMCPSession } = await loadFastMcp();
    const server = new MCPServer({ name: "lab", version: "1.0.0" });
    for (const { attach } of others()) {
      expect(() => attach(server)).toThrow(wrong("midcall/server/mcp-use"));
    }
    expect(() => forFastMcp().attach(server, FastMCPSession)).toThrow(
      wrong("midcall/server/mcp-use"),
    );
  });
});
