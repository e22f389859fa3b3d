import { beforeEach, describe, expect, it } from "vitest";
import type { PageLink } from "../../src/pages/links/links.js";
import type { Browser } from "./browser.js";
import { asked, createLab, type Lab, openStore } from "./lab.js";

describe("accounts at other services", () => {
  let lab: Lab;
  const account = { principal: "alice", server: "Invoices", provider: "api" };

  beforeEach(() => {
    lab = createLab("custom");
  });

  const connect = async (scopes: string[] = ["read"]): Promise<PageLink> => {
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "api", scopes });
    const alice = lab.browserOf("alice");
    await alice.press(await lab.enter(alice, link), "connect");
    return link;
  };

  it("connects although the reply to the write that redeems the callback is lost", async () => {
    const { store } = lab;
    const { putIfAbsent } = store;
    let lost = 0;
    Object.assign(store, {
      putIfAbsent: (async (key, value, options) => {
        const isNew = await putIfAbsent(key, value, options);
        if (key.includes(":trip:") && lost++ === 0) throw new Error("ECONNRESET");
        return isNew;
      }) satisfies typeof store.putIfAbsent,
    });
    expect(await (await connect()).completed()).toEqual({ status: "done" });
    expect(lost).toBe(1);
  });

  it("tells a refusal at the service by its code, and keeps nothing", async () => {
    lab.api.deny = "access_denied";
    const link = await connect();
    expect(await link.completed()).toEqual({ status: "provider-error", error: "access_denied" });
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
    lab.api.deny = "<script>alert(1)</script>";
    expect(await (await connect()).completed()).toEqual({
      status: "provider-error",
      error: "unknown_error",
    });
  });

  it("does not call an account connected that lacks what was asked for", async () => {
    lab.api.grants = "read";
    const link = await connect(["read", "write"]);
    expect((await lab.browserOf("alice").open(link.url)).body).toContain(
      "Not all required permissions were granted",
    );
    expect(await link.completed()).toEqual({
      status: "provider-error",
      error: "insufficient_scope",
    });
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
  });

  it("reads scopes with commas between them, and knows which include others if it is told", async () => {
    lab = createLab("custom", {
      providers: {
        api: {
          issuer: "https://api.example.net",
          clientId: "midcall",
          clientSecret: "client-secret",
          fetch: (input, init) => lab.api.fetch(input as Request, init),
          covers: (granted, scope) => granted.includes(scope.split(":")[0]!),
        },
      },
    });
    lab.api.grants = "repo,user";
    expect(await (await connect(["repo", "user:email"])).completed()).toEqual({ status: "done" });
    expect((await lab.pages.tokens.get(account, ["user:email"]))?.scopes).toEqual(["repo", "user"]);
    expect(await lab.pages.tokens.get(account, ["gist"])).toBeUndefined();
  });

  it("steps up: asks for what is granted already as well, so that nothing is lost", async () => {
    await connect(["read"]);
    expect(await lab.pages.tokens.get(account, ["read", "write"])).toBeUndefined();
    await connect(["write"]);
    expect((await lab.pages.tokens.get(account, ["read", "write"]))?.scopes).toEqual([
      "read",
      "write",
    ]);
  });

  it("lets the person try again after a failure on the way, with the same link", async () => {
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "api" });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    lab.api.down = true;
    const failed = await alice.press(page, "connect");
    expect(failed.status).toBe(503);
    expect(failed.body).toContain("Nothing was saved");
    lab.api.down = false;
    expect((await alice.press(failed, "connect")).title).toBe("Connected");
    expect(await link.completed()).toEqual({ status: "done" });
  });

  it("renews a token shortly before it ends, and keeps the new refresh token", async () => {
    await connect();
    const first = await lab.pages.tokens.get(account);
    lab.clock.now += 3_600_000 - 61_000;
    expect((await lab.pages.tokens.get(account))?.token.reveal()).toBe(first?.token.reveal());
    lab.clock.now += 2_000;
    const second = await lab.pages.tokens.get(account);
    expect(second?.token.reveal()).not.toBe(first?.token.reveal());
    lab.clock.now += 3_600_000;
    expect(await lab.pages.tokens.get(account)).toBeDefined();
    expect(lab.api.refreshes).toBe(2);
  });

  it("keeps a refresh token that was renewed, though store and vault fail for a moment", async () => {
    for (const broken of ["get", "put"] as const) {
      await connect();
      lab.clock.now += 3_600_000;
      const before = lab.api.refreshes;
      const vault = lab.vault as { -readonly [M in keyof typeof lab.vault]: (typeof lab.vault)[M] };
      const works = vault[broken];
      let failures = 0;
      // The service has renewed it by then, so that the old one is worth nothing.
      vault[broken] = ((...args: never) =>
        lab.api.refreshes > before && failures++ < 4
          ? Promise.reject(new Error("ECONNRESET"))
          : (works as (...args: never) => unknown)(...args)) as never;
      expect((await lab.pages.tokens.get(account))?.token.reveal()).toMatch(/^at-alice-there-/);
      expect(failures).toBeGreaterThan(4);
      vault[broken] = works as never;
      lab.clock.now += 3_600_000;
      expect((await lab.again().tokens.get(account))?.token.reveal()).toMatch(/^at-alice-there-/);
      expect(lab.api.refreshes).toBe(before + 2);
    }
  });

  it("lets no other process renew as long as one may still be at it", async () => {
    const timeoutMs = 45_000;
    const locks: number[] = [];
    const store = openStore();
    const putIfAbsent = store.putIfAbsent.bind(store);
    lab = createLab("custom", {
      store: Object.assign(store, {
        putIfAbsent: ((key, value, options) => {
          if (key.includes(":renew:")) locks.push(options?.ttlMs ?? 0);
          return putIfAbsent(key, value, options);
        }) satisfies typeof store.putIfAbsent,
      }),
      providers: {
        api: {
          issuer: "https://api.example.net",
          clientId: "midcall",
          clientSecret: "client-secret",
          timeoutMs,
          fetch: (input, init) => lab.api.fetch(input as Request, init),
        },
      },
    });
    await connect();
    lab.clock.now += 3_600_000;
    await lab.pages.tokens.get(account);
    // Two looks at the metadata, the request itself, and what is read and written beside it.
    expect(locks).toHaveLength(1);
    expect(locks[0]).toBeGreaterThan(3 * timeoutMs + 2 * 3_000);
  });

  it.each([
    ["putIfAbsent", "after"],
    ["get", "before"],
    ["delete", "before"],
  ] as const)(
    "leaves the lock of a renewal to nobody where one %s of it fails %s it was done",
    async (operation, when) => {
      await connect();
      lab.clock.now += 3_600_000;
      const store = lab.store as { -readonly [M in keyof typeof lab.store]: (typeof lab.store)[M] };
      const works = store[operation] as (...args: unknown[]) => Promise<unknown>;
      let lock: string | undefined;
      store[operation] = (async (key: string, ...rest: unknown[]) => {
        const fails = key.includes(":renew:") && lock === undefined;
        if (fails) lock = key;
        const done = fails && when === "before" ? undefined : await works(key, ...rest);
        if (fails) throw new Error("ECONNRESET");
        return done;
      }) as never;
      const token = await lab.pages.tokens.get(account);
      expect(token?.token.reveal()).toMatch(/^at-alice-there-/);
      expect(await store.get(lock!)).toBeUndefined();
    },
  );

  it("renews once for everybody who asks, in every process", async () => {
    await connect();
    lab.clock.now += 3_600_000;
    lab.api.refreshDelayMs = 50;
    const fleet = [lab.pages, lab.again(), lab.again(), lab.again()];
    const tokens = await Promise.all(
      fleet.flatMap((pages) => Array.from({ length: 10 }, () => pages.tokens.get(account))),
    );
    expect(lab.api.refreshes).toBe(1);
    expect(new Set(tokens.map((token) => token?.token.reveal())).size).toBe(1);
    expect(tokens[0]).toBeDefined();
  });

  it("gives nothing when the service has taken the grant back, and throws when it is only away", async () => {
    await connect();
    lab.clock.now += 3_600_000;
    lab.api.down = true;
    await expect(lab.pages.tokens.get(account)).rejects.toMatchObject({
      code: "ERR_MIDCALL_CONNECT",
      failure: "unreachable",
    });
    lab.api.down = false;
    await lab.pages.tokens.get(account);
    lab.clock.now += 3_600_000;
    // The refresh token is used up elsewhere.
    const kept = (await lab.vault.get({ ...account, name: "oauth:api" }))!.reveal() as Record<
      string,
      string
    >;
    await lab.api.fetch("https://api.example.net/token", {
      method: "POST",
      headers: { authorization: `Basic ${btoa("midcall:client-secret")}` },
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: kept["refresh_token"]!,
      }),
    });
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
    expect(await lab.vault.get({ ...account, name: "oauth:api" })).toBeUndefined();
  });

  it("stays disconnected when a renewal was under way, and takes what that brought back", async () => {
    await connect();
    lab.clock.now += 3_600_000;
    lab.api.refreshDelayMs = 50;
    const renewing = lab.pages.tokens.get(account);
    while (lab.api.refreshes === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await lab.pages.tokens.revoke(account);
    expect(await renewing).toBeUndefined();
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
    expect(lab.api.revoked).toHaveLength(4);
  });

  it.each([
    ["wants the person", 400, "interaction_required"],
    ["says so with status 200, as GitHub does", 200, "bad_refresh_token"],
  ])("asks the person anew when the service %s", async (_, status, error) => {
    await connect();
    lab.clock.now += 3_600_000;
    lab.api.answer = () => Response.json({ error }, { status });
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
    lab.api.answer = () => undefined;
    expect(await (await connect()).completed()).toEqual({ status: "done" });
  });

  it("tells a service that is down from one that cannot be trusted, and what is wrong with that", async () => {
    await connect();
    lab.clock.now += 3_600_000;
    lab.api.answer = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
    await expect(lab.pages.tokens.get(account)).rejects.toMatchObject({
      failure: "unreachable",
      message: expect.stringContaining("502") as string,
    });
    lab.api.answer = () => Response.json({ access_token: "at", token_type: "MAC" });
    await expect(lab.pages.tokens.get(account)).rejects.toMatchObject({
      failure: "invalid-response",
      message: expect.stringContaining("token_type") as string,
    });
  });

  it("gives a token that cannot be renewed until it ends, however short it lives", async () => {
    lab.api.answer = () =>
      Response.json({ access_token: "short", token_type: "bearer", expires_in: 30 });
    await connect([]);
    expect((await lab.pages.tokens.get(account))?.token.reveal()).toBe("short");
    lab.clock.now += 30_000;
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
  });

  it.each([
    ["a lifetime of null", { expires_in: null }],
    ["a lifetime below zero", { expires_in: -1 }],
    ["a lifetime of nothing", { expires_in: 0 }],
    ["a lifetime in words", { expires_in: "never" }],
    ["an empty refresh token", { refresh_token: "" }],
    ["a refresh token of null", { refresh_token: null }],
    ["scopes of null", { scope: null }],
    ["an ID token of null", { id_token: null }],
  ])("takes %s for nothing said", async (_, odd) => {
    const plain = { access_token: "at", token_type: "bearer" };
    lab.api.answer = () => Response.json({ ...plain, ...odd });
    expect(await (await connect()).completed()).toEqual({ status: "done" });
    lab.clock.now += 365 * 24 * 3_600_000;
    const token = await lab.pages.tokens.get(account, ["read"]);
    expect(token).toMatchObject({ scopes: ["read"], expiresAt: undefined });
    expect(token?.token.reveal()).toBe("at");
    expect(await lab.vault.get({ ...account, name: "oauth:api" })).toBeDefined();
  });

  it("keeps the refresh token it has where a renewal brings an empty one", async () => {
    await connect();
    lab.clock.now += 3_600_000;
    const plain = { access_token: "fresh", token_type: "bearer", scope: "read" };
    lab.api.answer = () => Response.json({ ...plain, expires_in: "60", refresh_token: "" });
    expect((await lab.pages.tokens.get(account))?.token.reveal()).toBe("fresh");
    lab.clock.now += 61_000;
    lab.api.answer = () => undefined;
    expect((await lab.pages.tokens.get(account))?.token.reveal()).toMatch(/^at-alice-there-/);
  });

  it.each([
    ["a token that is none", { access_token: "" }],
    ["a lifetime that is an object", { expires_in: {} }],
    ["scopes in a list", { scope: ["read"] }],
    ["a refresh token that is a number", { refresh_token: 5 }],
  ])("refuses %s", async (_, odd) => {
    const plain = { access_token: "at", token_type: "bearer" };
    lab.api.answer = () => Response.json({ ...plain, ...odd });
    expect(await (await connect()).completed()).toBeUndefined();
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
  });

  it("finds OpenID metadata where the other place answers with the home page", async () => {
    lab.api.homePage = true;
    expect(await (await connect()).completed()).toEqual({ status: "done" });
  });

  it("shows a failure at the link itself, which can be reloaded", async () => {
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "api" });
    const alice = lab.browserOf("alice");
    lab.api.answer = () => Response.json({ error: "invalid_grant" }, { status: 400 });
    const failed = await alice.press(await lab.enter(alice, link), "connect");
    expect(failed.url).toBe(`${link.url}?again`);
    const reloaded = await alice.open(failed.url);
    expect(reloaded.body).toContain("Nothing was saved");
    lab.api.answer = () => undefined;
    expect((await alice.press(reloaded, "connect")).title).toBe("Connected");
  });

  it("disconnects here and there", async () => {
    await connect();
    const token = (await lab.pages.tokens.get(account))!.token.reveal();
    expect(await lab.pages.tokens.revoke(account)).toBe(true);
    expect(lab.api.revoked).toHaveLength(2);
    expect(lab.api.revoked[0]).toMatch(/^rt-alice-there-/);
    expect(lab.api.revoked[1]).toBe(token);
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
    expect(await lab.pages.tokens.revoke(account)).toBe(false);
    // Away: forgotten here all the same.
    await connect();
    lab.api.down = true;
    expect(await lab.pages.tokens.revoke(account)).toBe(false);
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
  });

  it("keeps accounts of people, servers and services apart", async () => {
    await connect();
    for (const other of [
      { ...account, principal: "bob" },
      { ...account, server: "Other" },
    ]) {
      expect(await lab.pages.tokens.get(other)).toBeUndefined();
    }
    await expect(lab.pages.tokens.get({ ...account, provider: "none" })).rejects.toMatchObject({
      code: "ERR_MIDCALL_OPTION",
    });
  });

  it("leaves nothing of a failed exchange in its errors", async () => {
    const pages = lab.again({
      providers: {
        api: {
          issuer: "https://api.example.net",
          clientId: "midcall",
          clientSecret: "wrong-client-secret",
          fetch: lab.api.fetch,
        },
      },
    });
    const link = await pages.connectLink({ ...asked(lab), provider: "api" });
    const alice = lab.browserOf("alice");
    const page = await alice.press(await lab.enter(alice, link), "connect");
    // Served by the first pages, whose client is right: the visit does not care which process it is.
    expect(page.title).toBe("Connected");
    lab.clock.now += 3_600_000;
    const error: unknown = await pages.tokens.get(account).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "ERR_MIDCALL_CONNECT", error: "invalid_client" });
    const text = `${String(error)} ${JSON.stringify(error)} ${String((error as Error).stack)} ${String((error as Error).cause)}`;
    for (const token of lab.api.tokens) expect(text).not.toContain(token);
    expect(text).not.toContain("wrong-client-secret");
  });

  const askedFor = (alice: Browser): (string[] | undefined)[] =>
    alice.trail
      .filter((line) => line.startsWith("GET https://api.example.net/authorize"))
      .map((line) => new URL(line.slice(4)).searchParams.get("scope")?.split(" "));

  it("does not ask for openid again that was only granted, as that would ask for an ID token", async () => {
    lab.api.grants = "openid profile read write";
    const account = { ...asked(lab), provider: "api" };
    for (const scopes of [["read"], ["write"]]) {
      const link = await lab.pages.connectLink({ ...account, scopes });
      const alice = lab.browserOf("alice");
      await alice.press(await lab.enter(alice, link), "connect");
      expect(await link.completed()).toEqual({ status: "done" });
      if (scopes[0] === "write") expect(askedFor(alice)).toEqual([["profile", "read", "write"]]);
    }
    const link = await lab.pages.connectLink({ ...account, scopes: ["openid"] });
    const alice = lab.browserOf("alice");
    await alice.press(await lab.enter(alice, link), "connect");
    expect(askedFor(alice)[0]).toContain("openid");
  });

  it.each(["the authorization endpoint", "the token endpoint"])(
    "goes once more without what was granted earlier, when %s does not know that any more",
    async (where) => {
      await connect(["legacy"]);
      let gone = ["legacy"];
      let scope = "";
      lab.api.refuse = (query) => {
        scope = query.get("scope") ?? "";
        const over = scope.split(" ").some((one) => gone.includes(one));
        return over && where === "the authorization endpoint" ? "invalid_scope" : undefined;
      };
      lab.api.answer = () =>
        scope.split(" ").some((one) => gone.includes(one))
          ? Response.json({ error: "invalid_scope" }, { status: 400 })
          : undefined;
      const link = await lab.pages.connectLink({
        ...asked(lab),
        provider: "api",
        scopes: ["read"],
      });
      const alice = lab.browserOf("alice");
      await alice.press(await lab.enter(alice, link), "connect");
      expect(askedFor(alice)).toEqual([["legacy", "read"], ["read"]]);
      expect(await link.completed()).toEqual({ status: "done" });
      expect((await lab.pages.tokens.get(account))?.scopes).toEqual(["read"]);
      // Asked for by this call and not there: no second time.
      gone = ["none"];
      const other = await lab.pages.connectLink({
        ...asked(lab),
        provider: "api",
        scopes: ["none"],
      });
      const again = lab.browserOf("alice");
      await again.press(await lab.enter(again, other), "connect");
      expect(askedFor(again)).toEqual([["read", "none"], ["none"]]);
      if (where === "the authorization endpoint") {
        expect(await other.completed()).toEqual({
          status: "provider-error",
          error: "invalid_scope",
        });
      }
    },
  );

  it("takes somebody back who needed longer than most, as long as the link is open", async () => {
    const ttlMs = 24 * 3_600_000;
    for (const late of [11 * 60_000, ttlMs]) {
      const link = await lab.pages.connectLink({ ...asked(lab), provider: "api", ttlMs });
      const alice = lab.browserOf("alice");
      const leaving = await alice.pressOnly(await lab.enter(alice, link), "connect");
      lab.clock.now += late;
      const back = await alice.arrive(leaving);
      expect(back.title).toBe(late < ttlMs ? "Connected" : "This link has expired");
      expect((await link.completed())?.status).toBe(late < ttlMs ? "done" : "expired");
    }
    expect(lab.api.exchanges).toBe(1);
  });

  it.each([
    ["in its body", { error: "invalid_client" }],
    ["with its status alone", undefined],
  ])(
    "names what to look at when the client is refused %s, and a challenge with it",
    async (_, said) => {
      await connect();
      lab.clock.now += 3_600_000;
      const headers = { "www-authenticate": 'Basic realm="the-realm"' };
      lab.api.answer = () =>
        said
          ? Response.json(said, { status: 401, headers })
          : new Response("no", { status: 401, headers });
      const link = await connect();
      expect(await link.completed()).toBeUndefined();
      expect(lab.logs.join()).toMatch(
        /refused the request: invalid_client.*clientId, clientSecret and clientAuth/,
      );
      expect(lab.logs.join()).not.toMatch(/client-secret|the-realm/);
      await expect(lab.pages.tokens.get(account)).rejects.toMatchObject({
        failure: "refused",
        error: "invalid_client",
      });
      expect(await lab.vault.get({ ...account, name: "oauth:api" })).toBeDefined();
    },
  );

  it("reads what else is said with a challenge", async () => {
    await connect();
    lab.clock.now += 3_600_000;
    const headers = { "www-authenticate": "Basic" };
    lab.api.answer = () => Response.json({ error: "x" }, { status: 503, headers });
    await expect(lab.pages.tokens.get(account)).rejects.toMatchObject({ failure: "unreachable" });
    lab.api.answer = () => Response.json({ error: "invalid_grant" }, { status: 401, headers });
    expect(await lab.pages.tokens.get(account)).toBeUndefined();
  });
});
