import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLab, type Lab } from "./lab.js";

let lab: Lab;
let port: number;
let token: string;
const logged: unknown[] = [];
beforeAll(async () => {
  lab = await createLab({ onError: (error) => logged.push(error) });
  port = Number(new URL(lab.console.origin).port);
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
  body = "",
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        // Streams do not end.
        if (path === "/api/events") answer.destroy();
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

const ROUTES: readonly [string, string][] = [
  ["GET", "/api/events"],
  ["GET", "/api/audit"],
  ["GET", "/api/servers/x/tools"],
  ["GET", "/api/servers/x/wire"],
  ["GET", "/api/servers/x/output"],
  ["GET", "/api/calls/x"],
  ["GET", "/api/nothing"],
  ["POST", "/api/servers"],
  ["POST", "/api/servers/x/connect"],
  ["POST", "/api/servers/x/disconnect"],
  ["POST", "/api/servers/x/rule"],
  ["POST", "/api/servers/x/calls"],
  ["POST", "/api/servers/x/command"],
  ["POST", "/api/calls/x/cancel"],
  ["POST", "/api/questions/x/respond"],
  ["POST", "/api/questions/x/admit"],
  ["POST", "/api/questions/x/extend"],
  ["POST", "/api/questions/x/shown"],
  ["DELETE", "/api/servers/x"],
  ["DELETE", "/api/servers/x/wire"],
  ["DELETE", "/api/calls/x"],
  ["OPTIONS", "/api/servers"],
];

const wrongs = (): Record<string, Record<string, string>> => {
  const good = { authorization: `Bearer ${token}` };
  return {
    "no token": {},
    "an empty token": { authorization: "Bearer " },
    "a wrong token": { authorization: `Bearer ${"A".repeat(43)}` },
    "a token that is cut": { authorization: `Bearer ${token.slice(0, -1)}` },
    "a token in another case": { authorization: `Bearer ${token.toLowerCase()}` },
    "another scheme": { authorization: `Basic ${token}` },
    "another host": { ...good, host: `evil.example:${port}` },
    "a host that was pointed here": { ...good, host: `127.0.0.1.evil.example:${port}` },
    "another port": { ...good, host: "127.0.0.1:1" },
    "no port": { ...good, host: "127.0.0.1" },
    "every address": { ...good, host: `0.0.0.0:${port}` },
    "another origin": { ...good, origin: "https://evil.example" },
    "another port's origin": { ...good, origin: `http://127.0.0.1:${port + 1}` },
    "no origin": { ...good, origin: "null" },
    https: { ...good, origin: `https://127.0.0.1:${port}` },
    "a sister's origin": { ...good, origin: `http://localhost:${port}` },
    "the other name of this computer": { ...good, host: `localhost:${port}` },
    "another site": { ...good, "sec-fetch-site": "cross-site" },
    "the same site": { ...good, "sec-fetch-site": "same-site" },
    "a visit": {
      ...good,
      "sec-fetch-site": "none",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    },
  };
};

it("refuses every route to all but its own page, and says nothing", async () => {
  for (const [why, headers] of Object.entries(wrongs())) {
    for (const [method, path] of ROUTES) {
      const { status, body } = await ask(path, headers, method);
      expect({ why, method, path, status, body }).toEqual({
        why,
        method,
        path,
        status: 403,
        body: "Forbidden",
      });
    }
  }
});

it("serves its own page, and leads there from the other name of this computer", async () => {
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  const own = { host, origin, authorization: `Bearer ${token}`, "sec-fetch-site": "same-origin" };
  expect((await ask("/api/audit", own)).status).toBe(200);
  expect((await ask("/", { host })).body).toContain("<title>page</title>");
  const { status, headers, body } = await ask("/", { host: `localhost:${port}` });
  expect([status, headers.location, body]).toEqual([307, `${origin}/`, ""]);
});

it("can be visited by a link from elsewhere, but not taken apart", async () => {
  const visit = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  expect((await ask("/", visit)).status).toBe(200);
  const frame = { ...visit, "sec-fetch-dest": "iframe" };
  const script = { ...visit, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" };
  for (const headers of [frame, script]) expect((await ask("/", headers)).status).toBe(403);
  expect((await ask("/index.html", visit)).status).toBe(403);
  expect((await ask("/", { host: `evil.example:${port}` })).status).toBe(403);
});

it("sets every guard the browser has, on every answer", async () => {
  const authorization = `Bearer ${token}`;
  const answers = [
    await ask("/"),
    await ask("/none"),
    await ask("/api/audit"),
    await ask("/api/audit", { authorization }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 403, 200]);
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
  }
});

it("takes JSON objects of a bounded size and nothing else", async () => {
  const authorization = `Bearer ${token}`;
  const json = { authorization, "content-type": "application/json" };
  const post = (headers: Record<string, string>, body: string) =>
    ask("/api/servers", headers, "POST", body);
  const page = await lab.page();
  expect((await post({ authorization, "content-type": "text/plain" }, "{}")).status).toBe(400);
  expect((await post({ authorization }, "{}")).status).toBe(400);
  for (const body of ["", "[]", "null", "7", "{", '{"target":7}', '{"target":{}}']) {
    expect((await post(json, body)).status).toBe(400);
  }
  const tooLarge = JSON.stringify({ target: "x".repeat(3_000_000) });
  expect([0, 413]).toContain((await post(json, tooLarge)).status);
  const chunked = { ...json, "transfer-encoding": "chunked" };
  expect([0, 413]).toContain((await post(chunked, tooLarge)).status);
  expect((await post(json, JSON.stringify({ target: "x".repeat(20_000) }))).status).toBe(400);
  expect(page.state.servers).toEqual([]);
  await page.leave();
});

it("gives the token for a ticket once, and only to its own page", async () => {
  const [, ticket = ""] = /ticket=(.+)$/.exec(lab.console.ticketUrl()) ?? [];
  const redeem = (headers = {}) =>
    ask(
      "/api/ticket",
      { "content-type": "application/json", ...headers },
      "POST",
      JSON.stringify({ ticket }),
    );
  expect((await redeem({ origin: "https://evil.example" })).status).toBe(403);
  expect(JSON.parse((await redeem()).body)).toEqual({ token });
  expect((await redeem()).status).toBe(403);
  expect(lab.console.ticketUrl()).not.toContain(token);
});

it("keeps the token out of its page, its answers and its log", async () => {
  const authorization = `Bearer ${token}`;
  for (const [, path] of ROUTES)
    expect((await ask(path, { authorization })).body).not.toContain(token);
  expect((await ask("/")).body).not.toContain(token);
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(JSON.stringify(logged)).not.toContain(token);
  expect(logged).toEqual([]);
});

it("does not connect anything while no page is there to ask in", async () => {
  const fresh = await createLab();
  const { origin, token: own } = fresh.console;
  const headers = { authorization: `Bearer ${own}`, "content-type": "application/json" };
  const response = await fetch(`${origin}/api/servers`, {
    method: "POST",
    headers,
    body: JSON.stringify({ target: "node" }),
  });
  expect({ status: response.status, body: await response.text() }).toEqual({
    status: 409,
    body: expect.stringContaining("Open the console's page") as string,
  });
  await fresh.close();
});

it("refuses the token of an earlier console", async () => {
  const earlier = await createLab();
  const authorization = `Bearer ${earlier.console.token}`;
  await earlier.close();
  expect((await ask("/api/audit", { authorization })).status).toBe(403);
});
