import { type ConnectOptions, type ElicitationContext, PageOutcomeError } from "midcall/server";
import { accept, decline, type Question } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { openStore } from "../pages/lab.js";
import { said } from "./lab.js";
import { createSite, later, type Site, unsealed, urlWires, wireText } from "./site.js";

/** `ctx.connect` with the real pages, before an authorization server in memory. */

const HOUR = 3_600_000;

const use =
  (options?: ConnectOptions) =>
  async (ctx: ElicitationContext): Promise<string> => {
    try {
      const { accessToken, scopes } = await ctx.connect("api", options);
      return `${accessToken.use((token) => token.replace(/-[^-]*$/, ""))} for ${scopes.join(" ")}`;
    } catch (error) {
      if (!(error instanceof PageOutcomeError)) throw error;
      return `${error.outcome} ${error.providerError ?? ""}`.trim();
    }
  };

/** Follows the link, and the consent behind it. */
const consents =
  (site: Site) =>
  async (question: Question): Promise<void> => {
    const browser = site.pages.browserOf("alice");
    await browser.press(await site.open(question, browser), "connect");
  };

describe.each(urlWires)("ctx.connect on $era over $transport", (wire) => {
  it("connects an account once, and renews its token near its end", async () => {
    const site = createSite(wire, use({ scopes: ["read"] }));
    await using host = await site.host([later(consents(site))]);
    expect(said(await host.callTool("run"))).toBe("at-alice-there for read");
    expect(host.questions[0]).toMatchObject({
      mode: "url",
      message: expect.stringMatching(/^lab wants to use your account at api\./) as string,
    });
    expect(said(await host.callTool("run"))).toBe("at-alice-there for read");
    expect(site.pages.api.refreshes).toBe(0);
    site.pages.clock.now += HOUR;
    expect(said(await host.callTool("run"))).toBe("at-alice-there for read");
    expect(site.pages.api.refreshes).toBe(1);
    expect(host.questions).toHaveLength(1);
  });

  it("asks again for more, once for each in a call", async () => {
    const site = createSite(wire, async (ctx) => {
      await use({ scopes: ["read"] })(ctx);
      const more = await use({ scopes: ["read", "write"] })(ctx);
      const again = await use({ scopes: ["write", "read"] })(ctx);
      const any = await use()(ctx);
      return [more, again, any].join(", ");
    });
    await using host = await site.host([later(consents(site)), later(consents(site))]);
    expect(said(await host.callTool("run"))).toBe(
      Array(3).fill("at-alice-there for read write").join(", "),
    );
    host.expectNoLeftovers();
  });

  it("passes on what the service says", async () => {
    const site = createSite(wire, use());
    site.pages.api.deny = "access_denied";
    await using host = await site.host([later(consents(site))]);
    expect(said(await host.callTool("run"))).toBe("provider-error access_denied");
  });

  it("is told when less was granted than asked for", async () => {
    const site = createSite(wire, use({ scopes: ["read", "write"] }));
    site.pages.api.grants = "read";
    await using host = await site.host([later(consents(site))]);
    expect(said(await host.callTool("run"))).toBe("provider-error insufficient_scope");
  });

  it("is told of a no", async () => {
    const site = createSite(wire, use());
    await using host = await site.host([decline()]);
    expect(said(await host.callTool("run"))).toBe("declined");
  });

  it("asks anew when the service has taken the account back", async () => {
    const site = createSite(wire, use({ scopes: ["read"] }));
    await using host = await site.host([later(consents(site)), later(consents(site))]);
    await host.callTool("run");
    await site.pages.pages.tokens.revoke({
      principal: site.pages.alice,
      server: "lab",
      provider: "api",
    });
    expect(said(await host.callTool("run"))).toBe("at-alice-there for read");
    host.expectNoLeftovers();
  });

  it("says so when it is disconnected in the middle of a call", async () => {
    const site = createSite(wire, async (ctx) => {
      await ctx.connect("api");
      await ctx.elicit("Go on?", ["yes"]);
      return use()(ctx);
    });
    await using host = await site.host([
      later(consents(site)),
      async () => {
        const account = { principal: site.pages.alice, server: "lab", provider: "api" };
        await site.pages.pages.tokens.revoke(account);
        return accept({ value: "yes" });
      },
    ]);
    expect(said(await host.callTool("run"))).toMatch(
      /^error: The account at "api" was connected earlier in this call and is not any more/,
    );
  });

  it("needs a provider of that name", async () => {
    const site = createSite(wire, (ctx) => ctx.connect("nobody"));
    await using host = await site.host([]);
    expect(said(await host.callTool("run"))).toMatch(/^error: There is no provider "nobody"/);
  });

  it("keeps the tokens out of everything but the vault", async () => {
    const store = openStore();
    let token = "";
    const site = createSite(
      wire,
      async (ctx) => {
        const account = await ctx.connect("api", { scopes: ["read"] });
        token = account.accessToken.reveal();
        await ctx.elicit("Go on?", ["yes"]);
        return `${JSON.stringify(account)} ${String(account.accessToken)}`;
      },
      { store },
    );
    await using host = await site.host([later(consents(site)), accept({ value: "yes" })]);
    expect(said(await host.callTool("run"))).toMatch(
      /^\{"provider":"api","accessToken":"\[secret\]","scopes":\["read"\],"expiresAt":\d+\} \[secret\]$/,
    );
    expect(token).toMatch(/^at-alice-there-/);
    await site.pages.flushAudit();
    const stored = store.values().join("\n");
    const places = [
      wireText(host),
      ...[stored, ...unsealed(stored, "record")],
      site.pages.store.values().join("\n"),
      ...[...site.lab.log.warnings, ...site.lab.log.errors, ...site.pages.logs],
      JSON.stringify(site.pages.audit.entries()),
    ];
    for (const text of places) expect(text).not.toContain(token);
  });
});
