import { McpServer } from "@modelcontextprotocol/server";
import { accept, createInbox } from "midcall/client";
import { describe, expect, it } from "vitest";
import { buildServer, color, connect, nextShown, playTimeLimit, until, wires } from "./lab.js";

const build = buildServer({
  paint: async (ctx) => (await ctx.elicit("Which color?", color)).action,
});

describe.each(wires)("a call that is cancelled on $era over $transport", (wire) => {
  it("takes its question off the screen, and no other", async () => {
    const inbox = createInbox({ policy: { concurrent: 2 } });
    inbox.mount();
    await using host = await connect(inbox, wire, build);
    const abort = new AbortController();
    const lost = host.client.callTool({ name: "paint" }, { signal: abort.signal });
    const first = await nextShown(inbox);
    const kept = host.client.callTool({ name: "paint" });
    const second = await nextShown(inbox, first.id);
    abort.abort(new Error("changed my mind"));
    await expect(lost).rejects.toThrow("changed my mind");
    await until(() => inbox.getSnapshot().showing.length === 1);
    expect(inbox.getSnapshot().showing[0]!.id).toBe(second.id);
    inbox.respond(second.id, accept({ color: "red" }));
    await kept;
  });
});

describe.each(["2025-06-18", "2025-11-25"] as const)(
  "a server that takes nothing back, on %s",
  (protocolVersion) => {
    it("gets no answer to the question of a call that was stopped", async () => {
      const told: unknown[] = [];
      const forgetful = (): McpServer => {
        const server = new McpServer({ name: "forgetful", version: "1" });
        server.registerTool("paint", {}, async (ctx) => {
          // Without the signal of its call, so that its question outlives it.
          const params = { mode: "form", message: "Which color?", requestedSchema: color } as const;
          await ctx.mcpReq.elicitInput(params as never).then(
            (answer) => told.push(answer),
            (error: Error) => told.push(error.message),
          );
          return { content: [] };
        });
        return server;
      };
      const inbox = createInbox();
      inbox.mount();
      await using host = await connect(inbox, { protocolVersion }, forgetful);
      const abort = new AbortController();
      const stopped = host.client.callTool({ name: "paint" }, { signal: abort.signal });
      const { id } = await nextShown(inbox);
      abort.abort(new Error("stop"));
      await expect(stopped).rejects.toThrow("stop");
      await until(() => told.length === 1);
      expect(inbox.getSnapshot().showing).toEqual([]);
      expect(inbox.respond(id, accept({ color: "red" }))).toMatchObject({ ok: false });
      expect(told).toEqual([expect.stringContaining("No user answered (withdrawn).")]);
    });
  },
);

describe("a connection that ends", () => {
  it("takes pushed questions with it", async () => {
    const inbox = createInbox();
    inbox.mount();
    const host = await connect(inbox, { protocolVersion: "2025-11-25" }, build);
    const call = host.client.callTool({ name: "paint" }).catch((error: unknown) => error);
    await nextShown(inbox);
    await host.client.close();
    expect(await call).toBeInstanceOf(Error);
    expect(inbox.getSnapshot().showing).toEqual([]);
  });
});

describe("maxTotalTimeout on 2026-07-28", () => {
  it("ends the question too", async () => {
    const inbox = createInbox();
    inbox.mount();
    await using host = await connect(inbox, { protocolVersion: "2026-07-28" }, build);
    const time = playTimeLimit();
    const call = host.client.callTool({ name: "paint" }, { maxTotalTimeout: 1000 });
    const ended = expect(call).rejects.toThrow(/time/i);
    await nextShown(inbox);
    time.end();
    await ended;
    expect(time.limits).toEqual([1000]);
    expect(inbox.getSnapshot().showing).toEqual([]);
  });
});
