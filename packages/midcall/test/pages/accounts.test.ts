import { beforeEach, describe, expect, it } from "vitest";
import type { PageLink } from "midcall/pages";
import { asked, createLab, type Lab } from "./lab.js";

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
    expect(failed.body).toContain("Nothing was kept");
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
});
