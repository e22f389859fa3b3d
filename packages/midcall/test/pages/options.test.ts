import { describe, expect, it } from "vitest";
import {
  createPages,
  createCustomIdentity,
  createLocalIdentity,
  createOidcIdentity,
  type PagesOptions,
} from "midcall/pages";
import { asked, createLab, SECRET } from "./lab.js";

describe("createPages", () => {
  const lab = createLab("custom");
  const good: PagesOptions = {
    baseUrl: "https://mcp.example.org",
    secret: SECRET,
    store: lab.store,
    vault: lab.vault,
    identify: createCustomIdentity(() => undefined),
  };

  it("reads any path in one go, however many slashes it has", () => {
    const baseUrl = `https://mcp.example.org${"/".repeat(200_000)}x`;
    // Going over them again from every slash takes longer than the time limit of a test.
    expect(() => createPages({ ...good, baseUrl })).toThrow(/^The path of baseUrl/);
    expect(createPages({ ...good, baseUrl: "https://mcp.example.org/a/b//" }).baseUrl).toBe(
      "https://mcp.example.org/a/b",
    );
  });

  it.each([
    ["plain http beyond this machine", { baseUrl: "http://mcp.example.org" }],
    ["http to a name that only looks local", { baseUrl: "http://localhost.example.org" }],
    ["another scheme", { baseUrl: "ftp://127.0.0.1" }],
    ["no URL", { baseUrl: "/pages" }],
    ["credentials", { baseUrl: "https://user:pass@mcp.example.org" }],
    ["a query", { baseUrl: "https://mcp.example.org/?x=1" }],
    ["a path with patterns", { baseUrl: "https://mcp.example.org/:a/*" }],
    ["a short secret", { secret: "short" }],
    ["no secret", { secret: [] }],
    ["a secret from a variable that is not set", { secret: undefined as never }],
    ["no store", { store: undefined as never }],
    ["no identity", { identify: undefined as never }],
    ["limits of nothing", { limits: { perLink: 0 } }],
    ["endless tries", { limits: { perLink: Infinity } }],
    ["no time", { linkTtlMs: 0 }],
    ["links that live longer than any link may", { linkTtlMs: 8 * 24 * 3600_000 }],
    ["an identity written by hand", { identify: { strategy: "custom" } }],
    ["an identity that is no strategy", { identify: (() => "alice") as never }],
    [
      "a provider with a strange name",
      { providers: { "a/b": { issuer: "https://x.example", clientId: "x" } } },
    ],
    [
      "a provider on plain http",
      { providers: { a: { issuer: "http://x.example", clientId: "x" } } },
    ],
    [
      "a provider whose client secret is empty",
      { providers: { a: { issuer: "https://x.example", clientId: "x", clientSecret: "" } } },
    ],
    [
      "a provider without a client",
      { providers: { a: { issuer: "https://x.example", clientId: "" } } },
    ],
    ["local identity on the network", { identify: createLocalIdentity() }],
  ] satisfies [string, Partial<PagesOptions>][])("refuses %s", (_, options) => {
    expect(() => createPages({ ...good, ...options })).toThrowError(
      expect.objectContaining({ code: "ERR_MIDCALL_OPTION" }),
    );
  });

  it("says which provider is wrong", () => {
    const providers = { github: { issuer: "https://github.com", clientId: "" } };
    expect(() => createPages({ ...good, providers })).toThrow(/^providers\.github: clientId/);
  });

  it("refuses an OIDC identity without openid, and a custom one that is no function", () => {
    const refusal = (message: RegExp): Error =>
      expect.objectContaining({
        code: "ERR_MIDCALL_OPTION",
        message: expect.stringMatching(message) as string,
      }) as Error;
    expect(() =>
      createOidcIdentity({ issuer: "https://x.example", clientId: "x", scopes: [] }),
    ).toThrow(refusal(/openid/));
    expect(() => createCustomIdentity(undefined as never)).toThrow(refusal(/function/));
  });

  it("takes for http no name that another user of the machine can answer to, and says what to write", () => {
    for (const name of ["localhost", "LOCALHOST", "%6cocalhost"]) {
      expect(() => createPages({ ...good, baseUrl: `http://${name}:8123/ask` })).toThrowError(
        expect.objectContaining({
          code: "ERR_MIDCALL_OPTION",
          message: expect.stringMatching(/another user .* Use http:\/\/127\.0\.0\.1:8123\/ask /),
        }),
      );
    }
    for (const name of ["localhost.", "app.localhost", "ip6-localhost", "localhost.localdomain"])
      expect(() => createPages({ ...good, baseUrl: `http://${name}:8123` })).toThrow(/^baseUrl/);
  });

  it("takes https anywhere and http on this machine", () => {
    for (const baseUrl of [
      "https://a.example:8443/x/y/",
      "https://localhost:8443",
      "http://127.0.0.1:1",
      "http://127.9.8.7:1",
      "http://[::1]:1",
    ]) {
      expect(createPages({ ...good, baseUrl }).baseUrl).toBe(baseUrl.replace(/\/$/, ""));
    }
  });

  it.each([
    ["nobody", { principal: "" }],
    ["no server", { server: "" }],
    ["no message", { message: " " }],
    ["no time", { ttlMs: 0 }],
    ["eight days", { ttlMs: 8 * 24 * 60 * 60 * 1000 }],
  ])("makes no link for %s", async (_, options) => {
    await expect(lab.pages.approvalLink({ ...asked(lab), ...options })).rejects.toMatchObject({
      code: "ERR_MIDCALL_PAGE_LINK",
    });
  });

  it("makes no link to an unknown service, with a strange scope, or to where no page may lead", async () => {
    const { pages } = lab;
    const refused = { code: "ERR_MIDCALL_PAGE_LINK" };
    await expect(pages.connectLink({ ...asked(lab), provider: "x" })).rejects.toMatchObject(
      refused,
    );
    await expect(
      pages.connectLink({ ...asked(lab), provider: "api", scopes: ["a b"] }),
    ).rejects.toMatchObject(refused);
    for (const url of [
      "javascript:alert(1)",
      "http://pay.example.com",
      "https://u:p@pay.example.com",
      "/x",
    ]) {
      await expect(pages.approvalLink({ ...asked(lab), url })).rejects.toMatchObject(refused);
    }
    await expect(
      createLab("local").pages.approvalLink({ ...asked(lab), principal: "bob" }),
    ).rejects.toMatchObject(refused);
  });

  it("makes links of 256 random bits that say nothing", async () => {
    const lab = createLab("custom", { limits: { linksPerUser: Infinity } });
    const made = new Set<string>();
    for (let count = 0; count < 1000; count++) {
      const { url, id } = await lab.pages.approvalLink(asked(lab));
      expect(url).toMatch(/^https:\/\/mcp\.example\.org\/ask\/l\/[\w-]{43}$/);
      expect(url).not.toContain(id);
      made.add(url).add(id);
    }
    expect(made.size).toBe(2000);
  });

  it("opens what an older key of the ring sealed, and nothing that was sealed with another", async () => {
    const { store } = lab;
    const old = createPages({ ...good, store });
    const link = await old.approvalLink(asked(lab));
    const ring = createPages({
      ...good,
      store,
      secret: ["a newer secret that is long enough too", SECRET],
    });
    expect(await ring.complete(link.id)).toBe(true);
    const other = createPages({ ...good, store, secret: "quite another secret, long enough too" });
    const next = await old.approvalLink(asked(lab));
    expect(await other.complete(next.id)).toBe(false);
  });

  it("limits requests of one address, and those of one network of the new kind together", async () => {
    const pages = createPages({ ...good, limits: { perAddress: 5 } });
    const ask = async (remoteAddress?: string): Promise<number> =>
      (await pages.fetch(new Request("https://mcp.example.org/l/x"), { remoteAddress })).status;
    const statuses = [];
    for (let count = 0; count < 7; count++) statuses.push(await ask("192.0.2.1"));
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
    expect(await ask("192.0.2.2")).toBe(404);
    for (let count = 0; count < 5; count++) await ask(`2001:db8:1:2::${count}`);
    expect(await ask("2001:db8:1:2:ffff::9")).toBe(429);
    expect(await ask("2001:db8:1:3::9")).toBe(404);
    expect(await ask("::ffff:192.0.2.1")).toBe(429);
    const limited = await pages.fetch(new Request("https://mcp.example.org/l/x"), {
      remoteAddress: "192.0.2.1",
    });
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("says nothing about a store that fails, and answers all the same", async () => {
    const logs: string[] = [];
    const logger = {
      warn: (text: string) => logs.push(text),
      error: (text: string) => logs.push(text),
    };
    const get = (): Promise<never> => Promise.reject(new Error("redis://user:password@host"));
    const pages = createPages({ ...good, store: { ...lab.store, get }, logger });
    const url = `https://mcp.example.org/l/${"a".repeat(43)}`;
    const headers = { cookie: `__Host-midcall=${"a".repeat(43)}` };
    const remoteAddress = "192.0.2.1";
    const response = await pages.fetch(new Request(url, { headers }), { remoteAddress });
    expect(response.status).toBe(503);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await response.text()) + logs.join()).not.toContain("password");
    expect(logs).toHaveLength(1);
  });

  it("treats a thrown identify as nobody", async () => {
    const logs: string[] = [];
    const logger = {
      warn: (text: string) => logs.push(text),
      error: (text: string) => logs.push(text),
    };
    const identify = createCustomIdentity(() => {
      throw new Error("session of alice: s3cret");
    });
    const pages = createPages({ ...good, identify, logger });
    const link = await pages.approvalLink(asked(lab));
    const response = await pages.fetch(new Request(link.url));
    expect(response.status).toBe(404);
    expect(logs.join()).toMatch(/createCustomIdentity threw Error/);
    expect(logs.join()).not.toContain("s3cret");
  });

  it("hands identify the request without its body", async () => {
    let seen: Request | undefined;
    const identify = createCustomIdentity((request) => {
      seen = request;
      return undefined;
    });
    const pages = createPages({ ...good, identify });
    const link = await pages.approvalLink(asked(lab));
    await pages.fetch(
      new Request(link.url, { method: "POST", body: new URLSearchParams({ f0: "secret" }) }),
    );
    expect(seen?.method).toBe("GET");
    expect(seen?.body).toBeNull();
  });

  it("knows which requests are its own", () => {
    const own = (path: string): boolean =>
      lab.pages.handles(new Request(`https://mcp.example.org${path}`));
    expect(["/ask/l/x", "/ask/callback/api", "/ask/signed-in"].map(own)).toEqual([
      true,
      true,
      true,
    ]);
    const others = ["/mcp", "/l/x", "/ask", "/ask/other", "/asked/l/x", "/ask/l/x/y"];
    expect(others.some(own)).toBe(false);
    // Where a code is typed, what it gets stays in the address.
    const local = createLab("local");
    const lets = (path: string): boolean => local.pages.handles(new Request(local.base + path));
    expect(["/l/x", "/l/x/y", "/callback/api"].map(lets)).toEqual([true, true, true]);
    expect(["/l", "/l/x/y/z", "/callback/api/y", "/signed-in/y"].some(lets)).toBe(false);
  });
});
