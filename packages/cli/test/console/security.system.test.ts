import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createSealedMessages,
  REQUEST,
  responseTo,
  type SealedBytes,
} from "../../src/console/access/sealed-messages.js";
import { createExchange, redeemTicket } from "../../web/src/data/exchange.js";
import { freePort } from "../../../../test/engines/free-port.mjs";
import { createLab, type Lab } from "./lab.js";

let lab: Lab;
let port: number;
/** Where the page is, and below it all that it uses. */
let at: string;
let token: string;
const logged: unknown[] = [];
beforeAll(async () => {
  port = await freePort();
  lab = await createLab({ port, onError: (error) => logged.push(error) });
  at = new URL(lab.console.address).pathname;
  ({ token } = lab.console);
});
afterAll(() => lab.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A request as anything on this computer can send it, the Host header included. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
  body: string | SealedBytes = "",
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        // Streams do not end.
        if (answer.headers["transfer-encoding"] === "chunked") answer.destroy();
      });
      answer.on("close", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
    });
    // Of what is too large the rest is not even read.
    sent.on("error", () => resolve({ status: 0, headers: {}, body: "" }));
    sent.end(body);
  });
}

/** A request of the page. */
async function sealed(request: object, secret = token): Promise<SealedBytes> {
  const messages = await createSealedMessages(secret, `http://127.0.0.1:${port}`);
  return messages.seal(REQUEST, request);
}
const AUDIT = { method: "GET", path: "/audit" };
const askSealed = async (headers: Record<string, string> = {}, secret = token): Promise<Answer> =>
  ask(`${at}api/sealed`, headers, "POST", await sealed(AUDIT, secret));

const ROUTES: readonly [string, string][] = [
  ["GET", "api/events"],
  ["GET", "api/audit"],
  ["GET", "api/servers/x/tools"],
  ["GET", "api/servers/x/wire"],
  ["GET", "api/servers/x/output"],
  ["GET", "api/calls/x"],
  ["GET", "api/nothing"],
  ["POST", "api/servers"],
  ["POST", "api/servers/x/connect"],
  ["POST", "api/servers/x/disconnect"],
  ["POST", "api/servers/x/rule"],
  ["POST", "api/servers/x/calls"],
  ["POST", "api/servers/x/command"],
  ["POST", "api/calls/x/cancel"],
  ["POST", "api/questions/x/respond"],
  ["POST", "api/questions/x/admit"],
  ["POST", "api/questions/x/extend"],
  ["POST", "api/questions/x/shown"],
  ["DELETE", "api/servers/x"],
  ["DELETE", "api/servers/x/wire"],
  ["DELETE", "api/calls/x"],
  ["OPTIONS", "api/servers"],
  ["GET", "api/sealed"],
  ["PUT", "api/sealed"],
  ["GET", "api/ticket"],
];

/** Headers that no request of the page has. */
const wrongs = (): Record<string, Record<string, string>> => ({
  "another host": { host: `evil.example:${port}` },
  "a host that was pointed here": { host: `127.0.0.1.evil.example:${port}` },
  "another port": { host: "127.0.0.1:1" },
  "no port": { host: "127.0.0.1" },
  "every address": { host: `0.0.0.0:${port}` },
  "another origin": { origin: "https://evil.example" },
  "another port's origin": { origin: `http://127.0.0.1:${port + 1}` },
  "no origin": { origin: "null" },
  https: { origin: `https://127.0.0.1:${port}` },
  "a sister's origin": { origin: `http://localhost:${port}` },
  "the other name of this computer": { host: `localhost:${port}` },
  "another site": { "sec-fetch-site": "cross-site" },
  "the same site": { "sec-fetch-site": "same-site" },
  "a visit": {
    "sec-fetch-site": "none",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  },
});

const FORBIDDEN = { status: 403, body: "Forbidden" };

it("refuses every route to all but its own page, and says nothing", async () => {
  for (const [why, headers] of Object.entries({ ...wrongs(), nothing: {} })) {
    for (const [method, path] of ROUTES) {
      for (const credential of [{ ...headers }, { ...headers, authorization: `Bearer ${token}` }]) {
        const { status, body } = await ask(at + path, credential, method);
        expect({ why, method, path, status, body }).toEqual({ why, method, path, ...FORBIDDEN });
      }
    }
  }
  for (const [why, headers] of Object.entries(wrongs())) {
    const { status, body } = await askSealed(headers);
    expect({ why, status, body }).toEqual({ why, ...FORBIDDEN });
  }
  const whole = await sealed(AUDIT);
  const changed = whole.slice();
  changed[20]! ^= 1;
  const forged = {
    "no body": "",
    "its token": token,
    "another token": await sealed(AUDIT, "A".repeat(43)),
    "a token that is cut": await sealed(AUDIT, token.slice(0, -1)),
    "a token in another case": await sealed(AUDIT, token.toLowerCase()),
    "a request that is cut": whole.slice(0, -1),
    "a request that was changed": changed,
  };
  for (const [why, given] of Object.entries(forged)) {
    const { status, body } = await ask(`${at}api/sealed`, {}, "POST", given);
    expect({ why, status, body }).toEqual({ why, ...FORBIDDEN });
  }
});

it("serves its own page, and leads there from the other name of this computer", async () => {
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  expect((await askSealed({ host, origin, "sec-fetch-site": "same-origin" })).status).toBe(200);
  expect((await ask(at, { host })).body).toContain("<title>page</title>");
  for (const path of [at, "/"]) {
    const { status, headers, body } = await ask(path, { host: `localhost:${port}` });
    expect([status, headers.location, body]).toEqual([307, origin + path, ""]);
  }
});

it("can be visited by a link from elsewhere, but not taken apart", async () => {
  const visit = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  expect((await ask(at, visit)).status).toBe(200);
  const frame = { ...visit, "sec-fetch-dest": "iframe" };
  const script = { ...visit, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" };
  for (const headers of [frame, script]) expect((await ask(at, headers)).status).toBe(403);
  expect((await ask(`${at}index.html`, visit)).status).toBe(403);
  expect((await ask(at, { host: `evil.example:${port}` })).status).toBe(403);
});

it("sets every guard the browser has, on every answer", async () => {
  const answers = [
    await ask(at),
    await ask("/none"),
    await ask("/"),
    await ask(`${at}api/audit`),
    await askSealed(),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 403, 200]);
  for (const { headers } of answers) {
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(String(headers["content-security-policy"])).not.toMatch(/unsafe|\*/);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-store",
    });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["set-cookie"]).toBeUndefined();
  }
});

it("serves nothing but the files of the page", async () => {
  for (const path of [
    "/../security.test.ts",
    "/%2e%2e/lab.ts",
    "/..%2flab.ts",
    "//etc/passwd",
    "/fixtures/server.mjs",
    "/.env",
  ]) {
    expect((await ask(path)).status).toBe(404);
    expect((await ask(at + path.slice(1))).status).toBe(404);
  }
});

it("is below a path that is new at each start, and takes nothing at any other", async () => {
  expect(at).toMatch(/^\/[\w-]{8}\/$/);
  const other = await createLab();
  const { pathname } = new URL(other.console.address);
  await other.close();
  expect(pathname).not.toBe(at);
  const [, ticket = ""] = /ticket=(.+)$/.exec(lab.console.ticketUrl()) ?? [];
  const visit = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  for (const path of ["/", pathname]) {
    for (const [name, secret] of [
      ["ticket", ticket],
      ["sealed", token],
    ] as const) {
      const { status, body } = await ask(
        `${path}api/${name}`,
        {},
        "POST",
        await sealed(AUDIT, secret),
      );
      expect({ path, name, status, body }).toEqual({ path, name, ...FORBIDDEN });
    }
    const page = await ask(path, visit);
    expect(page.body).toContain("Open the complete address");
    expect(page.body).not.toMatch(/script|src=|href=/);
    expect(page.body).not.toContain(at.slice(1, -1));
  }
  expect((await ask("/index.html")).status).toBe(404);
  expect((await ask("/assets/index.js")).status).toBe(404);
  expect(await redeemTicket(ticket, lab.console.address)).toBe(token);
});

it("takes JSON objects of a bounded size and nothing else", async () => {
  const exchange = await createExchange(token, lab.console.address);
  const post = async (body: unknown, path: unknown = "/servers", method: unknown = "POST") =>
    (await exchange.send({ method, path, body } as never)).status;
  const page = await lab.page();
  for (const body of [undefined, [], 7, "x", { target: 7 }, { target: {} }]) {
    expect(await post(body)).toBe(400);
  }
  for (const path of [undefined, 7, "", "servers", "http://example.com/servers"])
    expect(await post({}, path)).toBe(400);
  for (const method of [undefined, 7, "", "PATCH", "get", "TRACE"])
    expect(await post({}, "/servers", method)).toBe(400);
  expect(await post({}, "/audit", "GET")).toBe(400);
  expect(await post({ target: "x".repeat(20_000) })).toBe(400);
  const tooLarge = await sealed({ method: "POST", path: "/servers", body: "x".repeat(3_000_000) });
  expect([0, 413]).toContain((await ask(`${at}api/sealed`, {}, "POST", tooLarge)).status);
  const chunked = { "transfer-encoding": "chunked" };
  expect([0, 413]).toContain((await ask(`${at}api/sealed`, chunked, "POST", tooLarge)).status);
  expect(page.state.servers).toEqual([]);
  await page.leave();
});

it("gives the token for a ticket once, and only to its own page, and neither is ever sent", async () => {
  const [, ticket = ""] = /ticket=(.+)$/.exec(lab.console.ticketUrl()) ?? [];
  const request = await sealed({}, ticket);
  const redeem = (headers = {}) => ask(`${at}api/ticket`, headers, "POST", request);
  expect((await redeem({ origin: "https://evil.example" })).status).toBe(403);
  expect((await ask(`${at}api/ticket`, {}, "POST", JSON.stringify({ ticket }))).status).toBe(403);
  const given = await redeem();
  expect(given.status).toBe(200);
  expect(given.body).not.toContain(token);
  expect(Buffer.from(request).toString("latin1")).not.toContain(ticket);
  expect((await redeem()).status).toBe(403);
  const [, next = ""] = /ticket=(.+)$/.exec(lab.console.ticketUrl()) ?? [];
  expect(await redeemTicket(next, lab.console.address)).toBe(token);
  expect(await redeemTicket(next, lab.console.address)).toBeUndefined();
  expect(lab.console.ticketUrl()).not.toContain(token);
});

it("seals what it answers, for the one request alone", async () => {
  const messages = await createSealedMessages(token, new URL(lab.console.address).origin);
  const [one, other] = [await sealed(AUDIT), await sealed(AUDIT)];
  const response = await fetch(`${lab.console.address}api/sealed`, { method: "POST", body: one });
  const answer = new Uint8Array(await response.arrayBuffer());
  expect(Buffer.from(answer).toString("latin1")).not.toContain("entries");
  expect(await messages.open(responseTo(one), answer)).toEqual({
    status: 200,
    body: { entries: [] },
  });
  expect(await messages.open(responseTo(other), answer)).toBeUndefined();
  expect(await messages.open(REQUEST, answer)).toBeUndefined();
});

it("keeps the token out of its page, its answers and its log", async () => {
  for (const [method, path] of ROUTES)
    expect((await ask(at + path, {}, method)).body).not.toContain(token);
  expect((await askSealed()).body).not.toContain(token);
  for (const path of ["/", at]) expect((await ask(path)).body).not.toContain(token);
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(JSON.stringify(logged)).not.toContain(token);
  expect(logged).toEqual([]);
});

it("does not connect anything while no page is there to ask in", async () => {
  const fresh = await createLab();
  const exchange = await createExchange(fresh.console.token, fresh.console.address);
  const body = { target: "node" };
  expect(await exchange.send({ method: "POST", path: "/servers", body })).toEqual({
    status: 409,
    body: { error: expect.stringContaining("Open the console's page") as string },
  });
  await fresh.close();
});

it("refuses the token of an earlier console", async () => {
  const earlier = await createLab();
  await earlier.close();
  expect((await askSealed({}, earlier.console.token)).status).toBe(403);
});
