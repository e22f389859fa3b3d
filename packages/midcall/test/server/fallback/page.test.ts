import { describe, expect, it } from "vitest";
import * as z from "zod";
import { said, text, wires } from "../lab.js";
import { createSite, type Site, type Wire } from "../site.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

/** A host that cannot ask, over HTTP, where the pages know their users by the site's own accounts. */
const httpWires: readonly Wire[] = wires.filter(({ transport }) => transport === "http");

/** The link in a result. */
function linkIn(result: string): string {
  return /https:\S+/.exec(result)![0];
}

async function open(site: Site, result: string): ReturnType<Site["open"]> {
  return site.open({ url: linkIn(result), message: result } as never);
}

const schema = z.object({ city: z.string() });
const value = z.string();

describe.each(httpWires)("a page whose link the model shows, on $protocolVersion", (wire) => {
  const capabilities = {};

  it("asks a host that cannot ask, and goes on when the same call comes again", async () => {
    let runs = 0;
    const site = createSite(wire, async (ctx) => {
      const where = await ctx.elicit("Where to?", schema);
      runs += 1;
      return text([where.action, where.via, where.action === "accept" && where.data.city]);
    });
    await using host = await site.host([], { capabilities });
    const first = said(await host.callTool("run"));
    expect(first).toMatch(/“Where to\?”.*https:.*call "run" again with the same arguments/s);
    const browser = site.pages.browserOf("alice");
    const form = await site.open({ url: linkIn(first), message: first } as never, browser);
    const review = await browser.press(form, "review", { f0: "Oslo" });
    await browser.press(review, "send");
    expect(said(await host.callTool("run"))).toBe('["accept","page","Oslo"]');
    expect(runs).toBe(1);
    // The answer was used: the next call is a new one.
    expect(said(await host.callTool("run"))).toContain("https:");
    expect(runs).toBe(1);
  });

  it("leads to a page of the server's own without another page before it", async () => {
    const site: Site = createSite(wire, async (ctx) => {
      const { id, url } = await ctx.step("link", async () => {
        const asked = { principal: "alice", server: "lab", message: "Approve?" };
        const link = await site.pages.pages.approvalLink(asked);
        return { id: link.id, url: link.url };
      });
      const answer = await ctx.elicit("Approve it there", url);
      return text([answer.action, (await site.pages.pages.follow(id).completed())?.status]);
    });
    await using host = await site.host([], { capabilities });
    const first = said(await host.callTool("run"));
    const browser = site.pages.browserOf("alice");
    const page = await site.open({ url: linkIn(first), message: first } as never, browser);
    expect(page.body).toContain("Approve?");
    await browser.press(page, "approve");
    expect(said(await host.callTool("run"))).toBe('["accept","done"]');
  });

  it("takes a link to another site as accepted when the user goes there", async () => {
    const site = createSite(wire, async (ctx) => {
      const { action, via } = await ctx.elicit("Read the terms there", "https://example.com/terms");
      return text([action, via]);
    });
    await using host = await site.host([], { capabilities });
    const first = said(await host.callTool("run"));
    const browser = site.pages.browserOf("alice");
    const page = await site.open({ url: linkIn(first), message: first } as never, browser);
    const onward = await browser.pressOnly(page, "go");
    expect(JSON.stringify([...onward.headers]) + onward.body).toContain(
      "https://example.com/terms",
    );
    expect(said(await host.callTool("run"))).toBe('["accept","page"]');
  });

  it("tells the handler a decline, and is not asked again in that call", async () => {
    const site = createSite(wire, async (ctx) => {
      const where = await ctx.elicit("Where to?", schema);
      return text([where.action, where.via]);
    });
    await using host = await site.host([], { capabilities });
    const first = said(await host.callTool("run"));
    const browser = site.pages.browserOf("alice");
    const form = await site.open({ url: linkIn(first), message: first } as never, browser);
    await browser.press(form, "decline");
    expect(said(await host.callTool("run"))).toBe('["decline","page"]');
  });

  it("keeps the answer from other arguments, tools and users [ELI-26-21, ELI-26-32]", async () => {
    const site = createSite(wire, async (ctx) => text((await ctx.elicit("Sure?", schema)).action));
    await using host = await site.host([], { capabilities });
    await using other = await site.host([], {
      capabilities,
      authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub: "bob" } },
    });
    const first = said(await host.callTool("run"));
    const browser = site.pages.browserOf("alice");
    const form = await site.open({ url: linkIn(first), message: first } as never, browser);
    await browser.press(await browser.press(form, "review", { f0: "Oslo" }), "send");
    expect(said(await other.callTool("run"))).toContain("https:");
    expect(said(await host.callTool("run", { other: 1 }))).toContain("https:");
    expect(said(await host.callTool("run"))).toBe("accept");
  });

  it("asks several questions one after the other, and those at once together", async () => {
    const site = createSite(
      wire,
      async (ctx) => {
        const [a, b] = await Promise.all([ctx.elicit("A?", value), ctx.elicit("B?", value)]);
        const c = await ctx.elicit("C?", value);
        return text([a, b, c].map((one) => one.action === "accept" && one.data));
      },
      { holdMs: 50 },
    );
    await using host = await site.host([], { capabilities });
    const browser = site.pages.browserOf("alice");
    const answer = async (link: string, value: string): Promise<void> => {
      const form = await site.open({ url: link, message: "" } as never, browser);
      await browser.press(await browser.press(form, "review", { f0: value }), "send");
    };
    const first = said(await host.callTool("run"));
    const [a, b] = [...first.matchAll(/https:\S+/g)].map(([link]) => link);
    await answer(b!, "y");
    const second = said(await host.callTool("run"));
    expect(second).toContain("https:");
    await answer(a!, "x");
    const third = said(await host.callTool("run"));
    expect(third).toContain("“C?”");
    await answer(linkIn(third), "y");
    expect(said(await host.callTool("run"))).toBe('["x","y","y"]');
  });

  it("opens the page of ctx.confirm, where the user signs in", async () => {
    const site = createSite(wire, async (ctx) => text(String(await ctx.confirm("Delete it?"))));
    await using host = await site.host([], { capabilities });
    const first = said(await host.callTool("run"));
    const browser = site.pages.browserOf("alice");
    const form = await site.open({ url: linkIn(first), message: first } as never, browser);
    await browser.press(form, "yes").then(async (seen) => browser.press(seen, "send"));
    expect(said(await host.callTool("run"))).toBe("true");
  });

  it("shows nothing to another user", async () => {
    const site = createSite(wire, async (ctx) => text((await ctx.elicit("Sure?", schema)).action));
    await using host = await site.host([], { capabilities });
    const first = said(await host.callTool("run"));
    const seen = await site.open(
      { url: linkIn(first), message: first } as never,
      site.pages.browserOf("bob"),
    );
    expect(JSON.stringify(seen)).not.toContain("Sure?");
    void open;
  });
});
