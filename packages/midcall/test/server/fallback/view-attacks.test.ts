import type { ElicitationOptions } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import type { TestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { createLab, type Lab, said, text, wires } from "../lab.js";

/** What a model or another user can try with the answer tool of the view: a host may fail to hide it. */

const capabilities = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};
const yes = { action: "accept", content: { confirm: true } };
const httpWires = wires.filter(({ transport }) => transport === "http");

const user = (sub: string): object => ({
  authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub } },
});

/** A server whose tool deletes something, if the user confirms it. */
function createDeleting(options: ElicitationOptions = {}): Lab & { readonly deleted: string[] } {
  const deleted: string[] = [];
  const lab = createLab(
    async (ctx) => {
      if (await ctx.confirm("Delete it?")) deleted.push("it");
      return text(deleted.length === 0 ? "kept" : "deleted");
    },
    { fallback: ["app"], store: createMemoryStore(), ...options },
  );
  return { ...lab, deleted };
}

const ask = async (host: TestHost, args?: object): Promise<AppQuestion> =>
  (await host.callTool("run", { ...args }))._meta![QUESTION_META] as AppQuestion;

const answer = async (host: TestHost, args: object): Promise<unknown> =>
  (await host.callTool("midcall_answer", { ...args })).structuredContent;

describe.each(httpWires)("the answer tool of the view, on $protocolVersion", (wire) => {
  const open = (lab: Lab, sub = "alice"): Promise<TestHost> =>
    lab.host({ ...wire, capabilities, ...user(sub) });

  it("is for the view only", async () => {
    const lab = createDeleting();
    await using host = await open(lab);
    const tool = (await host.listTools()).find(({ name }) => name === "midcall_answer");
    expect(tool?._meta).toEqual({ ui: { visibility: ["app"] } });
  });

  it("does nothing without the key, with what the model has read [ELI-26-32]", async () => {
    const lab = createDeleting();
    await using host = await open(lab);
    const first = await host.callTool("run");
    const { id } = first._meta![QUESTION_META] as AppQuestion;
    const words = JSON.stringify([first.content, await host.listTools()]).match(/[\w-]+/g)!;
    for (const args of [
      yes,
      { id, ...yes },
      { id, key: null, ...yes },
      { id, key: [], ...yes },
      { id, key: { length: 32 }, ...yes },
      { id: { toString: "x" }, key: "x", ...yes },
      ...words.map((word) => ({ id, key: word, ...yes })),
    ])
      expect(await answer(host, args)).toEqual({ status: "unknown" });
    expect(said(await host.callTool("run"))).toContain("in the view");
    expect(lab.deleted).toEqual([]);
  });

  it("takes a key once: the first answer stands, and the next call needs a new one", async () => {
    const lab = createDeleting();
    await using host = await open(lab);
    const { id, key } = await ask(host);
    expect(await answer(host, { id, key, action: "decline" })).toEqual({ status: "received" });
    expect(await answer(host, { id, key, ...yes })).toEqual({ status: "closed" });
    expect(said(await host.callTool("run"))).toBe("kept");
    // The question is over, and the key with it.
    expect(await answer(host, { id, key, ...yes })).toEqual({ status: "unknown" });
    const next = await ask(host);
    expect(next.id).not.toBe(id);
    expect(next.key).not.toBe(key);
    expect(await answer(host, { id: next.id, key, ...yes })).toEqual({ status: "unknown" });
    expect(said(await host.callTool("run"))).toContain("in the view");
    expect(lab.deleted).toEqual([]);
  });

  it("takes one of many answers at once", async () => {
    const lab = createDeleting();
    await using host = await open(lab);
    const { id, key } = await ask(host);
    const both = [yes, { action: "decline" }, yes, { action: "cancel" }];
    const ends = await Promise.all(both.map((one) => answer(host, { id, key, ...one })));
    const received = ends.map((end) => (end as { status: string }).status);
    expect(received.toSorted()).toEqual(["closed", "closed", "closed", "received"]);
    await host.callTool("run");
    const first = both[received.indexOf("received")];
    expect(lab.deleted).toEqual(first === yes ? ["it"] : []);
  });

  it("refuses the key of another user's call, and of another call [ELI-26-32]", async () => {
    const lab = createDeleting();
    await using alice = await open(lab);
    await using mallory = await open(lab, "mallory");
    const { id, key } = await ask(alice);
    const own = await ask(mallory);
    expect(await answer(mallory, { id, key, ...yes })).toEqual({ status: "unknown" });
    expect(await answer(mallory, { id, key, action: "look" })).toEqual({ status: "unknown" });
    expect(await answer(mallory, { id, key: own.key, ...yes })).toEqual({ status: "unknown" });
    expect(await answer(mallory, { id: own.id, key, ...yes })).toEqual({ status: "unknown" });
    const other = await ask(alice, { other: true });
    expect(await answer(alice, { id: other.id, key, ...yes })).toEqual({ status: "unknown" });
    // An answer goes to its own call alone.
    expect(await answer(alice, { id, key, ...yes })).toEqual({ status: "received" });
    expect(said(await mallory.callTool("run"))).toContain("in the view");
    expect(said(await alice.callTool("run", { other: true }))).toContain("in the view");
    expect(lab.deleted).toEqual([]);
    expect(said(await alice.callTool("run"))).toBe("deleted");
  });

  it("never gets a confirmation that the author keeps off the view", async () => {
    const lab = createDeleting({ app: { confirm: false } });
    await using host = await open(lab);
    const end = await host.callTool("run").then(
      (result) => JSON.stringify(result),
      (error: unknown) => JSON.stringify(error),
    );
    expect(end).not.toContain(QUESTION_META);
    expect(end).not.toContain("in the view");
    expect(lab.deleted).toEqual([]);
  });
});
