import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Front } from "../../src/bridge/http/front.js";
import { listenForHosts } from "../../src/bridge/http/listen.js";

const refused = (): never => {
  throw new Error("A server was started.");
};
let listener: Awaited<ReturnType<typeof listenForHosts>>;
beforeAll(async () => {
  const front = new Front({ connect: refused, asker: undefined, onError: () => {}, idleMs: 1_000 });
  listener = await listenForHosts({ front, port: 0, onError: () => {} });
});
afterAll(() => listener.close());

/** The status of a request. */
function send(method: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { port } = listener;
  const given = { host: `127.0.0.1:${port}`, "content-type": "application/json", ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path: "/mcp", method, headers: given },
      (got) => {
        got.resume();
        resolve(got.statusCode!);
      },
    );
    sent.once("error", reject);
    sent.end(method === "POST" ? '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' : undefined);
  });
}

const UPGRADE = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };

it.each<[string, string, Record<string, string>]>([
  ["a page of another site", "POST", { origin: "https://example.com" }],
  ["a page without an origin", "POST", { origin: "null" }],
  ["an image on a page of another site", "GET", { "sec-fetch-site": "cross-site" }],
  ["a page on another port of this computer", "GET", { "sec-fetch-site": "same-site" }],
  [
    "a page that another program has served at this port",
    "GET",
    { "sec-fetch-site": "same-origin" },
  ],
  [
    "what a tab has been sent to",
    "GET",
    { "sec-fetch-site": "none", "sec-fetch-dest": "document" },
  ],
  ["the same through a service worker", "GET", { "sec-fetch-site": "none, same-origin" }],
  ["a page of an extension", "POST", { origin: "chrome-extension://abcdefghijklmnop" }],
  ["a form without an origin", "POST", { origin: "" }],
  ["what asks before a page sends more", "OPTIONS", { origin: "https://example.com" }],
  ["a page that opens a WebSocket", "GET", { ...UPGRADE, origin: "http://127.0.0.1:1" }],
  ["a name that leads to this computer", "POST", { host: "rebound.example.com" }],
  ["another port", "POST", { host: "127.0.0.1:1" }],
  ["another name of this computer", "POST", { host: "127.0.0.2" }],
])("a browser has no access: %s", async (_, method, headers) => {
  expect(await send(method, headers)).toBe(403);
});

it("no page of this very port has access, which another program may have served", async () => {
  for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
    const host = `${name}:${listener.port}`;
    const page = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" };
    expect(await send("POST", page), name).toBe(403);
    expect(await send("POST", { host, origin: `http://${host}` }), name).toBe(403);
    expect(await send("GET", { host, "sec-fetch-site": "same-origin" }), name).toBe(403);
  }
});

it("a host has", async () => {
  // It is told that it has to begin with the handshake.
  expect(await send("POST", {})).toBe(400);
  for (const name of ["localhost", "[::1]"])
    expect(await send("POST", { host: `${name}:${listener.port}` })).toBe(400);
  const node = { "sec-fetch-mode": "cors" };
  expect(await send("POST", node)).toBe(400);
  const electron = { ...node, "sec-fetch-site": "none", "sec-fetch-dest": "empty" };
  expect(await send("POST", electron)).toBe(400);
});

it("is told what happened and what to do", async () => {
  const page = await fetch(`http://127.0.0.1:${listener.port}/mcp`, {
    ...{ method: "POST", headers: { origin: "http://localhost:1" }, body: "{}" },
  });
  expect(await page.json()).toMatchObject({
    error: { message: expect.stringMatching(/^A web page .* Connect with a program/) },
  });
  // No page can read it.
  expect([...page.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});
