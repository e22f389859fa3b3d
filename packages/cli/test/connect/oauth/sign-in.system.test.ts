import { once } from "node:events";
import { chmod, readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInbox } from "midcall/client";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connectServer } from "../../../src/connect/connect-server.js";
import type { Connection } from "../../../src/connect/connection.js";
import { SignInRequiredError } from "../../../src/connect/oauth/connect-signed-in.js";
import { findSignInError } from "../../../src/connect/oauth/find-sign-in-error.js";
import { createSignIn, type SignIn } from "../../../src/connect/oauth/sign-in.js";
import { createSignInVault } from "../../../src/connect/oauth/vault/sign-in-vault.js";
import type { ProtocolVersionChoice } from "../../../src/connect/protocol-version.js";
import { createOAuthLab, type OAuthLab } from "./oauth-lab.js";

let lab: OAuthLab;
const open: Connection[] = [];

beforeEach(async () => {
  lab = await createOAuthLab();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
  await lab.close();
});

/** As in a process of its own: it shares nothing with another one but the files. */
const newSignIn = (): SignIn =>
  createSignIn({ server: lab.server, vault: createSignInVault(lab.stateDir) });

async function connect(
  signIn: SignIn,
  options: {
    protocolVersion?: ProtocolVersionChoice;
    headers?: Record<string, string>;
  } = {},
): Promise<Connection> {
  const connection = await connectServer({
    target: { kind: "url", url: lab.server },
    server: "guarded",
    protocolVersion: "auto",
    inbox: createInbox({}),
    signIn,
    ...options,
  });
  open.push(connection);
  return connection;
}

const failure = async (work: Promise<unknown>): Promise<Error & { problem?: string }> =>
  work.then(
    () => expect.fail("It did not fail."),
    (error: unknown) => error as Error,
  );

async function signInAt(signIn: SignIn, protocolVersion?: ProtocolVersionChoice): Promise<void> {
  const error = await failure(connect(signIn, { protocolVersion: protocolVersion ?? "auto" }));
  expect(error).toBeInstanceOf(SignInRequiredError);
  const { url, done } = await signIn.start((error as SignInRequiredError).offer);
  expect((await lab.visit(url)).status).toBe(200);
  await done;
}

const call = async ({ client }: Connection, name: string): Promise<string> =>
  JSON.stringify((await client.callTool({ name, arguments: {} })).content);

describe.each<ProtocolVersionChoice>(["2025-11-25", "2026-07-28", "auto"])("on %s", (version) => {
  it("says where to sign in, and connects once the user has", async () => {
    const signIn = newSignIn();
    const error = await failure(connect(signIn, { protocolVersion: version }));
    const { offer, message } = error as SignInRequiredError;
    expect(message).toMatch(/needs you to sign in/);
    expect(offer).toMatchObject({ issuer: lab.issuer, resource: lab.server, scopes: ["read"] });
    // Nothing but metadata is read before the user agrees.
    expect(lab.requests.every((one) => one.startsWith("GET /.well-known/"))).toBe(true);
    const { url, done } = await signIn.start(offer);
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      code_challenge_method: "S256",
      resource: lab.server,
      scope: "read",
    });
    expect(asked.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}$/);
    const { status, text } = await lab.visit(url);
    expect([status, text]).toEqual([200, expect.stringContaining("You can close this tab")]);
    await done;
    expect(lab.tokenRequests[0]).toMatchObject({ resource: lab.server });
    const connection = await connect(signIn, { protocolVersion: version });
    expect(await call(connection, "echo")).toContain("Bearer access-");
  });

  it("uses the sign-in of another process", async () => {
    await signInAt(newSignIn(), version);
    await expect(connect(newSignIn(), { protocolVersion: version })).resolves.toBeDefined();
  });

  it("refreshes an expired token once for all calls, and goes on", async () => {
    const signIn = newSignIn();
    await signInAt(signIn, version);
    const connection = await connect(signIn, { protocolVersion: version });
    lab.expireAccessTokens();
    const said = await Promise.all(Array.from({ length: 8 }, () => call(connection, "echo")));
    expect(new Set(said).size).toBe(1);
    expect(lab.tokenRequests.map((one) => one["grant_type"])).toEqual([
      "authorization_code",
      "refresh_token",
    ]);
  });

  it("asks the user to sign in again when the refresh token has been revoked", async () => {
    const signIn = newSignIn();
    await signInAt(signIn, version);
    const connection = await connect(signIn, { protocolVersion: version });
    lab.revokeEverything();
    const error = findSignInError(await failure(call(connection, "echo")), lab.server);
    expect(error).toMatchObject({ problem: "expired" });
    expect(error?.message).toMatch(/has ended your sign-in \(invalid_grant\)\. Sign in again\./);
    // The next connection says so at once.
    await signInAt(newSignIn(), version);
  });

  it("asks for more permissions when a tool needs them, and keeps the others", async () => {
    const signIn = newSignIn();
    await signInAt(signIn, version);
    const connection = await connect(signIn, { protocolVersion: version });
    const error = findSignInError(await failure(call(connection, "admin")), lab.server)!;
    expect(error).toMatchObject({ problem: "scope", challenge: { scope: "admin" } });
    const offer = await signIn.offer(error.challenge);
    expect(offer.scopes).toEqual(["read", "admin"]);
    const { url, done } = await signIn.start(offer);
    await lab.visit(url);
    await done;
    // The same connection has the new token.
    expect(await call(connection, "admin")).toContain("Done.");
  });
});

describe("two processes", () => {
  it("do not lose a refresh token that can be used only once", async () => {
    const [one, two] = [newSignIn(), newSignIn()];
    await signInAt(one);
    const connections = [await connect(one), await connect(two)];
    for (let round = 0; round < 4; round += 1) {
      lab.expireAccessTokens();
      const said = await Promise.all(connections.map((each) => call(each, "echo")));
      expect(said[0]).toBe(said[1]);
    }
    expect(lab.tokenRequests.filter((each) => each["grant_type"] === "refresh_token")).toHaveLength(
      4,
    );
  });

  it("see that the user has signed out", async () => {
    const [one, two] = [newSignIn(), newSignIn()];
    await signInAt(one);
    const connection = await connect(two);
    expect(await one.forget()).toMatch(/has revoked the tokens/);
    const error = findSignInError(await failure(call(connection, "echo")), lab.server);
    expect(error).toMatchObject({ problem: "expired" });
    expect(await two.current()).toBeUndefined();
  });
});

describe("tokens", () => {
  it("go to their server only, and are not readable in the files", async () => {
    await signInAt(newSignIn());
    const files = await readdir(lab.stateDir, { recursive: true, withFileTypes: true });
    const contents = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map((file) => readFile(`${file.parentPath}/${file.name}`, "utf8")),
    );
    expect(lab.issued).toHaveLength(2);
    for (const token of lab.issued) expect(contents.join()).not.toContain(token);
    const other = await createOAuthLab();
    try {
      const signIn = createSignIn({ server: other.server, vault: createSignInVault(lab.stateDir) });
      expect(await signIn.current()).toBeUndefined();
    } finally {
      await other.close();
    }
  });

  it("are not mixed with an Authorization header of the user's own", async () => {
    const signIn = newSignIn();
    await signInAt(signIn);
    lab.seen.length = 0;
    const error = await failure(connect(signIn, { headers: { Authorization: "Bearer own" } }));
    expect(error.message).toContain("rejected these headers (HTTP 401)");
    expect(lab.seen.map((headers) => headers.get("authorization"))).toEqual(
      lab.seen.map(() => "Bearer own"),
    );
  });

  it("are sent with the user's other headers, which the authorization server never gets", async () => {
    const signIn = newSignIn();
    await signInAt(signIn);
    await connect(signIn, { headers: { "X-Team": "a" } });
    expect(lab.seen.at(-1)?.get("x-team")).toBe("a");
  });

  it("of another audience are said to be rejected by the server", async () => {
    lab.knobs.audience = "https://another.example/mcp";
    const signIn = newSignIn();
    await signInAt(signIn);
    const error = await failure(connect(signIn));
    expect(error.message).toMatch(
      /rejects the token that was issued for it, perhaps because it expects another audience/,
    );
  });

  it("are used after their time if the authorization server cannot be reached and the server accepts them", async () => {
    lab.knobs.expiresIn = 20;
    await signInAt(newSignIn());
    lab.knobs.issuerMetadata = {};
    const signIn = newSignIn();
    const record = (await createSignInVault(lab.stateDir).read(lab.server))!;
    const metadata = { ...record.metadata, token_endpoint: "http://127.0.0.1:2/token" };
    await createSignInVault(lab.stateDir).write({ ...record, metadata });
    await expect(connect(signIn)).resolves.toBeDefined();
  });
});

describe("the callback", () => {
  const start = async () => {
    const signIn = newSignIn();
    const { offer } = (await failure(connect(signIn))) as SignInRequiredError;
    return { signIn, ...(await signIn.start(offer)) };
  };

  it("refuses another state, and still waits for the right one", async () => {
    const { url, done } = await start();
    lab.knobs.callback = { state: "another" };
    const wrong = await lab.visit(url);
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("does not belong")]);
    expect(lab.tokenRequests).toEqual([]);
    lab.knobs.callback = {};
    expect((await lab.visit(url)).status).toBe(200);
    await expect(done).resolves.toMatchObject({ server: lab.server });
  });

  it("is used once, at its own address only", async () => {
    const { url, done } = await start();
    const back = new URL(new URL(url).searchParams.get("redirect_uri")!);
    expect((await fetch(new URL("/", back))).status).toBe(404);
    expect((await fetch(back, { method: "POST" })).status).toBe(404);
    const { location } = await lab.visit(url);
    await done;
    await expect(fetch(location)).rejects.toThrow();
  });

  it.each([
    ["no issuer", { iss: undefined }],
    ["another issuer", { iss: "https://evil.example" }],
  ])("with %s is not used", async (_, callback) => {
    const { url, done } = await start();
    lab.knobs.callback = callback;
    await lab.visit(url);
    await expect(done).rejects.toThrow(/The answer does not come from 127\.0\.0\.1:\d+/);
    expect(lab.tokenRequests).toEqual([]);
  });

  it("says that the user did not allow it", async () => {
    const { url, done, signIn } = await start();
    lab.knobs.callback = { code: undefined, error: "access_denied" };
    const { text } = await lab.visit(url);
    expect(text).toContain("You are not signed in");
    await expect(done).rejects.toMatchObject({ problem: "denied" });
    expect(await signIn.current()).toBeUndefined();
  });

  it("ends when the user cancels", async () => {
    const { url, done, cancel } = await start();
    cancel();
    await expect(done).rejects.toMatchObject({ problem: "cancelled" });
    await expect(lab.visit(url)).rejects.toThrow();
  });
});

describe("a server that is wrong or hostile", () => {
  const reason = async (): Promise<string> => (await failure(connect(newSignIn()))).message;

  it.each<[string, (knobs: OAuthLab["knobs"]) => void, RegExp]>([
    [
      "names another resource",
      (knobs) => (knobs.resourceMetadata = { resource: "https://bank.example/mcp" }),
      /asks you to sign in for another resource than itself, https:\/\/bank\.example\/mcp/,
    ],
    [
      "has a page with another scheme",
      (knobs) => (knobs.issuerMetadata = { authorization_endpoint: "javascript:alert(1)" }),
      /metadata of the authorization server .* is invalid|does not use/,
    ],
    [
      "has a page without TLS",
      (knobs) => (knobs.issuerMetadata = { authorization_endpoint: "http://example.com/" }),
      /names an address for the sign-in page that midcall does not use: http:\/\/example\.com\/ \(This address does not use https/,
    ],
    [
      "has an authorization server that says it is another",
      (knobs) => (knobs.issuerMetadata = { issuer: "https://login.example.com" }),
      /says that it is another one/,
    ],
    [
      "does not announce PKCE",
      (knobs) => (knobs.issuerMetadata = { code_challenge_methods_supported: ["plain"] }),
      /does not announce the protection that MCP requires/,
    ],
    [
      "sends metadata without end",
      (knobs) => (knobs.resourceMetadata = { padding: "x".repeat(300_000) }),
      /sent more than 256 KiB/,
    ],
    [
      "has metadata that cannot be reached",
      (knobs) => (knobs.metadataUrl = "http://127.0.0.1:2/"),
      /Cannot reach 127\.0\.0\.1:2 to sign in: ECONNREFUSED/,
    ],
    [
      "has no metadata where it says",
      (knobs) => (knobs.metadataUrl = `${lab.issuer}/nothing`),
      /describes how to sign in, but there is no valid metadata/,
    ],
    [
      "has no metadata at all",
      (knobs) => (knobs.hasMetadata = false),
      /requires authentication \(HTTP 401\)/,
    ],
  ])("that %s is explained", async (_, change, says) => {
    change(lab.knobs);
    expect(await reason()).toMatch(says);
    expect(lab.requests.some((one) => one.startsWith("POST"))).toBe(false);
  });
});

describe("the client", () => {
  it("has a secret of the user's own, which goes with its own ID only", async () => {
    lab.knobs.issuerMetadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    const signIn = newSignIn();
    const { offer } = (await failure(connect(signIn))) as SignInRequiredError;
    const first = await signIn.start(offer, { clientId: "given", clientSecret: "s-1" });
    await lab.visit(first.url);
    await first.done;
    expect(lab.tokenRequests.at(-1)).toMatchObject({ client_id: "given", client_secret: "s-1" });
    const second = await signIn.start(offer, { clientId: "other" });
    await lab.visit(second.url);
    await expect(second.done).rejects.toThrow("did not issue a token");
    expect(JSON.stringify(lab.tokenRequests.at(-1))).not.toContain("s-1");
  });

  it("is one of the user's own where programs cannot register", async () => {
    lab.knobs.registers = false;
    const signIn = newSignIn();
    const { offer } = (await failure(connect(signIn))) as SignInRequiredError;
    expect(offer.registers).toBe(false);
    await expect(signIn.start(offer)).rejects.toThrow(
      /does not register programs by itself\. Register a client there, with the redirect URI http:\/\/127\.0\.0\.1\/callback/,
    );
    const { url, done } = await signIn.start(offer, { clientId: "given" });
    expect(new URL(url).searchParams.get("client_id")).toBe("given");
    expect(new URL(url).searchParams.get("redirect_uri")).toMatch(/:\d+\/callback$/);
    await lab.visit(url);
    await done;
    lab.revokeEverything();
    // It is remembered.
    await signInAt(newSignIn());
  });

  const placeOf = (url: string): { client: string | null; place: string | null } => {
    const asked = new URL(url).searchParams;
    return { client: asked.get("client_id"), place: asked.get("redirect_uri") };
  };

  it("is another one each time, with another port and path, so that nobody can wait there for the user", async () => {
    const signIn = newSignIn();
    const { offer } = (await failure(connect(signIn))) as SignInRequiredError;
    const first = await signIn.start(offer);
    await lab.visit(first.url);
    await first.done;
    const second = await signIn.start(offer);
    const [one, two] = [first.url, second.url].map(placeOf);
    expect(two!.client).not.toBe(one!.client);
    expect(new URL(two!.place!).pathname).not.toBe(new URL(one!.place!).pathname);
    await lab.visit(second.url);
    await second.done;
    expect(lab.tokenRequests.at(-1)).toMatchObject({ client_id: two!.client });
  });

  it("is the earlier one, with its redirect URI, where no other one is registered any more", async () => {
    await signInAt(newSignIn());
    const { client, redirectUri } = (await createSignInVault(lab.stateDir).read(lab.server))!;
    const earlier = { client: client.client_id, place: redirectUri };
    lab.revokeEverything();
    const signIn = newSignIn();
    const { offer } = (await failure(connect(signIn))) as SignInRequiredError;
    for (const refuses of [true, false]) {
      lab.knobs.refusesToRegister = refuses;
      const started = await signIn.start({ ...offer, registers: refuses });
      expect(placeOf(started.url)).toEqual(earlier);
      await lab.visit(started.url);
      await started.done;
    }
    // Its port is another program's.
    const holder = createServer().listen(Number(new URL(redirectUri).port), "127.0.0.1");
    await once(holder, "listening");
    onTestFinished(() => void holder.close());
    await expect(signIn.start({ ...offer, registers: false })).rejects.toThrow(
      /does not register programs by itself/,
    );
  });

  it("is a metadata document where the authorization server supports them", async () => {
    const id = "https://midcall.example/client.json";
    const signIn = newSignIn();
    const { offer } = (await failure(connect(signIn))) as SignInRequiredError;
    await expect(signIn.start(offer, { clientId: id })).rejects.toThrow(
      /does not support URLs as client IDs/,
    );
    lab.knobs.issuerMetadata = { client_id_metadata_document_supported: true };
    const supported = (await failure(connect(signIn))) as SignInRequiredError;
    const { url, cancel } = await signIn.start(supported.offer, { clientId: id });
    expect(new URL(url).searchParams.get("client_id")).toBe(id);
    expect(lab.requests).not.toContain("POST /register");
    cancel();
  });
});

it("says so when other users can read the vault", async () => {
  await signInAt(newSignIn());
  await chmod(join(lab.stateDir, "vault"), 0o755);
  const { message } = await failure(connect(newSignIn()));
  expect(message).toMatch(/^The sign-ins in \S+ cannot be used: .* accessible to other users/);
});

it("forgets tokens and registration", async () => {
  const signIn = newSignIn();
  await signInAt(signIn);
  expect(await signIn.forget()).toBe(`${new URL(lab.issuer).host} has revoked the tokens.`);
  expect(await createSignInVault(lab.stateDir).read(lab.server)).toBeUndefined();
  expect(await signIn.forget()).toBeUndefined();
  await signInAt(signIn);
  expect(lab.requests.filter((one) => one === "POST /register")).toHaveLength(2);
});
