import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createElicitation } from "midcall/server/fastmcp";
import { createTestHost } from "midcall/testing";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { describeFramework } from "../../../packages/midcall/test/server/frameworks/behaviours.js";
import { said } from "../../../packages/midcall/test/server/lab.js";
import { freePort } from "../peers/free-port.js";
import { fastMcp } from "./fastmcp-framework.js";
import { loadFastMcp } from "./fastmcp.mjs";

beforeAll(async () => {
  // Its proxy reports every session.
  vi.spyOn(console, "log").mockImplementation(() => {});
});

describeFramework(fastMcp);

describe("the user of a fastmcp request over HTTP", () => {
  const whoIs = async (given: object, httpStream: object = {}): Promise<unknown> => {
    const { FastMCP, FastMCPSession } = await loadFastMcp();
    const seen: unknown[] = [];
    const elicitation = createElicitation({
      principal: ({ http }) => {
        seen.push(http && { extra: http.authInfo?.extra });
        return undefined;
      },
    });
    const logger = { debug() {}, error() {}, info() {}, log() {}, warn() {} };
    const server = elicitation.attach(
      new FastMCP({ name: "lab", version: "1.0.0", logger, ...given }),
      FastMCPSession,
    );
    server.addTool({ name: "run", execute: elicitation.handler(async () => "ran") });
    const port = await freePort();
    await server.start({
      transportType: "httpStream",
      httpStream: { port, host: "127.0.0.1", ...httpStream },
    });
    try {
      const connection = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`));
      await using host = await createTestHost({ protocolVersion: "2025-11-25", connection });
      expect(said(await host.callTool("run"))).toBe("ran");
    } finally {
      await server.stop();
    }
    return seen;
  };

  it("is the one whom authenticate returned", async () => {
    const authenticate = async (): Promise<object> => ({ sub: "ada", team: "blue" });
    expect(await whoIs({ authenticate })).toEqual([{ extra: { sub: "ada", team: "blue" } }]);
  });

  it.each([{}, { stateless: true }])(
    "is not the local one without a token, with %j",
    async (http) => {
      expect(await whoIs({}, http)).toEqual([{ extra: undefined }]);
    },
  );
});

it("a fastmcp handler that runs without a request says that its server is not attached", async () => {
  const run = createElicitation().handler(async () => "ran");
  await expect(run()).rejects.toThrow(/elicitation\.attach\(new FastMCP\(…\), FastMCPSession\)/);
});
