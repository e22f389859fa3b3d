import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createPages, createOidcIdentity } from "midcall/pages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asked, createLab, SECRET } from "../../packages/midcall/test/pages/lab.js";
import { createOAuthClient } from "../../packages/midcall/src/pages/oauth/client.js";
import type { OAuthSettings } from "../../packages/midcall/src/pages/oauth/settings.js";
import { tally } from "./tally.js";

/** Services that send too much, too slowly, or lead to where nothing is protected. */

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const running: { close(): unknown }[] = [];
/** The time limit of a request: over when a test says so. */
let time: AbortController;
const timeIsUp = (of: AbortController): void =>
  of.abort(new DOMException("The time is up.", "TimeoutError"));
beforeEach(() => {
  time = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => time.signal);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(running.splice(0).map((one) => one.close()));
});

/** A service on this machine: `answers` by path, over sound metadata. `sent` counts the bytes that went out. */
async function serve(answers: Record<string, Answer>): Promise<{ issuer: string; sent(): number }> {
  let sent = 0;
  const server = createServer((request, response) => {
    response.socket?.on("close", () => {
      sent += response.socket?.bytesWritten ?? 0;
    });
    const path = request.url ?? "";
    const answer = Object.entries(answers).find(([name]) => path.includes(name))?.[1];
    if (answer) return void answer(request, response);
    response.setHeader("content-type", "application/json");
    if (!path.includes("well-known")) return void response.writeHead(404).end("{}");
    response.end(JSON.stringify(metadata(issuer)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running.push({
    close: () => (server.closeAllConnections(), new Promise((done) => server.close(done))),
  });
  return { issuer, sent: () => sent };
}

const metadata = (issuer: string): Record<string, unknown> => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  revocation_endpoint: `${issuer}/revoke`,
  code_challenge_methods_supported: ["S256"],
});

const CHUNK = Buffer.alloc(64 * 1024, "a");

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A JSON text of a hundred megabytes, as fast as it is taken. Where nobody takes any more of it, the time is up. */
const endless =
  (status: number, headers: Record<string, string> = {}): Answer =>
  async (_, response) => {
    const present = time;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.write('{"issuer":"');
    for (let left = 1600; left > 0; left--) {
      response.write(CHUNK);
      for (let turns = 0; response.writableNeedDrain; turns++) {
        if (turns === 1000) return timeIsUp(present);
        await turn();
      }
    }
    response.end('"}');
  };

/** A JSON text that never comes to its end, a byte at a time; after some of them the time is up. */
const drip =
  (status: number): Answer =>
  async (_, response) => {
    const present = time;
    response.writeHead(status, { "content-type": "application/json" });
    response.write('{"issuer":"');
    for (let bytes = 0; bytes < 5; bytes++) {
      await turn();
      response.write("a");
    }
    await turn();
    timeIsUp(present);
  };

const trip = {
  state: "s".repeat(43),
  verifier: "v".repeat(43),
  nonce: "n".repeat(43),
  redirectUri: "https://mcp.example.org/callback/api",
  scopes: ["repo"],
};
const client = (issuer: string, more: Partial<OAuthSettings> = {}) =>
  createOAuthClient({ issuer, clientId: "midcall", clientSecret: "hidden", ...more }, Date.now);

const uses: [string, string, (made: ReturnType<typeof client>) => Promise<unknown>][] = [
  ["metadata", "well-known", (made) => made.authorizationUrl(trip)],
  [
    "the answer to a code",
    "/token",
    (made) => made.exchange(new URLSearchParams({ code: "c", state: trip.state }), trip),
  ],
  ["the answer to a refresh token", "/token", (made) => made.refresh("r", ["repo"])],
];

describe.each(uses)("%s", (_, path, use) => {
  it.each([
    ["of status 200", endless(200)],
    ["of status 400", endless(400)],
    ["of status 500", endless(500)],
    ["with a challenge", endless(401, { "www-authenticate": 'Bearer realm="x"' })],
  ] as const)("%s is read up to a limit, and a hundred megabytes end there", async (__, answer) => {
    const { issuer, sent } = await serve({ [path]: answer });
    const before = process.memoryUsage().arrayBuffers;
    const error: unknown = await use(client(issuer)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "ERR_MIDCALL_CONNECT" });
    expect((error as Error).message).not.toContain("aaaa");
    // Where nothing of it is read, as with status 500, the time that a request has ends it.
    await vi.waitFor(() => expect(sent()).toBeGreaterThan(0));
    // What went into the buffers of the two sockets is not counted as read.
    expect(sent()).toBeLessThan(20 * 1024 * 1024);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024);
    tally("endless answers of services", 1);
  });

  it("says what was too much", async () => {
    const { issuer } = await serve({ [path]: endless(200) });
    await expect(use(client(issuer))).rejects.toMatchObject({
      failure: "invalid-response",
      message: expect.stringMatching(/longer than the limit of \d+ bytes/) as string,
    });
  });

  it("is given up where it comes a byte at a time", async () => {
    for (const status of [200, 400]) {
      time = new AbortController();
      const { issuer } = await serve({ [path]: drip(status) });
      const error: unknown = await use(client(issuer, { timeoutMs: 200 })).catch(
        (why: unknown) => why,
      );
      expect(error).toMatchObject({ code: "ERR_MIDCALL_CONNECT" });
      if (status === 200) expect(error).toMatchObject({ failure: "unreachable" });
    }
    expect(AbortSignal.timeout).toHaveBeenCalledWith(200);
    tally("answers of services that never end", 2);
  });

  it("is given up as well where a fetch of one's own pays no heed to the signal", async () => {
    const { issuer } = await serve({ [path]: drip(200) });
    const deaf: typeof fetch = (input, init) => {
      const { signal, ...rest } = init ?? {};
      void signal;
      return fetch(input, rest);
    };
    const made = client(issuer, { timeoutMs: 200, fetch: deaf });
    await expect(use(made)).rejects.toMatchObject({ failure: "unreachable" });
  });

  it("is read where it is long and within the limit", async () => {
    const { issuer } = await serve({
      [path]: ({ headers }, response) => {
        const self = `http://${headers.host!}`;
        const body =
          path === "/token" ? { access_token: "at", token_type: "bearer" } : metadata(self);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ ...body, more: "m".repeat(200 * 1024) }));
      },
    });
    await expect(use(client(issuer))).resolves.toBeDefined();
  });
});

it("a person is told that connecting did not work, and the log says why", async () => {
  const { issuer } = await serve({ "well-known": endless(200) });
  const lab = createLab("custom", { providers: { api: { issuer, clientId: "midcall" } } });
  const link = await lab.pages.connectLink({ ...asked(lab), provider: "api" });
  const alice = lab.browserOf("alice");
  const page = await alice.press(await lab.enter(alice, link), "connect");
  expect([page.status, page.title]).toEqual([422, expect.stringContaining("Connect")]);
  expect(lab.logs.join()).toContain("longer than the limit of 1048576 bytes");
});

describe("metadata", () => {
  const downgraded = ["authorization_endpoint", "token_endpoint", "revocation_endpoint"].flatMap(
    (name) => [
      [name, "https://auth.example", "http://auth.example/x"],
      [name, "https://auth.example", "http://127.0.0.1:9/x"],
      [name, "https://auth.example", "javascript:alert(1)"],
      [name, "http://127.0.0.1:9", "http://auth.example/x"],
    ],
  );

  it.each(downgraded)("does not lead with its %s from %s to %s", async (name, issuer, to) => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      const url = String(input);
      asked.push(url);
      return url.includes("well-known")
        ? Response.json({ ...metadata(issuer), [name]: to })
        : Response.json({ access_token: "at", token_type: "bearer" });
    };
    const made = client(issuer, { fetch });
    const error: unknown = await made.refresh("rt", []).catch((why: unknown) => why);
    expect(error).toMatchObject({ failure: "invalid-response" });
    expect((error as Error).message).toContain(name);
    await expect(made.authorizationUrl(trip)).rejects.toMatchObject({
      failure: "invalid-response",
    });
    expect(await made.revoke("rt")).toBe(false);
    expect(asked.filter((url) => !url.includes("well-known"))).toEqual([]);
    tally("endpoints that lead to plain http", 3);
  });

  it.each(downgraded)("given by the operator may not either: %s, %s, %s", (name, issuer, to) => {
    const given = { ...metadata(issuer), [name]: to };
    expect(() => client(issuer, { metadata: given })).toThrowError(
      expect.objectContaining({ code: "ERR_MIDCALL_OPTION" }),
    );
  });
});

describe("an issuer at http", () => {
  const lab = createLab("custom");
  const make = (issuer: string, development?: boolean) => () =>
    createPages({
      baseUrl: "https://mcp.example.org",
      secret: SECRET,
      store: lab.store,
      vault: lab.vault,
      identify: createOidcIdentity({
        issuer,
        clientId: "pages",
        ...(development !== undefined && { development }),
      }),
    });
  const LOCAL = "http://127.0.0.1:4200";

  it("is for development alone", () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(make(LOCAL)).toThrow(/in development only.*development: true/);
    expect(make(LOCAL, true)).not.toThrow();
    vi.stubEnv("NODE_ENV", "test");
    expect(make(LOCAL)).not.toThrow();
    expect(make(LOCAL, false)).toThrow(/in development only/);
  });

  it("is refused beyond this machine, in development too", () => {
    expect(make("http://auth.example", true)).toThrow(/issuer must be an https URL/);
  });
});
