import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationContext } from "midcall/server";
import { createElicitation as createSdkV1Elicitation } from "midcall/server/sdk-v1";
import { McpServer as SdkV1Server } from "@modelcontextprotocol/sdk/server/mcp.js";
import { accept, decline } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, createLog, protocolVersions, said, SECRET } from "./lab.js";

/** What the author of a server hears of mistakes: the model gets them as the result of a call, and cannot mend them. */

describe.each(protocolVersions)("on %s", (protocolVersion) => {
  const heard = async (handler: (ctx: ElicitationContext) => unknown) => {
    const lab = createLab(handler, { development: false });
    await using host = await lab.host({ protocolVersion, answers: () => decline() });
    return { end: said(await host.callTool("run")), ...lab.log };
  };

  it.each<[string, (ctx: ElicitationContext) => unknown]>([
    ["a question without a message", (ctx) => ctx.elicit("", ["a"])],
    ["an empty list", (ctx) => ctx.elicit("Which?", [])],
    [
      "a password in a form",
      (ctx) =>
        ctx.elicit("Log in", {
          type: "object",
          properties: { password: { type: "string" } },
        } as never),
    ],
    ["a question that is not waited for", (ctx) => void ctx.confirm("Sure?")],
    [
      "two steps of one key",
      async (ctx) => [await ctx.step("a", () => 1), await ctx.step("a", () => 2)],
    ],
    ["a question in a step", (ctx) => ctx.step("a", () => ctx.confirm("Sure?"))],
    ["a step without a function", (ctx) => ctx.step("a", undefined as never)],
    ["a secret without pages", (ctx) => ctx.secret("stripe")],
  ])("%s is in the log, once, with its tool", async (_, handler) => {
    const { end, errors } = await heard(handler);
    expect(errors).toEqual([`midcall: "run": ${end.replace("error: ", "")}`]);
  });

  it("what is nobody's mistake is not: a no, no answer, an error of the handler's own", async () => {
    for (const handler of [
      (ctx: ElicitationContext) => ctx.confirm("Sure?"),
      () => Promise.reject(new Error("The disk is full.")),
      (ctx: ElicitationContext) => ctx.elicit("Which?", ["a"]).then(({ action }) => action),
    ])
      expect((await heard(handler)).errors).toEqual([]);
  });
});

describe("the advice for a handler that does something else in a later round", () => {
  /** A handler that does one thing in its first run, and another one later. */
  const twice = async (
    first: (ctx: ElicitationContext) => unknown,
    later: (ctx: ElicitationContext) => unknown,
  ): Promise<string> => {
    let runs = 0;
    const lab = createLab((ctx) => (++runs === 1 ? first(ctx) : later(ctx)));
    await using host = await lab.host({
      ...{ protocolVersion: "2026-07-28", answers: () => accept({ value: "a" }) },
    });
    return said(await host.callTool("run"));
  };
  const KEY = "Give a question a key";
  const RACE = "To stop waiting for an answer, pass timeoutMs";
  const LOCK = "A lock that an earlier round has taken";

  it("names a key where one helps, and not where the question has one", async () => {
    const named = { key: "which" };
    const without = await twice(
      (ctx) => ctx.elicit("Which?", ["a"]),
      () => "done",
    );
    const withKey = await twice(
      (ctx) => ctx.elicit("Which?", ["a"], named),
      () => "done",
    );
    expect([without.includes(KEY), withKey.includes(KEY)]).toEqual([true, false]);
    expect([without.includes(RACE), withKey.includes(RACE)]).toEqual([true, true]);
    expect([without.includes(LOCK), withKey.includes(LOCK)]).toEqual([false, false]);
  });

  it("names no race and no lock where another step is in its place", async () => {
    const end = await twice(
      (ctx) => ctx.elicit("Which?", ["a"]),
      (ctx) => ctx.step("delete", () => 1),
    );
    expect(end).toMatch(/^error: Replay mismatch .* Now: the step "delete"\./);
    expect([RACE, LOCK].filter((hint) => end.includes(hint))).toEqual([]);
  });
});

describe("a server of two createElicitation", () => {
  it("is refused where it is attached a second time, by name of the mistake", () => {
    const first = createElicitation({ secret: SECRET, logger: createLog() });
    const second = createElicitation({ secret: SECRET, logger: createLog() });
    const server = first.attach(new McpServer({ name: "files", version: "1.0.0" }));
    expect(() => second.attach(server)).toThrow(
      "This server is already attached, by another createElicitation. Make one for all servers of the program, and use its attach and handler alone.",
    );
    const old = createSdkV1Elicitation().attach(
      new SdkV1Server({ name: "files", version: "1.0.0" }),
    );
    expect(() => createSdkV1Elicitation().attach(old)).toThrow(
      /already attached, by another createElicitation/,
    );
  });

  it("is named in a call whose handler is of another one than its server", async () => {
    const log = createLog();
    const other = createElicitation({ secret: SECRET, logger: log });
    const lab = createLab(() => "never");
    const build = (): McpServer => {
      const server = lab.build();
      server.registerTool(
        "other",
        {},
        other.handler(async (ctx) => ({ content: [], _meta: { can: ctx.canElicit("form") } })),
      );
      return server;
    };
    const { createTestHost } = await import("midcall/testing");
    await using host = await createTestHost({ build, protocolVersion: "2025-11-25" });
    expect(said(await host.callTool("other"))).toMatch(
      /^error: This handler runs on a server that is not attached, or is attached by another createElicitation\./,
    );
  });
});
