import { Readable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { boundedBody } from "../../src/bridge/ends/bounded-body.js";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import { Front } from "../../src/bridge/http/front.js";
import { HostLane } from "../../src/bridge/http/lane.js";
import type { ServerEnd } from "../../src/bridge/ends/ends.js";
import { LONG_MS } from "./lab.js";
import { call, elicit, fakeServer, initialize, openRelay, settle } from "./relay-lab.js";
import { behindUrl, json } from "./url-lab.js";

const MIB = 1024 * 1024;
const initialized = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
const EVENT_STREAM = { "content-type": "text/event-stream" };
const longLog = (length = MIB): string => {
  const params = { level: "info", data: "x".repeat(length) };
  return JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params });
};
/** Reads all of a body, and says how long it is. */
async function lengthOf(body: ReadableStream<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) length += chunk.length;
  return length;
}
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await settle();
};

it("a stream that its host does not read is not read from the server, and nothing of it is lost", async () => {
  let made = 0;
  const { post } = behindUrl(({ id, method }) => {
    if (method === "initialize") return json({ id, result: initialized });
    const events = Readable.from(
      (function* () {
        for (; made < 16; made += 1) yield Buffer.from(`data: ${longLog()}\n\n`);
        yield Buffer.from(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n\n`);
      })(),
    );
    return new Response(Readable.toWeb(events) as ReadableStream, { headers: EVENT_STREAM });
  });
  await post(initialize({}));
  const response = await post(call(1), "s");
  await turns();
  expect(made).toBeLessThan(8);
  expect(await lengthOf(response.body!)).toBeGreaterThan(16 * MIB);
});

it("a server behind a URL is not read while its host does not read", async () => {
  let made = 0;
  const fetch = async (): Promise<Response> => {
    const events = Readable.from(
      (function* () {
        for (; made < 16; made += 1) yield Buffer.from(`data: ${longLog()}\n\n`);
      })(),
    );
    return new Response(Readable.toWeb(events) as ReadableStream, { headers: EVENT_STREAM });
  };
  const url = new URL("http://127.0.0.1:1/mcp");
  const server: ServerEnd = new HttpServer({ url, transport: { fetch }, onError: () => {} });
  let received = 0;
  server.onmessage = () => {
    received += 1;
    if (received === 1) server.pause?.(true);
  };
  await server.start();
  await server.send({ jsonrpc: "2.0", ...call(1) });
  await turns();
  expect(made).toBeLessThan(8);
  server.pause?.(false);
  await expect.poll(() => made).toBe(16);
});

it("a host of 2025 with a session that does not read holds its server back", async () => {
  const server = fakeServer();
  let isPaused = false;
  server.pause = (paused) => void (isPaused = paused);
  server.send = async ({ id, method }) => {
    if (method !== "initialize") return;
    setImmediate(() => server.onmessage!({ jsonrpc: "2.0", id, result: initialized }));
  };
  const front = new Front({
    ...{ connect: () => server, asker: undefined, onError: () => {}, idleMs: LONG_MS },
  });
  onTestFinished(() => front.close());
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const post = (message: object, session: string): Promise<Response> => {
    const init = {
      method: "POST",
      headers: { ...headers, ...(session && { "mcp-session-id": session }) },
    };
    return front.serveSession(new Request("http://127.0.0.1/mcp", init), {
      jsonrpc: "2.0",
      ...message,
    });
  };
  const began = await post(initialize({}), "");
  await began.text();
  const response = await post(call(1), began.headers.get("mcp-session-id")!);
  for (let sent = 0; sent < 600; sent += 1)
    server.onmessage!(JSON.parse(longLog(MIB / 64)) as Record<string, unknown>, 1);
  await turns();
  expect(isPaused).toBe(true);
  server.onmessage!({ jsonrpc: "2.0", id: 1, result: {} }, 1);
  await response.text();
  await expect.poll(() => isPaused).toBe(false);
});

it("the stream of a host that reads nothing ends at 64 MiB, and its call with it", () => {
  let hasLeft = false;
  const lane = new HostLane(new AbortController().signal, () => void (hasLeft = true));
  for (let sent = 0; sent < 60; sent += 1) lane.write(JSON.parse(longLog()) as never);
  expect(hasLeft).toBe(false);
  for (let sent = 0; sent < 10; sent += 1) lane.write(JSON.parse(longLog()) as never);
  expect([hasLeft, lane.isOver]).toEqual([true, true]);
});

/** A body that is longer than all that may be read of it. */
function endless() {
  const part = Buffer.alloc(MIB, "x");
  const made = { parts: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      made.parts += 1;
      if (made.parts > 100) controller.error(new Error("All of it was read."));
      else controller.enqueue(part);
    },
  });
  return { body, made };
}

it.each([
  ["an event", EVENT_STREAM],
  ["a body", { "content-type": "application/json" }],
])("%s of a server's is read up to 64 MiB", async (_, headers) => {
  const { body, made } = endless();
  const response = boundedBody(new Response(body, { headers }));
  await expect(lengthOf(response.body!)).rejects.toThrow("more than 64 MiB");
  expect(made.parts).toBeLessThan(70);
});

it.each([200, 299, 300, 307, 400, 401, 403, 404, 500, 599])(
  "a body with the status %i is read up to 64 MiB, whichever way",
  async (status) => {
    const ways = [
      (response: Response) => lengthOf(response.body!),
      (response: Response) => response.text(),
      (response: Response) => response.arrayBuffer(),
      (response: Response) => response.json(),
      (response: Response) => response.clone().text(),
    ];
    for (const read of ways) {
      const { body, made } = endless();
      await expect(read(boundedBody(new Response(body, { status })))).rejects.toThrow(
        "more than 64 MiB",
      );
      expect(made.parts).toBeLessThan(70);
    }
  },
);

it.each([401, 403])("a refusal of a sign-in with %i stays the same response", async (status) => {
  const given = new Response("Sign in.", { status, headers: { "www-authenticate": "Bearer" } });
  const bounded = boundedBody(given);
  expect(bounded).toBe(given);
  expect(bounded.bodyUsed).toBe(false);
  expect([await bounded.text(), bounded.bodyUsed]).toEqual(["Sign in.", true]);
});

it("many events are read, however their ends are cut", async () => {
  const event = Buffer.concat([Buffer.from("\n"), Buffer.alloc(MIB, "x"), Buffer.from("\n")]);
  const events = Readable.toWeb(Readable.from(Array.from({ length: 70 }, () => event)));
  const response = new Response(events as ReadableStream, { headers: EVENT_STREAM });
  expect(await lengthOf(boundedBody(response).body!)).toBe(70 * event.length);
});

it.each<[string, number, string]>([
  ["1,000 requests", 1_000, "short"],
  ["32 MiB of requests", 33, "x".repeat(MIB)],
])("a host with %s that it has not answered is asked nothing more", async (_, most, message) => {
  const at = await openRelay();
  at.fromHost(initialize({ elicitation: {} }));
  at.fromServer({ id: "init", result: initialized });
  at.fromHost(call(1));
  for (let id = 0; id <= most; id += 1)
    at.fromServer({ ...elicit(id), params: { message, requestedSchema: {} } });
  await settle();
  const asked = at.toHost.filter(({ method }) => method === "elicitation/create");
  const refused = at.toServer.filter(({ error }) => error !== undefined);
  expect(asked.length + refused.length).toBe(most + 1);
  expect(refused.length).toBeGreaterThan(0);
  const answered = { id: asked[0]!["id"], result: { action: "decline" } };
  at.fromHost(answered);
  at.fromServer(elicit("more"));
  await settle();
  expect(at.toHost.filter(({ method }) => method === "elicitation/create")).toHaveLength(
    asked.length + 1,
  );
});
