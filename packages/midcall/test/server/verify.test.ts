import { createRequestStateCodec, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { accept, createTestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLog, said, SECRET, text } from "./lab.js";

const codec = createRequestStateCodec<{ n: number }>({ key: SECRET });

/** A server with a tool of midcall's, and one that carries state by itself. */
function build(verify: "alone" | "before the codec" | "none") {
  const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
  const hook = verify === "alone" ? elicitation.verify : elicitation.verify(codec.verify);
  const server = elicitation.attach(
    new McpServer(
      { name: "both", version: "1.0.0" },
      verify === "none" ? {} : { requestState: { verify: hook } },
    ),
  );
  server.registerTool(
    "ask",
    {},
    elicitation.handler(async (ctx) => text((await ctx.elicit("Which?", ["a"])).action)),
  );
  server.registerTool("guard", {}, async (ctx) => {
    const state = ctx.mcpReq.requestState<{ n: number } | string>();
    if (state === undefined) return inputRequired({ requestState: await codec.mint({ n: 7 }) });
    return text(typeof state === "string" ? "raw state" : `state ${state.n}`);
  });
  return server;
}

describe("a server with a requestState hook", () => {
  it.each(["alone", "before the codec", "none"] as const)("asks with verify %s", async (verify) => {
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2026-07-28",
      build: () => build(verify),
      answers: [accept({ value: "a" })],
    });
    expect(said(await host.callTool("ask"))).toBe("accept");
  });

  it("leaves other states to the codec behind it", async () => {
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2026-07-28",
      build: () => build("before the codec"),
    });
    expect(said(await host.callTool("guard"))).toBe("state 7");
  });

  it("passes other states through where there is no codec", async () => {
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2026-07-28",
      build: () => build("alone"),
    });
    expect(said(await host.callTool("guard"))).toBe("raw state");
  });

  it("lets the codec refuse what neither made", async () => {
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2026-07-28",
      build: () => build("before the codec"),
    });
    const call = host.client.request(
      {
        method: "tools/call",
        params: { name: "guard", arguments: {}, requestState: "made up" },
      } as never,
      { allowInputRequired: true },
    );
    await expect(call).rejects.toMatchObject({ code: -32602 });
  });

  it("refuses a foreign state for a tool of midcall's, whatever the hook", async () => {
    const foreign = await codec.mint({ n: 1 });
    for (const verify of ["alone", "before the codec", "none"] as const) {
      await using host = await createTestHost({
        timeoutMs: 3_600_000,
        protocolVersion: "2026-07-28",
        build: () => build(verify),
      });
      const call = host.client.request(
        {
          method: "tools/call",
          params: { name: "ask", arguments: {}, requestState: foreign },
        } as never,
        { allowInputRequired: true },
      );
      await expect(call).rejects.toMatchObject({ code: -32602 });
    }
  });
});
