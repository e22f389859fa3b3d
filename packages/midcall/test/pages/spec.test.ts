import { describe, expect, it } from "vitest";
import { asked, createLab, strategies } from "./lab.js";

describe.each(strategies)("accounts at other services, with %s identity", (strategy) => {
  it("keeps their credentials on this side: nothing the server is given for the host holds one [ELI-25B-34, ELI-25B-37, ELI-26-25, ELI-26-28]", async () => {
    const lab = createLab(strategy);
    const alice = lab.browserOf("alice");
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "api", scopes: ["read"] });
    const key = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    await alice.press(await lab.enter(alice, link), "connect");
    await alice.press(await lab.enter(alice, key), "save", { f0: "sk_canary" });
    await lab.flushAudit();
    const token = await lab.pages.tokens.get({
      principal: lab.alice,
      server: "Invoices",
      provider: "api",
    });
    const handed = JSON.stringify([
      link,
      key,
      await link.completed(),
      await key.completed(),
      token,
      lab.audit.entries(),
      lab.logs,
      alice.trail,
    ]);
    expect(lab.api.tokens.size).toBe(2);
    for (const credential of [...lab.api.tokens, "sk_canary"]) {
      expect(handed).not.toContain(credential);
    }
    expect(`${String(token?.token)}`).toBe("[secret]");
  });

  it("spends at the other service only what that service gave [ELI-25B-35, ELI-26-26]", async () => {
    const sent: string[] = [];
    const lab = createLab(strategy);
    const pages = lab.again({
      providers: {
        api: {
          issuer: lab.api.origin,
          clientId: "midcall",
          clientSecret: "client-secret",
          fetch: async (input, init) => {
            const request = new Request(input as Request, init);
            sent.push(JSON.stringify([...request.headers]), await request.clone().text());
            return lab.api.fetch(request);
          },
        },
      },
    });
    const alice = lab.browserOf("alice");
    // The host's own token, as it would come with an MCP request, and the session of the pages.
    for (const jar of alice.cookies.values()) jar.set("mcp_access_token", "host-token");
    const link = await pages.connectLink({ ...asked(lab), provider: "api" });
    await alice.press(await lab.enter(alice, link), "connect");
    const account = { principal: lab.alice, server: "Invoices", provider: "api" };
    lab.clock.now += 3_600_000;
    expect(await pages.tokens.get(account)).toBeDefined();
    expect(lab.api.refreshes).toBe(1);
    expect(sent.join()).not.toContain("host-token");
    for (const given of lab.auth.tokens) expect(sent.join()).not.toContain(given);
    expect(sent.join()).toContain("rt-alice-there");
  });

  it("has the person allow this server at the service itself, past the host [ELI-25B-36, ELI-26-27]", async () => {
    const lab = createLab(strategy);
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "api", scopes: ["read"] });
    // What the host gets is a page of ours, not a grant in progress.
    expect(new URL(link.url).origin).toBe(new URL(lab.base).origin);
    expect(link.url).not.toMatch(/state|code|client_id|authorize/);
    const alice = lab.browserOf("alice");
    await alice.press(await lab.enter(alice, link), "connect");
    const asks = alice.trail.filter((line) =>
      line.startsWith("GET https://api.example.net/authorize"),
    );
    expect(asks).toHaveLength(1);
    const query = new URL(asks[0]!.slice(4)).searchParams;
    expect(query.get("redirect_uri")).toBe(`${lab.base}/callback/api`);
    expect(query.get("client_id")).toBe("midcall");
    expect(query.get("code_challenge_method")).toBe("S256");
  });

  it("signs nobody in to the MCP server itself: the pages give no token for it [ELI-25B-33, ELI-26-24]", async () => {
    const lab = createLab(strategy);
    const link = await lab.pages.approvalLink(asked(lab));
    const alice = lab.browserOf("alice");
    await alice.press(await lab.enter(alice, link), "approve");
    // A person the MCP server does not know yet gets no link at all.
    for (const principal of [undefined, "", " "]) {
      await expect(
        lab.pages.approvalLink({ ...asked(lab), principal: principal as string }),
      ).rejects.toMatchObject({ code: "ERR_MIDCALL_PAGE_LINK" });
    }
    // What a sign-in leaves behind is a cookie that says nothing and opens nothing but these pages.
    const left = [...(alice.cookies.get(new URL(lab.base).hostname) ?? [])]
      .filter(([name]) => name.includes("midcall"))
      .map(([, value]) => value);
    expect(left).toHaveLength(1);
    for (const token of lab.auth.tokens) expect(left).not.toContain(token);
    for (const token of lab.auth.tokens) expect(lab.store.values().join()).not.toContain(token);
    expect(await link.completed()).toEqual({ status: "done" });
  });
});
