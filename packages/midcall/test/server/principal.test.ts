import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, createLog, said, SECRET, wires } from "./lab.js";

/** Whoever `principal` does not name with a text is nobody, and nobody must not be taken for anybody. */
const unusable: readonly (readonly [string, () => unknown, RegExp])[] = [
  ["a Promise", async () => "ada", /not a Promise/],
  ["a Promise that fails", () => Promise.reject(new Error("who?")), /not a Promise/],
  ["null", () => null, /not null/],
  ["an object", () => ({ id: 7 }), /not an object/],
  ["a number", () => 7, /not a number/],
];

describe.each(wires)("a principal on $protocolVersion over $transport", (wire) => {
  it.each(unusable)("that is %s lets nobody in, and the log says so", async (_, principal, why) => {
    let runs = 0;
    const lab = createLab(
      async (ctx) => {
        runs += 1;
        return (await ctx.elicit("Go?", ["yes"])).action;
      },
      { principal: principal as () => string },
    );
    const call = async (): Promise<string> => {
      await using host = await lab.host({ ...wire, answers: () => accept({ value: "yes" }) });
      return said(await host.callTool("run"));
    };
    await expect(call()).rejects.toThrow();
    expect(runs).toBe(0);
    expect(lab.log.errors.join("\n")).toMatch(/principal must return a string or undefined, /);
    expect(lab.log.errors.join("\n")).toMatch(why);
  });

  it("that is undefined or empty is nobody known", async () => {
    for (const nobody of [undefined, ""]) {
      const lab = createLab(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action, {
        principal: () => nobody,
      });
      await using host = await lab.host({ ...wire, answers: [accept({ value: "yes" })] });
      expect(said(await host.callTool("run"))).toBe("accept");
    }
  });
});

describe("what fails while a session begins", () => {
  const initialize = (): Request =>
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 7,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "raw", version: "1" },
        },
      }),
    });
  const modern = (): Request => {
    const prefix = "io.modelcontextprotocol/";
    return new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/list",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 7,
        method: "tools/list",
        params: {
          _meta: {
            [`${prefix}protocolVersion`]: "2026-07-28",
            [`${prefix}clientInfo`]: { name: "raw", version: "1" },
            [`${prefix}clientCapabilities`]: {},
          },
        },
      }),
    });
  };

  it.each([
    ["2025", initialize],
    ["2026", modern],
  ])("is a 500 without the author's words, and told to onerror, on %s", async (_era, request) => {
    const told: Error[] = [];
    const { createHandler } = createElicitation({ secret: SECRET, logger: createLog() });
    const handler = createHandler(
      () => {
        throw new Error("database password: hunter2");
      },
      { onerror: (error) => told.push(error) },
    );
    const response = await handler(request());
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32_603, message: "Internal server error" },
    });
    expect(told.map(({ message }) => message)).toEqual(["database password: hunter2"]);
    await handler.close();
  });

  it("leaves room for the next", async () => {
    let fails = true;
    const elicitation = createElicitation({
      secret: SECRET,
      logger: createLog(),
      principal: () => {
        if (fails) throw new Error("the directory is down");
        return "ada";
      },
    });
    const handler = elicitation.createHandler(
      () => elicitation.attach(new McpServer({ name: "one", version: "1" })),
      { maxSessions: 1 },
    );
    expect((await handler(initialize())).status).toBe(500);
    fails = false;
    expect((await handler(initialize())).status).toBe(200);
    expect((await handler(initialize())).status).toBe(503);
    await handler.close();
  });
});
