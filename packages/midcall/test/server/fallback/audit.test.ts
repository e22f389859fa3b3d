import { createAuditTrail, createMemorySink } from "midcall/audit";
import type { ElicitationContext } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { accept, cancel, decline, type Answers } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { sha256 } from "../../../src/audit/digest.js";
import { openAndLook } from "../../local-page/lab.js";
import { Browser } from "../../pages/browser.js";
import { createLab, said, text, wires } from "../lab.js";
import { alice, createSite, later, urlWires } from "../site.js";

const schema = z.object({ city: z.string() });

const whereTo = async (ctx: ElicitationContext): Promise<unknown> => {
  await ctx.step("before", () => 1);
  const where = await ctx.elicit("Where to?", schema);
  await ctx.step("after", () => 1);
  return text([where.action, where.via]);
};

/** An audit trail, and what it has of each question. */
function createLedger() {
  const sink = createMemorySink();
  const audit = createAuditTrail({ sink });
  return {
    audit,
    async entries() {
      await audit.flush();
      // No answer is in it, whatever was answered.
      expect(JSON.stringify(sink.entries())).not.toMatch(/Oslo|Nowhere/);
      return sink.entries();
    },
  };
}

const digest = await sha256("Where to?");
const entry = (action: string, via: string, more: object = {}): object => ({
  v: 1,
  ...{ server: { name: "lab" }, tool: "run", mode: "form", messageDigest: digest },
  fields: [{ name: "city", kind: "text", required: true }],
  ...{ action, via },
  askedAt: expect.any(String),
  answeredAt: expect.any(String),
  elapsedMs: expect.any(Number),
  id: expect.any(String),
  ...more,
});

describe.each(wires)("in the host, on $protocolVersion over $transport", (wire) => {
  it.each([
    ["accept", accept({ city: "Oslo" }), {}],
    ["decline", decline(), {}],
    ["cancel", cancel(), {}],
    ["unanswered", accept({ city: 4 }), { reason: "invalid" }],
  ] as const)("%s is recorded once", async (action, answer, more) => {
    const ledger = createLedger();
    const lab = createLab(whereTo, { audit: ledger.audit, maxAttempts: 1 });
    await using host = await lab.host({ ...wire, answers: [answer] as Answers });
    await host.callTool("run");
    const [first, ...others] = await ledger.entries();
    expect(first).toMatchObject(
      entry(action, "native", { protocolVersion: wire.protocolVersion, ...more }),
    );
    expect(others).toEqual([]);
  });
});

describe.each(wires)("a confirmation, on $protocolVersion over $transport", (wire) => {
  it.each([
    ["a yes", accept({ confirm: true }), undefined, "accept", true],
    ["a No that is sent", accept({ confirm: false }), undefined, "accept", false],
    ["the word", accept({ confirm: "prod" }), "prod", "accept", true],
    ["a decline", decline(), undefined, "decline", undefined],
  ] as const)("%s is recorded as what it is", async (_, answer, typed, action, confirmed) => {
    const ledger = createLedger();
    const lab = createLab(
      async (ctx) => text(String(await ctx.confirm("Delete?", typed ? { typed } : {}))),
      { audit: ledger.audit },
    );
    await using host = await lab.host({ ...wire, answers: [answer] });
    expect(said(await host.callTool("run"))).toBe(String(confirmed === true));
    const [only, ...others] = await ledger.entries();
    expect([only?.action, only?.confirmed]).toEqual([action, confirmed]);
    expect(JSON.stringify(only)).not.toContain("prod");
    expect(others).toEqual([]);
  });
});

describe.each(urlWires)("a link, on $protocolVersion over $transport", (wire) => {
  it("is recorded with its host alone", async () => {
    const ledger = createLedger();
    const lab = createLab(
      async (ctx) => text((await ctx.elicit("Pay", "https://pay.example/x?y=Oslo")).action),
      { audit: ledger.audit },
    );
    await using host = await lab.host({ ...wire, answers: [accept()] });
    await host.callTool("run");
    const mode = { mode: "url", urlHost: "pay.example", via: "native", action: "accept" };
    expect(await ledger.entries()).toEqual([expect.objectContaining(mode)]);
  });

  it("to the page of a form is recorded as that form", async () => {
    const ledger = createLedger();
    const site = createSite(wire, whereTo, { audit: ledger.audit });
    const answers = [
      later(async (question) => {
        const browser = site.pages.browserOf("alice");
        const form = await site.open(question, browser);
        await browser.press(await browser.press(form, "review", { f0: "Oslo" }), "send");
      }),
    ];
    await using host = await site.host(answers, { capabilities: { elicitation: { url: {} } } });
    expect(said(await host.callTool("run"))).toBe('["accept","page"]');
    const principal = wire.transport === "http" ? alice.extra.sub : expect.any(String);
    expect(await ledger.entries()).toEqual([
      expect.objectContaining(entry("accept", "page", { principal })),
    ]);
  });
});

describe.each(wires.filter(({ transport }) => transport === "stdio"))(
  "where the host cannot ask, on $protocolVersion",
  (wire) => {
    const silent = { ...wire, answers: [], capabilities: {} };

    it("the page that the server opens is recorded as one", async () => {
      const ledger = createLedger();
      const opened: string[] = [];
      const openBrowser = async (url: string): Promise<void> => void opened.push(url);
      const lab = createLab(whereTo, { audit: ledger.audit, openBrowser, keepAliveMs: 50 });
      await using host = await lab.host(silent);
      const call = host.callTool("run");
      await expect.poll(() => opened.length).toBe(1);
      const browser = new Browser({});
      const page = await openAndLook(browser, opened[0]!);
      await browser.press(page, "answer", { f0: "Oslo" });
      await call;
      expect(await ledger.entries()).toEqual([expect.objectContaining(entry("accept", "page"))]);
    });

    it("the view is recorded as one", async () => {
      const ledger = createLedger();
      const store = createMemoryStore();
      const fallback = ["app"] as const;
      const lab = createLab(whereTo, { audit: ledger.audit, fallback, store });
      const extensions = {
        "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
      };
      await using host = await lab.host({ ...silent, capabilities: { extensions } });
      const { _meta } = await host.callTool("run");
      expect(await ledger.entries()).toEqual([]);
      const { id, key } = _meta![QUESTION_META] as AppQuestion;
      await host.callTool("midcall_answer", { id, key, action: "decline" });
      expect(said(await host.callTool("run"))).toBe('["decline","app"]');
      expect(await ledger.entries()).toEqual([expect.objectContaining(entry("decline", "app"))]);
    });

    it("the model is recorded as one", async () => {
      const ledger = createLedger();
      const lab = createLab(whereTo, { audit: ledger.audit, fallback: ["relay"] });
      await using host = await lab.host(silent);
      const continuation = /continuation "([^"]+)"/.exec(said(await host.callTool("run")))![1];
      const answer = { action: "accept", content: { city: "Oslo" } };
      await host.callTool("midcall_relay_answer", { continuation, ...answer });
      expect(await ledger.entries()).toEqual([expect.objectContaining(entry("accept", "relay"))]);
    });
  },
);
