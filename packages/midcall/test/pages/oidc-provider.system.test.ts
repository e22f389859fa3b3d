import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createPages, createOidcIdentity, type Pages } from "midcall/pages";
import { createMemoryStore } from "midcall/store";
import { createVault, type Vault } from "midcall/vault";
import { Browser, hiddenInputs, type Seen } from "./browser.js";
import { SECRET } from "./lab.js";

type Listener = Parameters<typeof createServer>[1];
type ProviderClass = new (
  issuer: string,
  configuration: object,
) => { callback(): Listener; on(event: string, listener: () => void): void };

const BASE = "https://mcp.example.org/ask";

/** The same as with the authorization server of the other tests, but with one that others wrote. */
describe("with oidc-provider", () => {
  let server: Server;
  let issuer: string;
  let pages: Pages;
  let vault: Vault;
  let now = Date.now();

  beforeAll(async () => {
    // It has much to say about being used in a test.
    for (const method of ["log", "info", "warn"] as const)
      vi.spyOn(console, method).mockReturnValue();
    const name = "oidc-provider";
    const { Provider } = (await import(name)) as { Provider: ProviderClass };
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: "pages",
          token_endpoint_auth_method: "none",
          redirect_uris: [`${BASE}/signed-in`],
        },
        {
          client_id: "midcall",
          client_secret: "a-secret:with/odd+characters",
          redirect_uris: [`${BASE}/callback/api`, `${BASE}/callback/post`],
          grant_types: ["authorization_code", "refresh_token"],
        },
        {
          client_id: "poster",
          client_secret: "posted",
          token_endpoint_auth_method: "client_secret_post",
          redirect_uris: [`${BASE}/callback/post`],
        },
      ],
      scopes: ["openid", "offline_access", "read", "write"],
      features: { devInteractions: { enabled: true }, revocation: { enabled: true } },
      cookies: { keys: ["a key for cookies"] },
      jwks: undefined,
      ttl: { AccessToken: 600, Session: 3600, Grant: 3600, Interaction: 600, IdToken: 600 },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    });
    server.on("request", provider.callback()!);
    const store = createMemoryStore();
    vault = createVault({ store, secret: SECRET });
    pages = createPages({
      baseUrl: BASE,
      secret: SECRET,
      store,
      vault,
      identify: createOidcIdentity({ issuer, clientId: "pages" }),
      now: () => now,
      logger: { warn: () => {}, error: () => {} },
      providers: {
        api: {
          issuer,
          clientId: "midcall",
          clientSecret: "a-secret:with/odd+characters",
          scopes: ["openid", "offline_access"],
          parameters: { prompt: "consent" },
        },
        post: {
          issuer,
          clientId: "poster",
          clientSecret: "posted",
          clientAuth: "post",
          discovery: "oidc",
        },
      },
    });
  });

  afterAll(async () => {
    vi.restoreAllMocks();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const browser = (): Browser =>
    new Browser({ [new URL(BASE).origin]: (request) => pages.fetch(request) });

  /** Signs in and consents, as often as the provider asks. */
  const through = async (person: Browser, at: Seen, login: string): Promise<Seen> => {
    let seen = at;
    for (let turns = 0; turns < 6 && seen.url.startsWith(issuer); turns++) {
      const inputs = seen.body.includes('name="login"') ? { login, password: "any" } : {};
      const path = /<form[^>]* action="([^"]*)"/.exec(seen.body)![1]!;
      const body = new URLSearchParams([
        ...hiddenInputs(seen.body),
        ...Object.entries(inputs),
      ]).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      seen = await person.arrive(
        await person.send(new URL(path, seen.url).href, { method: "POST", body, headers }),
      );
    }
    return seen;
  };

  it("signs in, connects, renews, and disconnects", async () => {
    const alice = browser();
    const asked = { principal: "alice", server: "Invoices", message: "To read." };
    const link = await pages.connectLink({ ...asked, provider: "api", scopes: ["read"] });
    const gate = await alice.open(link.url);
    const page = await through(alice, await alice.press(gate, undefined), "alice");
    expect(page.title).toBe("Connect api");
    const done = await through(alice, await alice.press(page, "connect"), "alice");
    expect(done.title).toBe("Connected");
    expect(await link.completed()).toEqual({ status: "done" });

    const account = { principal: "alice", server: "Invoices", provider: "api" };
    const first = await pages.tokens.get(account, ["read"]);
    expect(first?.scopes).toEqual(expect.arrayContaining(["openid", "offline_access", "read"]));
    now += 590_000;
    const second = await pages.tokens.get(account, ["read"]);
    expect(second?.token.reveal()).not.toBe(first?.token.reveal());
    const kept = await vault.get({ ...account, name: "oauth:api" });
    expect(await pages.tokens.revoke(account)).toBe(true);
    expect(await pages.tokens.get(account)).toBeUndefined();
    // What was put aside does not work any more.
    await vault.put({ ...account, name: "oauth:api" }, kept!);
    now += 1_200_000;
    expect(await pages.tokens.get(account)).toBeUndefined();
    now = Date.now();
  });

  it("does not let Bob finish what Alice started", async () => {
    const asked = { principal: "alice", server: "Invoices", message: "For Alice." };
    const link = await pages.connectLink({ ...asked, provider: "api", scopes: ["read"] });
    const bob = browser();
    const gate = await bob.open(link.url);
    const inside = await through(bob, await bob.press(gate, undefined), "bob");
    expect(inside.status).toBe(404);
    expect(inside.body).not.toContain("For Alice.");
    expect(await link.seen()).toBe("wrong-user");
    const other = await through(bob, await bob.press(inside, "switch"), "alice");
    expect(other.title).toBe("Connect api");
  });

  it("tells that the person aborted there", async () => {
    const alice = browser();
    const asked = { principal: "alice", server: "Invoices", message: "To read." };
    const link = await pages.connectLink({ ...asked, provider: "api", scopes: ["write"] });
    const page = await through(
      alice,
      await alice.press(await alice.open(link.url), undefined),
      "alice",
    );
    const there = await alice.press(page, "connect");
    const abort = /<a href="([^"]*\/abort)"/.exec(there.body)?.[1];
    const back = await alice.open(new URL(abort!, there.url).href);
    expect(back.title).toBe("The account was not connected");
    expect(await link.completed()).toEqual({ status: "provider-error", error: "access_denied" });
  });

  it("works with a client whose secret is posted, and with OpenID discovery", async () => {
    const alice = browser();
    const asked = { principal: "alice", server: "Invoices", message: "To read." };
    const link = await pages.connectLink({ ...asked, provider: "post", scopes: ["openid"] });
    const page = await through(
      alice,
      await alice.press(await alice.open(link.url), undefined),
      "alice",
    );
    const done = await through(alice, await alice.press(page, "connect"), "alice");
    expect(done.title).toBe("Connected");
  });
});
