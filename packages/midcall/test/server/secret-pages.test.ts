import { PageOutcomeError } from "midcall/server";
import { accept, cancel, decline, type Question } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { openStore } from "../pages/lab.js";
import { said } from "./lab.js";
import { createSite, later, type Site, unsealed, urlWires, wireText } from "./site.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** `ctx.secret` with the real pages: the person's browser on one side, a host on the other. */

const CANARY = "sk_live_canary_4242";
const MINUTE = 60_000;
/** Title of a page that still takes the secret. */
const OPEN = "lab needs a secret from you";

const useIt = async (ctx: {
  secret(name: string, options?: object): Promise<{ reveal(): string }>;
}): Promise<string> => {
  try {
    const key = await ctx.secret("stripe", { timeoutMs: 5 * MINUTE });
    return `${String(key)} of ${key.reveal().length}`;
  } catch (error) {
    if (error instanceof PageOutcomeError) return error.outcome;
    throw error;
  }
};

const GIVEN = `[secret] of ${CANARY.length}`;

const press =
  (site: Site, action: string) =>
  async (question: Question): Promise<void> => {
    const browser = site.pages.browserOf("alice");
    await browser.press(await site.open(question, browser), action);
  };

describe.each(urlWires)("the real pages on $protocolVersion over $transport", (wire) => {
  it("take the secret, and the call goes on; the next one asks nobody", async () => {
    const site = createSite(wire, useIt);
    await using host = await site.host([
      later(async (question) => {
        expect((await site.open(question)).title).toBe(OPEN);
        await site.enter(question, CANARY);
      }),
    ]);
    expect(said(await host.callTool("run"))).toBe(GIVEN);
    expect(said(await host.callTool("run"))).toBe(GIVEN);
    host.expectNoLeftovers();
    const principal = site.pages.alice;
    const id = { principal, server: "lab", name: "stripe" };
    expect((await site.pages.vault.get(id))?.reveal()).toBe(CANARY);
  });

  it.each([
    ["decline", "declined"],
    ["cancel", "cancelled"],
  ])("pass on a %s", async (action, outcome) => {
    const site = createSite(wire, useIt);
    await using host = await site.host([later(press(site, action))]);
    expect(said(await host.callTool("run"))).toBe(outcome);
  });

  it.each([
    ["declined", decline()],
    ["cancelled", cancel()],
  ])("are closed by a question that was %s in the host", async (outcome, answer) => {
    const site = createSite(wire, useIt);
    await using host = await site.host([answer]);
    expect(said(await host.callTool("run"))).toBe(outcome);
    const seen = await site.open(host.questions[0]!);
    expect(seen.title).not.toBe(OPEN);
  });

  it("tell that the link has expired", async () => {
    const site = createSite(wire, useIt);
    const short = site.pages.again({ linkTtlMs: MINUTE });
    const lab = createSite(wire, useIt, { site: site.pages, pages: short });
    await using host = await lab.host([
      later(async (question) => {
        site.pages.clock.now += 2 * MINUTE;
        await site.open(question);
      }),
    ]);
    expect(said(await host.callTool("run"))).toBe("expired");
  });

  it("wait for the right person when a wrong one comes first", async () => {
    const site = createSite(wire, useIt);
    await using host = await site.host([
      later(async (question) => {
        const mallory = site.pages.browserOf("mallory");
        // On one machine the wrong person is the one who has not seen the code.
        if (wire.transport === "stdio") await mallory.open(question.url!);
        else expect((await site.open(question, mallory)).body).not.toContain("stripe");
        await site.enter(question, CANARY);
      }),
    ]);
    expect(said(await host.callTool("run"))).toBe(GIVEN);
  });

  it("tell that only a wrong person came, and that the right one left again", async () => {
    for (const who of ["mallory", "alice"]) {
      const site = createSite(wire, useIt, { holdMs: 30 });
      await using host = await site.host(async (question: Question) => {
        if (question.mode === "url") {
          if (wire.transport === "http" || who === "alice")
            await site.open(question, site.pages.browserOf(who));
        } else site.pages.clock.now += 2 * MINUTE;
        // A question that waits in memory notices the time only when its own timer runs out.
        if (wire.protocolVersion === "2025-11-25") site.pages.clock.now += 5 * MINUTE;
        return accept({ finished: true });
      });
      const missed = wire.transport === "stdio" ? "unanswered" : "wrong-user";
      expect(said(await host.callTool("run"))).toBe(who === "alice" ? "closed" : missed);
    }
  });

  it("serve two at once", async () => {
    const site = createSite(wire, async (ctx) => {
      const [one, two] = await Promise.all([ctx.secret("stripe"), ctx.secret("mail")]);
      return `${one.reveal()} ${two.reveal()}`;
    });
    await using host = await site.host({
      stripe: later((question) => site.enter(question, "1st"), 60),
      mail: later((question) => site.enter(question, "2nd")),
    });
    expect(said(await host.callTool("run"))).toBe("1st 2nd");
    expect(host.questions).toHaveLength(2);
  });

  it("serve two calls that want the same with one page", async () => {
    const site = createSite(wire, useIt);
    await using host = await site.host([
      accept(),
      later((question) => site.enter(question, CANARY), 60),
    ]);
    const results = await Promise.all([host.callTool("run"), host.callTool("run")]);
    expect(results.map(said)).toEqual([GIVEN, GIVEN]);
    for (const question of host.questions) {
      expect((await site.open(question)).title).not.toBe(OPEN);
    }
  });

  it("try the secret out, and keep nothing that does not work", async () => {
    const site = createSite(wire, async (ctx) => {
      const key = await ctx.secret("stripe", { check: (value) => value.startsWith("sk_") });
      return key.reveal().length;
    });
    await using host = await site.host([
      later(async (question) => {
        const seen = await site.enter(question, "a typing error");
        expect(seen.status).toBe(422);
        await site.enter(question, CANARY);
      }),
    ]);
    expect(said(await host.callTool("run"))).toBe(String(CANARY.length));
  });

  it("keep the secret out of everything but the vault", async () => {
    const store = openStore();
    const site = createSite(
      wire,
      async (ctx) => {
        const key = await ctx.secret("stripe");
        await ctx.elicit("Go on?", ["yes"]);
        await ctx.step("use", () => key.use((text) => text.length));
        const login = await ctx.secret("mail", {
          schema: { type: "object", properties: { pin: { type: "string" } }, required: ["pin"] },
        });
        await ctx.elicit("And now?", ["yes"]);
        return `${String(key)} ${JSON.stringify({ key, login })}`;
      },
      { store },
    );
    await using host = await site.host({
      stripe: later((question) => site.enter(question, CANARY)),
      mail: later((question) => site.enter(question, `${CANARY}-pin`)),
      "Go on?": accept({ value: "yes" }),
      "And now?": accept({ value: "yes" }),
    });
    expect(said(await host.callTool("run"))).toBe('[secret] {"key":"[secret]","login":"[secret]"}');
    const stored = store.values().join("\n");
    await site.pages.flushAudit();
    const places = {
      wire: wireText(host),
      store: [stored, ...unsealed(store.values())].join("\n"),
      pages: site.pages.store.values().join("\n"),
      log: [...site.lab.log.warnings, ...site.lab.log.errors, ...site.pages.logs].join("\n"),
      audit: JSON.stringify(site.pages.audit.entries()),
    };
    // The look itself is worth something: what has to be in these places is found there.
    expect(places.wire).toContain("lab needs the secret");
    if (wire.protocolVersion === "2026-07-28") {
      expect(places.wire).toContain('"k":"secret:stripe end"');
      expect(places.store).toContain('"k":"secret:mail link"');
    }
    expect(places.audit).toContain("page-secret");
    for (const text of Object.values(places)) expect(text).not.toContain(CANARY);
  });
});
