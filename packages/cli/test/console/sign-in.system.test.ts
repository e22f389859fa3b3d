import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServerView } from "../../src/console/views/api-types.js";
import { createOAuthLab, type OAuthLab } from "../connect/oauth/oauth-lab.js";
import { createLab, endOf, type Lab, type Page, startCall, wireOf } from "./lab.js";

let oauth: OAuthLab;
let lab: Lab;

beforeEach(async () => {
  oauth = await createOAuthLab();
  lab = await createLab({ stateDir: oauth.stateDir });
});
afterEach(async () => {
  await lab.close();
  await oauth.close();
});

const until = (page: Page, wanted: (server: ServerView) => unknown): Promise<ServerView> =>
  page.until(({ servers }) => servers.find(wanted));

async function add(page: Page, protocolVersion = "auto"): Promise<string> {
  const { id } = await page.api<{ id: string }>("/servers", {
    target: oauth.server,
    protocolVersion,
  });
  await until(page, ({ state }) => state === "sign-in");
  return id;
}

async function signIn(page: Page, id: string): Promise<void> {
  const { url } = await page.api<{ url: string }>(`/servers/${id}/sign-in`, {});
  await oauth.visit(url);
  await until(page, ({ state }) => state === "ready");
}

describe.each(["2025-11-25", "2026-07-28"])("on %s", (protocolVersion) => {
  it("says where and for what, connects by itself after the sign-in, and shows no token", async () => {
    const page = await lab.page();
    const id = await add(page, protocolVersion);
    expect(page.state.servers[0]).toMatchObject({
      problem: expect.stringContaining("needs you to sign in") as string,
      signIn: {
        state: "needed",
        at: { highlight: "127.0.0.1" },
        warnings: [expect.stringContaining("a program on this computer") as string],
        scopes: ["read"],
        needsClientId: false,
      },
    });
    const { url } = await page.api<{ url: string }>(`/servers/${id}/sign-in`, {});
    expect((await until(page, (one) => one.signIn?.state === "waiting")).signIn?.url).toBe(url);
    await oauth.visit(url);
    const server = await until(page, ({ state }) => state === "ready");
    expect(server).toMatchObject({
      toolCount: 3,
      signIn: { state: "signed-in", scopes: ["read"] },
    });
    const end = await endOf(page, await startCall(page, id, "echo"));
    const files = await readdir(lab.stateDir, { recursive: true, withFileTypes: true });
    const saved = await Promise.all(
      files
        .filter((one) => one.isFile())
        .map((one) => readFile(join(one.parentPath, one.name), "utf8")),
    );
    const shown = JSON.stringify([page.state, await wireOf(page, id), saved]);
    expect(oauth.issued).toHaveLength(2);
    for (const token of oauth.issued) expect(shown).not.toContain(token);
    expect(end.state).toBe("done");
    expect(shown).toContain("You said");
  });

  it("refreshes silently, and asks again when the sign-in was revoked", async () => {
    const page = await lab.page();
    const id = await add(page, protocolVersion);
    await signIn(page, id);
    oauth.expireAccessTokens();
    expect((await endOf(page, await startCall(page, id, "echo"))).state).toBe("done");
    oauth.revokeEverything();
    const failed = await endOf(page, await startCall(page, id, "echo"));
    expect(failed).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("has ended your sign-in") as string,
    });
    const server = await until(page, ({ state }) => state === "sign-in");
    expect(server.signIn?.reason).toContain("has ended your sign-in");
    await signIn(page, id);
  });

  it("asks for a permission that a tool needs", async () => {
    const page = await lab.page();
    const id = await add(page, protocolVersion);
    await signIn(page, id);
    const failed = await endOf(page, await startCall(page, id, "admin"));
    expect(failed.problem).toContain("needs the permission admin for this");
    const server = await until(page, ({ state }) => state === "sign-in");
    expect(server.signIn?.scopes).toEqual(["read", "admin"]);
    await signIn(page, id);
    expect((await endOf(page, await startCall(page, id, "admin"))).state).toBe("done");
  });
});

it("is cancelled, fails and starts again, each said so", async () => {
  const page = await lab.page();
  const id = await add(page);
  const start = () => page.api<{ url: string }>(`/servers/${id}/sign-in`, {});
  const cancelled = await start();
  await page.api(`/servers/${id}/sign-in/cancel`, {});
  await until(page, (one) => one.signIn?.state === "needed");
  await expect(oauth.visit(cancelled.url)).rejects.toThrow();
  oauth.knobs.callback = { code: undefined, error: "access_denied" };
  await oauth.visit((await start()).url);
  const denied = await until(page, (one) => one.signIn?.problem);
  expect(denied.signIn).toMatchObject({ state: "needed" });
  expect(denied.signIn?.problem).toContain("did not allow it");
  oauth.knobs.callback = {};
  await signIn(page, id);
});

it("is forgotten in one step: the connection ends, the tokens are revoked and removed", async () => {
  const page = await lab.page();
  const id = await add(page);
  await signIn(page, id);
  const { text } = await page.api<{ text: string }>(`/servers/${id}/sign-in`, undefined, "DELETE");
  expect(text).toContain("has revoked the tokens.");
  expect(await until(page, ({ state }) => state === "idle")).not.toHaveProperty("signIn");
  await page.api(`/servers/${id}/connect`, {});
  await until(page, ({ state }) => state === "sign-in");
});

it("is kept over a restart of the console, and forgotten when the server is removed", async () => {
  const page = await lab.page();
  await signIn(page, await add(page));
  await lab.close();
  lab = await createLab({ stateDir: oauth.stateDir });
  const again = await lab.page();
  const { id } = again.state.servers[0]!;
  await again.api(`/servers/${id}/connect`, {});
  await until(again, ({ state }) => state === "ready");
  await again.api(`/servers/${id}`, undefined, "DELETE");
  await expect.poll(() => oauth.requests).toContain("POST /revoke");
});

it("takes a client ID where programs cannot register, and refuses one that cannot be", async () => {
  oauth.knobs.registers = false;
  const page = await lab.page();
  const id = await add(page);
  expect(page.state.servers[0]?.signIn?.needsClientId).toBe(true);
  const start = (clientId?: string) =>
    page.api<{ url: string }>(`/servers/${id}/sign-in`, { clientId });
  await expect(start()).rejects.toThrow("does not register programs by itself");
  await expect(start("a\nb")).rejects.toThrow("characters that it cannot have");
  await oauth.visit((await start("given")).url);
  await until(page, ({ state }) => state === "ready");
});

it("signs in with a client secret and scopes that the user enters, and shows and writes the secret nowhere", async () => {
  const secret = "canary-secret-7f3a91";
  oauth.knobs.issuerMetadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
  const page = await lab.page();
  const id = await add(page);
  const start = (body: object): Promise<{ url: string }> =>
    page.api(`/servers/${id}/sign-in`, body);
  await expect(start({ clientSecret: secret })).rejects.toThrow("Enter the client ID");
  await expect(start({ scopes: 'a"b' })).rejects.toThrow("A scope is invalid");
  const client = { clientId: "given", clientSecret: secret };
  await expect(start({ ...client, clientSecret: "a\nb" })).rejects.toThrow(
    "client secret contains",
  );
  const { url } = await start({ ...client, scopes: "read  extra" });
  expect(new URL(url).searchParams.get("scope")).toBe("read extra");
  await oauth.visit(url);
  await until(page, ({ state }) => state === "ready");
  expect(oauth.tokenRequests[0]).toMatchObject({ client_id: "given", client_secret: secret });
  // The next sign-in uses it again.
  oauth.revokeEverything();
  await page.api(`/servers/${id}/connect`, {});
  await until(page, ({ state }) => state === "sign-in");
  const next = await start({});
  await oauth.visit(next.url);
  await until(page, ({ state }) => state === "ready");
  expect(oauth.tokenRequests.at(-1)).toMatchObject({ client_secret: secret });
  const http = await page.api(`/servers/${id}/http`);
  const settings = await page.api(`/servers/${id}/settings`);
  const files = await readdir(lab.stateDir, { recursive: true, withFileTypes: true });
  const saved = await Promise.all(
    files
      .filter((one) => one.isFile())
      .map((one) => readFile(join(one.parentPath, one.name), "utf8")),
  );
  const shown = [page.state, await wireOf(page, id), http, settings, saved];
  expect(JSON.stringify(shown)).not.toContain("7f3a91");
});
