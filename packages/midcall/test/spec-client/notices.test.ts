import { McpServer, UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import { accept, cancel, createInbox } from "midcall/client";
import { describe, expect, it, vi } from "vitest";
import { connect, nextShown, said, text } from "../client/lab.js";
import { nothingMore, old } from "./wire.js";

const METHOD = "notifications/elicitation/complete";

/** A tool that fails with -32042 until it is told that the page is done. */
async function lab(elicitationId: string) {
  const state = { done: false, calls: 0 };
  let server!: McpServer;
  const inbox = createInbox({ open: () => {} });
  inbox.mount();
  const host = await connect(inbox, old, () => {
    server = new McpServer({ name: "lab", version: "1.0.0" });
    server.registerTool("run", {}, () => {
      state.calls++;
      if (state.done) return text("finished");
      const url = "https://example.com/page";
      throw new UrlElicitationRequiredError([
        { mode: "url", message: "Open?", url, elicitationId },
      ]);
    });
    return server;
  });
  const errors = vi.fn();
  host.client.onerror = errors;
  const notify = async (params: object): Promise<void> => {
    await server.server.notification({ method: METHOD, params } as never);
    // What comes later on the same connection has been handled after the notice.
    await host.client.ping();
  };
  return { state, inbox, host, notify, errors };
}

describe("completion notices on 2025-11-25", () => {
  it("change nothing where their id is unknown or done with [ELI-25B-23]", async () => {
    const { state, inbox, host, notify, errors } = await lab("page-1");
    await using _ = host;
    await notify({ elicitationId: "page-1" });
    const call = host.client.callTool({ name: "run" });
    const { id } = await nextShown(inbox);
    inbox.respond(id, accept());
    for (const elicitationId of ["page-2", "", "__proto__", id]) await notify({ elicitationId });
    expect(inbox.getSnapshot().showing).toMatchObject([{ id, opened: true }]);
    expect(state.calls).toBe(1);
    state.done = true;
    await notify({ elicitationId: "page-1" });
    expect(said(await call)).toBe("finished");
    await notify({ elicitationId: "page-1" });
    expect(state.calls).toBe(2);
    expect(errors).not.toHaveBeenCalled();
    expect(said(await host.client.callTool({ name: "run" }))).toBe("finished");
  });

  it("that never come leave the person a retry and a cancel [ELI-25B-24]", async () => {
    const { state, inbox, host } = await lab("page-1");
    await using _ = host;
    const retried = host.client.callTool({ name: "run" });
    const { id } = await nextShown(inbox);
    inbox.respond(id, accept());
    await nothingMore();
    expect(inbox.getSnapshot().showing).toMatchObject([{ id, opened: true }]);
    expect(state.calls).toBe(1);
    state.done = true;
    inbox.respond(id, accept());
    expect(said(await retried)).toBe("finished");

    state.done = false;
    const left = expect(host.client.callTool({ name: "run" })).rejects.toMatchObject({
      code: -32042,
    });
    const again = await nextShown(inbox, id);
    inbox.respond(again.id, accept());
    inbox.respond(again.id, cancel());
    await left;
    expect(state.calls).toBe(3);
  });

  it.each(["Page-1", " ", "__proto__", "https://other.example/", '{"id":"Page-1"}', "\uFB01"])(
    "are matched by an id that means nothing else: %j [SCH-25B-01]",
    async (elicitationId) => {
      const { state, inbox, host, notify } = await lab(elicitationId);
      await using _ = host;
      const call = host.client.callTool({ name: "run" });
      const question = await nextShown(inbox);
      expect(question).toMatchObject({ link: { url: "https://example.com/page" } });
      inbox.respond(question.id, accept());
      for (const near of [elicitationId.toLowerCase(), `${elicitationId} `, "", "fi", "page-1"]) {
        if (near !== elicitationId) await notify({ elicitationId: near });
      }
      expect(inbox.getSnapshot().showing).toMatchObject([{ opened: true }]);
      state.done = true;
      await notify({ elicitationId });
      expect(said(await call)).toBe("finished");
    },
  );
});
