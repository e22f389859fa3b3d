import { McpServer } from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationOptions,
  type HttpHandlerOptions,
} from "midcall/server";
import { createElicitation as forFastMcp } from "midcall/server/fastmcp";
import { createElicitation as forMcpUse } from "midcall/server/mcp-use";
import { createElicitation as forSdkV1 } from "midcall/server/sdk-v1";
import { createMemoryStore } from "midcall/store";
import { describe, expect, it } from "vitest";
import { createLog } from "./lab.js";

const secret = "x".repeat(32);

describe("createElicitation says at once what cannot be used", () => {
  it.each<[string, unknown, RegExp]>([
    ["a short secret", { secret: "short" }, /at least 32 bytes, not 5/],
    [
      "a secret that is no text",
      { secret: 5 },
      /secret must be a string, a Uint8Array, or an array/,
    ],
    [
      "no text among secrets",
      { secret: ["x".repeat(32), 5] },
      /secret must be a string, a Uint8Array/,
    ],
    ["a ring without a secret", { secret: [] }, /the list is empty/],
    [
      "a client in place of a store",
      { store: { get: () => {} } },
      /store has no put\(\): .* createRedisStore\(\{ client \}\) of midcall\/store\/redis/,
    ],
    ["an audit that is none", { audit: () => {} }, /audit has no record\(\)/],
    ["a time that is no number", { timeoutMs: "5" }, /timeoutMs must be a number .*, not "5"\./],
    ["a time to hold that is none", { holdMs: 0 }, /holdMs must be .* from 1 to \d+, not 0/],
    ["a time to hold without end", { holdMs: Infinity }, /holdMs must be .*, not Infinity/],
    [
      "one way that is no list",
      { fallback: "page" },
      /fallback must be a list .*, not "page"\. Leave/,
    ],
    ["no way at all", { fallback: [] }, /fallback must be a list .* at least one, not \[\]/],
    [
      "a way that is unknown",
      { fallback: ["native", "chat"] },
      /"relay".*, not \["native","chat"\]/,
    ],
    ["a way twice", { fallback: ["page", "page"] }, /each at most once .*, not \["page","page"\]/],
    ["a way that is no text", { fallback: [1n] }, /fallback must be a list .*, not 1\. Leave/],
    [
      "a view as yes or no",
      { app: true },
      /app must be an object .*, not true\. .*"app" in fallback/,
    ],
    ["no view", { app: null }, /app must be an object .*, not null/],
    ["a confirm that is a text", { app: { confirm: "no" } }, /app\.confirm must be .*, not "no"/],
    [
      "an elicitation that is a number",
      { app: { elicitation: 1 } },
      /app\.elicitation must be .*, not 1/,
    ],
    [
      "a browser by name",
      { openBrowser: "firefox" },
      /openBrowser must be a function .*, not "firefox"/,
    ],
  ])("%s", (_, options, message) => {
    expect(() => createElicitation(options as ElicitationOptions)).toThrow(
      expect.objectContaining({
        code: "ERR_MIDCALL_OPTION",
        message: expect.stringMatching(message) as string,
      }),
    );
  });

  it.each([
    ["app", () => forSdkV1({ fallback: ["native", "app"] }), /"app" needs a tool .*sdk 1\.x/],
    ["relay", () => forFastMcp({ fallback: ["relay"] }), /"relay" needs a tool .* fastmcp/],
    [
      "app",
      () => forMcpUse({ serverName: "x", fallback: ["app"] }),
      /"app" needs a tool .* mcp-use/,
    ],
  ])("a way %s that is not possible with the framework", (_, create, message) => {
    expect(create).toThrow(
      expect.objectContaining({
        code: "ERR_MIDCALL_OPTION",
        message: expect.stringMatching(message) as string,
      }),
    );
  });

  it.each<[string, unknown, RegExp]>([
    ["a server", new McpServer({ name: "x", version: "1" }), /, not an object\. Pass \(\) => /],
    ["nothing", undefined, /a function that builds a new server .*, not undefined\./],
    ["a name", "x", /, not "x"\./],
  ])("%s in place of the function that builds servers", (_, build, message) => {
    expect(() => createElicitation({ secret }).createHandler(build as never)).toThrow(
      expect.objectContaining({
        code: "ERR_MIDCALL_OPTION",
        message: expect.stringMatching(message) as string,
      }),
    );
  });

  it("a server of another kind", () => {
    for (const server of [null, {}, { server: {} }])
      expect(() => createElicitation().attach(server as McpServer)).toThrow(/takes an? McpServer/);
  });
});

describe("a handler", () => {
  it.each<[string, boolean, HttpHandlerOptions["sessions"], Partial<ElicitationOptions>]>([
    ["with a store for all", true, undefined, { store: { ...createMemoryStore() } }],
    ["with local sessions", false, "local", { store: { ...createMemoryStore() } }],
    ["with the store of one process", false, undefined, { store: createMemoryStore() }],
    ["without a store", false, undefined, {}],
  ])(
    "without a secret, the log says so, and that sessions are not shared: %s",
    async (_, isSaid, sessions, options) => {
      const log = createLog();
      const elicitation = createElicitation({ logger: log, ...options });
      const build = (): McpServer =>
        elicitation.attach(new McpServer({ name: "one", version: "1" }));
      const mcp = elicitation.createHandler(build, { sessions });
      expect(log.warnings).toHaveLength(1);
      expect(log.warnings[0]).toMatch(/^midcall: serving HTTP without a secret, .* Pass `secret`/);
      const said = "Although there is a store, sessions of 2025 are not shared: other replicas";
      expect(log.warnings[0]!.includes(said)).toBe(isSaid);
      await mcp.close();
    },
  );
});
