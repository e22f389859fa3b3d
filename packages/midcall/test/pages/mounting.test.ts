import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { asked, createLab } from "./lab.js";

describe("pages beside other things", () => {
  it("are routes of a larger app, and leave its others alone", async () => {
    const lab = createLab("custom");
    const app = new Hono().get("/mcp", (c) => c.text("mcp")).route("/", lab.pages.app);
    const link = await lab.pages.approvalLink(asked(lab));
    const page = await app.request(link.url, { headers: { cookie: "site-user=alice" } });
    expect(await page.text()).toContain("Yes, approve");
    expect(await (await app.request("https://mcp.example.org/mcp")).text()).toBe("mcp");
    expect(
      (await app.request("https://mcp.example.org/other")).headers.get("x-frame-options"),
    ).toBeNull();
  });

  it("bind the host to https, in the operator's words where there are some", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.approvalLink(asked(lab));
    const header = "strict-transport-security";
    const app = new Hono().route("/", lab.pages.app);
    expect((await app.request(link.url)).headers.get(header)).toBe("max-age=63072000");
    const words = "max-age=63072000; includeSubDomains";
    const strict = new Hono()
      .use(async (c, next) => {
        await next();
        c.header(header, words);
      })
      .route("/", lab.pages.app);
    expect((await strict.request(link.url)).headers.get(header)).toBe(words);
  });

  it("take the address from the adapter, or from where the operator says", async () => {
    const url = "https://mcp.example.org/ask/l/x";
    const limits = { perAddress: 1 };
    const direct = createLab("custom", { limits }).pages;
    const env = (remoteAddress: string): object => ({ incoming: { socket: { remoteAddress } } });
    const statuses = [];
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) {
      statuses.push((await direct.app.request(url, {}, env(address))).status);
    }
    expect(statuses).toEqual([404, 429, 404]);
    const clientAddress = (request: Request): string | undefined =>
      request.headers.get("x-real-ip") ?? undefined;
    const behind = createLab("custom", { limits, clientAddress }).pages;
    const seen = [];
    for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.1"]) {
      const init = { headers: { "x-real-ip": address } };
      seen.push((await behind.app.request(url, init, env("10.0.0.1"))).status);
    }
    expect(seen).toEqual([404, 404, 429]);
  });

  it("answer to their name with the usual port as well, and tell the operator once of any other", async () => {
    const lab = createLab("custom");
    const { url } = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const statusAt = async (host: string): Promise<number> =>
      (await lab.pages.fetch(new Request(url, { headers: { host, cookie: "site-user=alice" } })))
        .status;
    expect(await statusAt("MCP.example.org:443")).toBe(200);
    expect(await statusAt("inner:8080")).toBe(421);
    expect(await statusAt("other")).toBe(421);
    expect(lab.logs).toEqual([expect.stringMatching(/"inner:8080".*alsoHosts/)]);
  });

  it("tell the operator when something in front has taken the forms", async () => {
    const lab = createLab("custom");
    const { url } = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": "20",
      cookie: "site-user=alice",
    };
    for (const body of [null, ""]) {
      const request = new Request(url, { method: "POST", headers, body });
      expect((await lab.pages.fetch(request)).status).toBe(400);
    }
    expect(lab.logs[0]).toContain("express.urlencoded()");
  });

  it.each([
    ["read", (request: Request) => request.text()],
    ["locked", async (request: Request) => void request.body!.getReader()],
  ])("tell the operator when a form that comes to them is %s already", async (_, take) => {
    const lab = createLab("custom");
    const { url } = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const app = new Hono()
      .use(async (c, next) => {
        await take(c.req.raw);
        await next();
      })
      .route("/", lab.pages.app);
    const headers = { cookie: "site-user=alice" };
    const body = new URLSearchParams({ f0: "sk_canary" });
    const refused = await app.request(url, { method: "POST", headers, body });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("This request cannot be processed");
    expect(lab.logs).toEqual([
      expect.stringMatching(/already read.*express\.urlencoded\(\).*parseBody/),
    ]);
    expect(lab.logs.join()).not.toContain("sk_canary");
  });

  it("answer to other names only where the operator lists them", async () => {
    const url = "http://pages.internal:8080/ask/l/x";
    expect((await createLab("custom").pages.fetch(new Request(url))).status).toBe(421);
    const { pages } = createLab("custom", { alsoHosts: ["pages.internal:8080"] });
    expect((await pages.fetch(new Request(url))).status).toBe(404);
  });

  it("connect services that publish no metadata, refresh nothing, and never expire", async () => {
    const lab = createLab("custom");
    const { fetch } = lab.api;
    const origin = lab.api.origin;
    const pages = lab.again({
      providers: {
        api: {
          issuer: origin,
          clientId: "midcall",
          clientSecret: "client-secret",
          metadata: {
            authorization_endpoint: `${origin}/authorize`,
            token_endpoint: `${origin}/token`,
          },
          parameters: { state: "mine", code_challenge: "none", access_type: "offline" },
          async fetch(input, init) {
            const answer = await fetch(input as Request, init);
            const { access_token, token_type } = (await answer.json()) as Record<string, string>;
            return Response.json({ access_token, token_type });
          },
        },
      },
    });
    const link = await pages.connectLink({ ...asked(lab), provider: "api", scopes: ["repo"] });
    const request = async (target: string, init: RequestInit, cookie: string): Promise<Response> =>
      pages.fetch(new Request(target, { ...init, headers: { ...init.headers, cookie } }));
    const first = await request(link.url, {}, "site-user=alice");
    const cookie = `site-user=alice; ${first.headers.getSetCookie()[0]!.split(";")[0]!}`;
    const proof = /name="proof" value="([^"]*)"/.exec(await first.text())![1]!;
    const leaving = await request(
      link.url,
      { method: "POST", body: new URLSearchParams({ proof, action: "connect" }) },
      cookie,
    );
    const target = /content="0;url=([^"]*)"/
      .exec(await leaving.text())![1]!
      .replaceAll("&amp;", "&");
    const query = new URL(target).searchParams;
    expect(query.get("access_type")).toBe("offline");
    // What protects the exchange cannot be replaced.
    expect(query.get("state")).toMatch(/^[\w-]{43}$/);
    expect(query.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    const there = await fetch(target, { headers: { cookie: "who=alice-there" } });
    const back = new URL(there.headers.get("location")!);
    const trip = leaving.headers.getSetCookie()[0]!.split(";")[0]!;
    const done = await request(back.href, {}, `${cookie}; ${trip}`);
    expect(done.status).toBe(303);
    const account = { principal: "alice", server: "Invoices", provider: "api" };
    lab.clock.now += 10 * 365 * 24 * 3_600_000;
    const token = await pages.tokens.get(account, ["repo"]);
    expect(token).toMatchObject({ scopes: ["repo"], expiresAt: undefined });
  });
});
