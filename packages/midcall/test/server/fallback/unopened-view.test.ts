import { createMemoryStore } from "midcall/store";
import type { ElicitationOptions } from "midcall/server";
import type { TestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { moveUnopened } from "../../../src/server/fallback/places/move-question.js";
import {
  createQuestionSlots,
  type StoredQuestion,
} from "../../../src/server/fallback/places/question-slots.js";
import { createSealer } from "../../../src/server/state/sealer.js";
import { createLab, SECRET, said, text, wires } from "../lab.js";
import { createSite, type Site } from "../site.js";
import { SealedStore } from "../../../src/server/state/sealed-store.js";
import { resolveOptions } from "../../../src/server/options.js";

/** A host that declares views, and shows none, or none with a question: `_meta` is lost on the way. */

const capabilities = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};
const schema = z.object({ city: z.string().min(2) });
const httpWires = wires.filter(({ transport }) => transport === "http");
const pipes = wires.filter(({ transport }) => transport === "stdio");

const whereTo = async (ctx: Parameters<Parameters<typeof createLab>[0]>[0]): Promise<unknown> => {
  const where = await ctx.elicit("Where to?", schema);
  return text([where.action, where.via, where.action === "accept" && where.data.city]);
};

async function fromView(host: TestHost, asked: unknown, answer: object): Promise<unknown> {
  const { id, key } = asked as AppQuestion;
  const result = await host.callTool("midcall_answer", { id, key, ...answer });
  return result.structuredContent;
}

describe.each(httpWires)("a view that nobody opens, on $protocolVersion", (wire) => {
  const siteOf = (handler = whereTo, more: ElicitationOptions = {}): Site =>
    createSite(wire, handler, {
      ...{ fallback: ["app", "page"], store: createMemoryStore(), holdMs: 60 },
      ...more,
    });

  it("gives way to a page when the call comes again, and the page has the answer", async () => {
    const site = siteOf();
    await using host = await site.host([], { capabilities });
    const first = await host.callTool("run");
    expect(said(first)).toMatch(/in the view of this call.*make the same call again at once/s);
    const second = said(await host.callTool("run"));
    expect(second).toMatch(/“Where to\?” on this page: https:/);
    const url = /https:\S+/.exec(second)![0];
    // The view is too late: only one of the two may answer.
    const asked = first._meta![QUESTION_META];
    expect(await fromView(host, asked, { action: "look" })).toEqual({ status: "closed" });
    const answer = { action: "accept", content: { city: "Rome" } };
    expect(await fromView(host, asked, answer)).toEqual({ status: "closed" });
    // And it stays there.
    expect(said(await host.callTool("run"))).toContain(url);
    const browser = site.pages.browserOf("alice");
    const form = await site.open({ url, message: second } as never, browser);
    await browser.press(await browser.press(form, "review", { f0: "Oslo" }), "send");
    expect(said(await host.callTool("run"))).toBe('["accept","page","Oslo"]');
  });

  it("keeps the question once it was opened", async () => {
    const site = siteOf();
    await using host = await site.host([], { capabilities });
    const asked = (await host.callTool("run"))._meta![QUESTION_META];
    expect(await fromView(host, asked, { action: "look" })).toMatchObject({ status: "open" });
    expect(said(await host.callTool("run"))).toContain("in the view of this call");
    const answer = { action: "accept", content: { city: "Oslo" } };
    expect(await fromView(host, asked, answer)).toEqual({ status: "received" });
    expect(said(await host.callTool("run"))).toBe('["accept","app","Oslo"]');
  });

  it("says that the call cannot go on where there is no other way", async () => {
    const site = siteOf(whereTo, { fallback: ["app"] });
    await using host = await site.host([], { capabilities });
    for (let call = 0; call < 2; call++)
      expect(said(await host.callTool("run"))).toMatch(
        /If they see no such question, this app cannot show it, and the call cannot go on here/,
      );
  });

  it("never gives ctx.confirm to the model", async () => {
    const site = siteOf(async (ctx) => text(String(await ctx.confirm("Delete it?"))), {
      fallback: ["app", "relay"],
    });
    await using host = await site.host([], { capabilities });
    for (let call = 0; call < 3; call++) {
      const words = said(await host.callTool("run"));
      expect(words).toContain("in the view of this call");
      expect(words).not.toContain("midcall_relay_answer");
    }
  });
});

describe.each(pipes)(
  "a view that nobody opens on the user's machine, on $protocolVersion",
  (wire) => {
    it("gives way to a page that the server opens", async () => {
      const opened: string[] = [];
      const lab = createLab(whereTo, {
        ...{ fallback: ["app", "page"], store: createMemoryStore(), holdMs: 60 },
        openBrowser: async (url) => void opened.push(url),
      });
      await using host = await lab.host({ ...wire, capabilities });
      expect(said(await host.callTool("run"))).toContain("in the view of this call");
      expect(opened).toEqual([]);
      expect(said(await host.callTool("run"))).toContain(
        "on a page that this server has opened in their browser",
      );
      expect(opened.length).toBe(1);
    });
  },
);

it("an answer that comes while the question is put elsewhere counts, and the other place is closed", async () => {
  const slots = createQuestionSlots(
    new SealedStore(createMemoryStore(), createSealer(SECRET)),
    "a server",
    resolveOptions({}),
  );
  const question: StoredQuestion = {
    via: "app",
    ...{ asked: "", user: "", server: "", tool: "", message: "", key: "" },
    ...{
      expiresAt: Date.now() + 60_000,
      keptUntil: Date.now() + 120_000,
      elsewhere: ["local-page"] as const,
    },
  };
  const id = await slots.open(question);
  const closed: string[] = [];
  const places = {
    async putStored() {
      expect(await slots.answer(id, { action: "decline" })).toBe("received");
      return { via: "page", id: "page-1" } as const;
    },
    close: async ({ id: place }: { id: string }) => void closed.push(place),
  };
  expect(await moveUnopened({ via: "app", id }, places, slots)).toBeUndefined();
  expect(closed).toEqual(["page-1"]);
  expect(await slots.answerTo(id)).toEqual({ action: "decline" });
});
