import { createInbox } from "midcall/client";
import { createTestHost, protocolVersions } from "midcall/testing";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import { listenForHosts } from "../../src/bridge/http/listen.js";
import { UrlFront } from "../../src/bridge/http/url-front.js";
import { askedFor, createBridgeSignIn, signedFetch } from "../../src/bridge/sign-in.js";
import { connectServer } from "../../src/connect/connect-server.js";
import { signInOptions } from "../../src/connect/oauth/connect-signed-in.js";
import { createSignIn, type SignIn } from "../../src/connect/oauth/sign-in.js";
import { createSignInVault } from "../../src/connect/oauth/vault/sign-in-vault.js";
import { createOAuthLab, type OAuthLab } from "../connect/oauth/oauth-lab.js";
import { LONG_MS, bridge, scriptedAsker } from "./lab.js";

let lab: OAuthLab;
beforeEach(async () => {
  lab = await createOAuthLab();
});
afterEach(() => lab.close());

/** A user who opens the link to the sign-in, or declines it. */
const visitor = (action: string) =>
  scriptedAsker(async ({ params }) => {
    if (action === "accept") expect((await lab.visit(String(params["url"]))).status).toBe(200);
    return { action };
  });
const signInOf = (asker: ReturnType<typeof visitor> | undefined): SignIn =>
  createBridgeSignIn({ url: lab.server, stateDir: lab.stateDir, asker, print: () => {} });
const serverWith = (signIn: SignIn) => () =>
  new HttpServer({
    ...{ url: new URL(lab.server), transport: signInOptions(signIn), onError: () => {} },
  });

describe.each(protocolVersions)(
  "a host of %s, and a server that requires a sign-in",
  (protocolVersion) => {
    it("works when the user has signed in, once for bridge, console and call", async () => {
      const asker = visitor("accept");
      await using bridged = await bridge(serverWith(signInOf(asker)), { protocolVersion, asker });
      expect((await bridged.host.listTools()).length).toBeGreaterThan(0);
      expect(asker.questions).toHaveLength(1);
      expect(asker.questions[0]!.params).toMatchObject({ mode: "url" });

      const signIn = createSignIn({ server: lab.server, vault: createSignInVault(lab.stateDir) });
      const connection = await connectServer({
        ...{ target: { kind: "url", url: lab.server }, server: "guarded", protocolVersion: "auto" },
        ...{ inbox: createInbox({}), signIn },
      });
      await connection.close();
      const nobody = visitor("decline");
      await using again = await bridge(serverWith(signInOf(nobody)), {
        protocolVersion,
        asker: nobody,
      });
      expect((await again.host.listTools()).length).toBeGreaterThan(0);
      expect(nobody.questions).toEqual([]);
    });

    it("fails where the user declines", async () => {
      const asker = visitor("decline");
      await expect(
        bridge(serverWith(signInOf(asker)), { protocolVersion, asker, timeoutMs: 5_000 }),
      ).rejects.toThrow();
      expect(asker.questions.length).toBeGreaterThan(0);
    });

    it("works over HTTP", async () => {
      const asker = visitor("accept");
      const signIn = signInOf(asker);
      const front = new UrlFront({
        ...{ connect: serverWith(signIn), asker, onError: () => {}, idleMs: 60_000 },
        ...{ url: new URL(lab.server), headers: {}, fetch: signedFetch(signIn) },
      });
      const listener = await listenForHosts({ front, port: 0, onError: () => {} });
      try {
        const url = new URL(`http://127.0.0.1:${listener.port}/mcp`);
        await using host = await createTestHost({
          timeoutMs: LONG_MS,
          ...{
            protocolVersion,
            connection: new StreamableHTTPClientTransport(url),
          },
        });
        expect((await host.listTools()).length).toBeGreaterThan(0);
        expect(asker.questions).toHaveLength(1);
      } finally {
        await front.close();
        await listener.close();
      }
    });
  },
);

it("what the user is asked is for the account of the last sign-in: it is another one after a new sign-in, and the same one after a refresh", async () => {
  const asker = visitor("accept");
  const signIn = signInOf(asker);
  const question = { call: undefined, isFirst: true, host: undefined, untilDone: false } as const;
  const user = scriptedAsker(() => ({ action: "decline" }));
  const bound = askedFor(user, () => signIn.account);
  const accounts: unknown[] = [];
  const request = async (): Promise<void> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const headers = { "content-type": "application/json", accept: "application/json" };
    const sent = await signedFetch(signIn)(lab.server, { method: "POST", headers, body });
    expect(sent.status).not.toBe(401);
    await bound.ask({}, { ...question, account: "host", signal: new AbortController().signal });
    accounts.push(user.questions.at(-1)!.about.account);
  };
  await request();
  lab.expireAccessTokens();
  await request();
  lab.revokeEverything();
  await request();
  expect(accounts[1]).toBe(accounts[0]);
  expect(accounts[2]).not.toBe(accounts[0]);
  expect(asker.questions).toHaveLength(2);
});
