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

describe.each(urlWires)("ctx.connect on $protocolVersion over $transport", (wire) => {
  it("connects an account once, and renews its token near its end", async () => {
    const site = createSite(wire, use({ scopes: ["read"] }));
    await using host = await site.host([later(consents(site))]);
    expect(said(await host.callTool("run"))).toBe("at-alice-there for read");
    expect(host.questions[0]).toMatchObject({
      mode: "url",
      message: expect.stringMatching(/^lab wants to use your account at Example API\./) as string,
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

  it("does not press a person who did not allow it there", async () => {
    const site = createSite(wire, async (ctx) => {
      await ctx.connect("api");
    });
    site.pages.api.deny = "access_denied";
    await using host = await site.host([later(consents(site))]);
    expect(said(await host.callTool("run"))).toMatch(
      /access was denied there \(access_denied\)\. Call again only if the user wants to\.$/,
    );
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

  it("asks anew on request, where the service refuses a token that has not run out", async () => {
    const refused = new Set<string>();
    const tried: string[] = [];
    const site = createSite(wire, async (ctx) => {
      const options = { scopes: ["read"] };
      const kept = await ctx.connect("api", options);
      const works = await ctx.step("try", () =>
        kept.accessToken.use((token) => (tried.push(token), !refused.has(token))),
      );
      if (works) return "worked";
      const fresh = await ctx.connect("api", { ...options, renew: true });
      // One more round, in which nothing is renewed again.
      await ctx.elicit("Go on?", ["yes"]);
      const after = await ctx.connect("api", options);
      const token = fresh.accessToken.reveal();
      return `${refused.has(token) ? "refused" : "renewed"} ${after.accessToken.reveal() === token}`;
    });
    await using host = await site.host([
      later(consents(site)),
      later(consents(site)),
      accept({ value: "yes" }),
    ]);
    expect(said(await host.callTool("run"))).toBe("worked");
    refused.add(tried[0]!);
    expect(said(await host.callTool("run"))).toBe("renewed true");
    expect(said(await host.callTool("run"))).toBe("worked");
    host.expectNoLeftovers();
    expect(host.questions).toHaveLength(3);
    expect(tried).toHaveLength(3);
  });

  it("asks anew once in a call, however often the service refuses", async () => {
    const site = createSite(wire, async (ctx) => {
      const tokens: string[] = [];
      for (let tries = 0; tries < 4; tries++) {
        const account = await ctx.connect("api", { renew: tries > 0 });
        tokens.push(account.accessToken.reveal());
      }
      // The first may be the newest, too: the last run may begin when the account is connected anew.
      return new Set(tokens.slice(1)).size;
    });
    await using host = await site.host([later(consents(site)), later(consents(site))]);
    expect(said(await host.callTool("run"))).toBe("1");
    expect(host.questions).toHaveLength(2);
  });

  it("keeps what is there when the person does not connect it anew", async () => {
    const site = createSite(wire, async (ctx) => {
      const outcome = await use({ scopes: ["read"], renew: true })(ctx);
      const kept = await use({ scopes: ["read"] })(ctx);
      return `${outcome}, ${kept}`;
    });
    await using host = await site.host([later(consents(site)), decline()]);
    expect(said(await host.callTool("run"))).toBe(
      "at-alice-there for read, at-alice-there for read",
    );
    expect(said(await host.callTool("run"))).toBe("declined, at-alice-there for read");
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
      /^error: The account at "Example API" was connected earlier in this call and no longer is/,
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
      ...[stored, ...unsealed(store.values())],
      site.pages.store.values().join("\n"),
      ...[...site.lab.log.warnings, ...site.lab.log.errors, ...site.pages.logs],
      JSON.stringify(site.pages.audit.entries()),
    ];
    for (const text of places) expect(text).not.toContain(token);
  });
});
