import { describe, expect, it } from "vitest";
import type { Members } from "../../src/bridge/wire/messages.js";
import { call, initialize, modern } from "./relay-lab.js";
import { AnyVersionServer } from "../../src/bridge/translate/any-version-server.js";
import { openSession, urlServer } from "./sessions-lab.js";
import { behindUrl, json } from "./url-lab.js";

const initialized = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
const discovered = { supportedVersions: ["2026-07-28"], capabilities: {} };
const failed = (id: unknown): unknown => ({ id, error: { code: -32_603 } });

/** What a server says to a call in place of its response. */
const INSTEAD: readonly (readonly [string, () => Response])[] = [
  ["takes a call as if it were a notification", () => new Response(null, { status: 202 })],
  ["says nothing", () => new Response(null, { status: 204 })],
  ["responds to another call", () => json({ id: "another", result: {} })],
  ["responds to no call", () => json({ id: null, result: {} })],
];

describe.each(INSTEAD)("a server that %s", (_, respond) => {
  it("has its call end with an error, for a host over HTTP", async () => {
    const { post } = behindUrl(({ id, method }) =>
      method === "initialize" ? json({ id, result: initialized }) : respond(),
    );
    await post(initialize({}));
    const response = await post(call(1), "s");
    expect(await response.json()).toMatchObject(failed(1) as object);
    expect((await post(call(1), "s")).status).toBe(200);
  });

  it("has its call end with an error, for a host on stdio", async () => {
    const at = urlServer();
    const { fetch } = at;
    at.fetch = async (url, init) =>
      String(init?.body).includes("tools/call") ? respond() : fetch(url, init);
    const { fromHost, responseTo } = await openSession(at);
    fromHost(call(1));
    await expect.poll(() => responseTo(1)).toMatchObject(failed(1) as object);
  });

  it("has its handshake end with an error", async () => {
    const at = urlServer();
    at.fetch = async () => respond();
    const { responseTo } = await openSession(at);
    await expect.poll(() => responseTo("init")).toMatchObject(failed("init") as object);
  });
});

it("an error of a server that could not read the call is that of the call", async () => {
  const error = { code: -32_700, message: "Parse error" };
  const { post } = behindUrl(({ id, method }) =>
    method === "initialize" ? json({ id, result: initialized }) : json({ id: null, error }),
  );
  await post(initialize({}));
  expect(await (await post(call(1), "s")).json()).toEqual({ jsonrpc: "2.0", id: 1, error });
});

/** A stream that ends without a response. */
const emptyStream = (): Response =>
  new Response(": nothing\n\n", { headers: { "content-type": "text/event-stream" } });

it("a call of 2026-07-28 whose stream ends without a response ends with an error", async () => {
  const { postModern } = behindUrl(({ id, method }) =>
    method === "server/discover" ? json({ id, result: discovered }) : emptyStream(),
  );
  const text = await (await postModern(call(1, modern({})))).text();
  expect(text).toContain('"id":1,"error"');
});

it("of calls of 2025 whose streams ended without a response, the last 100 are remembered", async () => {
  const { post, toServer } = behindUrl(({ id, method }) =>
    method === "initialize" ? json({ id, result: initialized }) : emptyStream(),
  );
  await post(initialize({}));
  const statusOf = async (id: number): Promise<number> => {
    const response = await post(call(id), "s");
    await response.text();
    return response.status;
  };
  for (let id = 1; id <= 101; id += 1) expect(await statusOf(id)).toBe(200);
  expect(await statusOf(101)).toBe(400);
  const before = toServer.length;
  expect(await statusOf(1)).toBe(200);
  expect(toServer).toHaveLength(before + 1);
});

describe("a host that gives its first call up while the bridge asks what the server speaks", () => {
  const given = (): { at: ReturnType<typeof behindUrl>; found: () => void } => {
    let found = (): void => {};
    const known = new Promise<void>((resolve) => (found = resolve));
    const at = behindUrl(async ({ id, method }, { signal }) => {
      if (method === "server/discover") await known;
      signal?.throwIfAborted();
      return json({ id, result: method === "server/discover" ? discovered : { content: [] } });
    });
    return { at, found };
  };

  it("has it made nowhere", async () => {
    const { at, found } = given();
    const host = new AbortController();
    const response = at.postModern(call(1, modern({})), host.signal);
    await expect.poll(() => at.toServer).toHaveLength(1);
    host.abort();
    found();
    expect((await response).status).toBe(499);
  });

  it("has it ended at the server, on stdio", async () => {
    const at = urlServer();
    const { fetch } = at;
    const signals: (AbortSignal | null | undefined)[] = [];
    let found = (): void => {};
    const known = new Promise<void>((resolve) => (found = resolve));
    at.fetch = async (url, init) => {
      const { id, method } = JSON.parse(init?.body as string) as Members;
      if (method === "tools/call") signals.push(init?.signal);
      if (method !== "server/discover") return fetch(url, init);
      await known;
      return json({ id, result: discovered });
    };
    const { fromHost } = await openSession(at, {}, (server) => new AnyVersionServer(() => server), {
      isModern: true,
    });
    for (const id of [1, 2]) fromHost(call(id, modern({})));
    fromHost({ method: "notifications/cancelled", params: { requestId: 2 } });
    found();
    await expect.poll(() => signals).toHaveLength(1);
    fromHost({ method: "notifications/cancelled", params: { requestId: 1 } });
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    expect(signals).toHaveLength(1);
  });
});
