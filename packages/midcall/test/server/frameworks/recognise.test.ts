import { McpServer as FirstMcpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer } from "@modelcontextprotocol/server";
import { OptionError } from "midcall";
import { createElicitation } from "midcall/server";
import { createElicitation as forFastMcp } from "midcall/server/fastmcp";
import { createElicitation as forMcpUse } from "midcall/server/mcp-use";
import { createElicitation as forSdkV1 } from "midcall/server/sdk-v1";
import { describe, expect, it } from "vitest";

const info = { name: "lab", version: "1.0.0" };
const nothing = (): void => {};

/** Servers by the entry that is for them. Those of other makers are imitated here; `test/night/servers` has the real ones. */
const SERVERS: Readonly<Record<string, Readonly<Record<string, () => object>>>> = {
  "midcall/server": { "McpServer of SDK 2": () => new McpServer(info) },
  "midcall/server/sdk-v1": {
    "McpServer of SDK 1.x": () => new FirstMcpServer(info),
    "Server inside it": () => new FirstMcpServer(info).server,
  },
  "midcall/server/mcp-use": {
    MCPServer: () => ({
      tool: nothing,
      prompt: nothing,
      resource: nothing,
      listen: nothing,
      use: nothing,
    }),
  },
  "midcall/server/fastmcp": {
    FastMCP: () => ({ addTool: nothing, addPrompt: nothing, addResource: nothing, start: nothing }),
    "a session of its": () => ({
      requestElicitation: nothing,
      requestSampling: nothing,
      server: new FirstMcpServer(info).server,
    }),
  },
};

const attachOf: Readonly<Record<string, () => (server: never, session: never) => unknown>> = {
  "midcall/server": () => createElicitation().attach,
  "midcall/server/sdk-v1": () => forSdkV1().attach,
  "midcall/server/mcp-use": () => forMcpUse({ serverName: "lab" }).attach,
  "midcall/server/fastmcp": () => forFastMcp().attach,
};

const cases = Object.keys(attachOf).flatMap((entry) =>
  Object.entries(SERVERS).flatMap(([owner, servers]) =>
    Object.entries(servers).map(([server, build]) => ({ entry, owner, server, build })),
  ),
);

function failure(entry: string, server: unknown): Error {
  try {
    attachOf[entry]!()(server as never, undefined as never);
  } catch (error) {
    return error as Error;
  }
  throw new Error("It was accepted.");
}

describe.each(cases.filter(({ entry, owner }) => entry !== owner))(
  "attach() of $entry with $server",
  ({ entry, owner, build }) => {
    it(`throws an OptionError that names ${owner}`, () => {
      const error = failure(entry, build());
      expect(error).toBeInstanceOf(OptionError);
      expect(error.message).toMatch(
        new RegExp(`Import createElicitation from ${owner} instead\\.$`),
      );
    });
  },
);

describe("attach()", () => {
  it.each(Object.keys(attachOf))(
    "of %s says what it takes when it is given something else",
    (entry) => {
      for (const other of [undefined, null, {}, "server", { server: {} }]) {
        const error = failure(entry, other);
        expect(error).toMatchObject({ code: "ERR_MIDCALL_ATTACH" });
        expect(error.message).toContain(`attach() of ${entry} takes `);
      }
    },
  );

  it("of midcall/server wants the McpServer, not the Server inside it", () => {
    expect(failure("midcall/server", new McpServer(info).server).message).toBe(
      "attach() takes an McpServer, not the Server inside it.",
    );
  });

  it("of midcall/server/fastmcp wants the class of its sessions", () => {
    const server = SERVERS["midcall/server/fastmcp"]!["FastMCP"]!();
    const error = failure("midcall/server/fastmcp", server);
    expect(error).toBeInstanceOf(OptionError);
    expect(error.message).toContain('import { FastMCP, FastMCPSession } from "fastmcp"');
  });

  it("of midcall/server/mcp-use refuses a server of mcp-use 1", () => {
    const server = SERVERS["midcall/server/mcp-use"]!["MCPServer"]!();
    expect(failure("midcall/server/mcp-use", server)).toBeInstanceOf(OptionError);
  });

  it("of midcall/server/mcp-use is not reached without the name of the server", () => {
    const create = forMcpUse as (options?: object) => unknown;
    for (const options of [undefined, {}, { serverName: "" }]) {
      expect(() => create(options)).toThrow(/Pass `serverName` to createElicitation/);
    }
  });
});
