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

it.each<[string, string, Record<string, string>]>([
  ["a page of another site", "POST", { origin: "https://example.com" }],
  ["a page without an origin", "POST", { origin: "null" }],
  ["an image on a page of another site", "GET", { "sec-fetch-site": "cross-site" }],
  ["a page on another port of this computer", "GET", { "sec-fetch-site": "same-site" }],
  ["a name that leads to this computer", "POST", { host: "rebound.example.com" }],
  ["another port", "POST", { host: "127.0.0.1:1" }],
])("a browser has no access: %s", async (_, method, headers) => {
  expect(await send(method, headers)).toBe(403);
});

it("a host has", async () => {
  // It is told that it has to begin with the handshake.
  expect(await send("POST", {})).toBe(400);
  expect(await send("POST", { origin: `http://127.0.0.1:${listener.port}` })).toBe(400);
});
