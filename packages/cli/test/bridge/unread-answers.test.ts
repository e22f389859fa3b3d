import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { HostEnd } from "../../src/bridge/ends/ends.js";
import { HttpServer } from "../../src/bridge/ends/http-server.js";
import { StdioHost } from "../../src/bridge/ends/stdio-host.js";
import { Relay } from "../../src/bridge/relay/relay.js";
import type { Members } from "../../src/bridge/wire/messages.js";
import { call, fakeServer, initialize, settle } from "./relay-lab.js";
import { urlServer } from "./sessions-lab.js";

const MIB = 1024 * 1024;
const initialized = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
afterEach(() => void vi.useRealTimers());

/** A host that answers everything at once, and a server that takes answers when the test says so. */
async function answeringHost() {
  const taken: (() => void)[] = [];
  const paused = { host: false, server: false };
  const server = fakeServer();
  server.send = async ({ method }) => {
    if (method === undefined) await new Promise<void>((resolve) => taken.push(resolve));
  };
  server.pause = (isPaused) => void (paused.server = isPaused);
  const toHost: Members[] = [];
  const host: HostEnd = {
    onmessage: undefined,
    onclose: undefined,
    start: async () => {},
    pause: (isPaused) => void (paused.host = isPaused),
    send: async (message) => {
      toHost.push(message);
      const { id, method } = message;
      if (method !== undefined) host.onmessage!({ jsonrpc: "2.0", id, result: { roots: [] } });
    },
    close: async () => {},
  };
  const relay = new Relay({ host, server, asker: undefined, onError: () => {} });
  await relay.start();
  host.onmessage!({ jsonrpc: "2.0", ...initialize({ roots: {} }) });
  server.onmessage!({ jsonrpc: "2.0", id: "init", result: initialized });
  const ask = (count: number): void => {
    for (let id = 0; id < count; id += 1)
      server.onmessage!({ jsonrpc: "2.0", id, method: "roots/list" });
  };
  return { ask, taken, paused, host, relay };
}

describe("a server that does not take the answers to its questions", () => {
  it("is read no more until it does, and its host is read on", async () => {
    const { ask, taken, paused } = await answeringHost();
    ask(300);
    await settle();
    expect([taken.length, paused]).toEqual([300, { host: false, server: true }]);
    for (const take of taken) take();
    await settle();
    expect(paused).toEqual({ host: false, server: false });
  });

  it("has the bridge end with its host", async () => {
    const { ask, host, relay } = await answeringHost();
    ask(300);
    host.onclose!();
    await relay.ended;
  });

  it("is read on when it takes them with a body, also while nothing else is read", async () => {
    const respond = { headers: { "content-type": "application/json" } };
    const server = new HttpServer({
      url: new URL("http://127.0.0.1:1/mcp"),
      transport: { fetch: async () => new Response("{}", respond) },
      onError: () => {},
    });
    await server.start();
    server.pause(true);
    await server.send({ jsonrpc: "2.0", id: 1, result: {} });
  });
});

describe("a server behind a URL that responds to nothing", () => {
  const opened = async () => {
    const at = urlServer();
    const { fetch } = at;
    const posted: Members[] = [];
    at.fetch = async (url, init) => {
      const message = JSON.parse((init?.body as string | undefined) ?? "{}") as Members;
      if (message["method"] === "initialize") return fetch(url, init);
      posted.push(message);
      return new Promise<Response>(() => {});
    };
    const input = new PassThrough();
    const output = new PassThrough();
    let written = "";
    output.on("data", (chunk: Buffer) => void (written += String(chunk)));
    const server = new HttpServer({
      url: new URL("http://127.0.0.1:1/mcp"),
      transport: { fetch: (...given) => at.fetch(...given) },
      onError: () => {},
    });
    const host = new StdioHost(input, output, () => {});
    const relay = new Relay({ host, server, asker: undefined, onError: () => {} });
    await relay.start();
    const fromHost = (message: Members): void =>
      void input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    fromHost(initialize({}));
    await expect.poll(() => written).toContain('"init"');
    return { fromHost, posted, input, relay, written: () => written };
  };

  it("has its host's calls given up, and the bridge end with its host", async () => {
    const { fromHost, posted, input, relay } = await opened();
    for (let id = 1; id <= 400; id += 1) fromHost(call(id));
    await expect.poll(() => posted).toHaveLength(400);
    fromHost({ method: "notifications/cancelled", params: { requestId: 1 } });
    await expect.poll(() => posted).toHaveLength(401);
    input.end();
    await relay.ended;
  });

  it("gets 1,000 requests at once, and the others end with an error", async () => {
    const { fromHost, posted, written } = await opened();
    for (let id = 1; id <= 1_001; id += 1) fromHost(call(id));
    await expect.poll(written).toContain("not taken 1000 other requests");
    expect(posted).toHaveLength(1_000);
    fromHost({ method: "notifications/cancelled", params: { requestId: 1 } });
    await expect.poll(() => posted).toHaveLength(1_001);
  });
});

describe("a host on stdio that is not to be read", () => {
  const opened = async () => {
    const input = new PassThrough();
    const errors: unknown[] = [];
    const host = new StdioHost(input, new PassThrough(), (error) => void errors.push(error));
    const got: unknown[] = [];
    let isOver = false;
    host.onmessage = ({ id }) => void got.push(id);
    host.onclose = () => void (isOver = true);
    await host.start();
    host.pause(true);
    return { input, host, got, errors, isOver: () => isOver };
  };
  const ping = (id: number): string =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`;

  it("has its end seen", async () => {
    const { input, isOver } = await opened();
    for (let id = 0; id < 10_000; id += 1) input.write(ping(id));
    input.end();
    await expect.poll(isOver).toBe(true);
  });

  it("has all that it sends delivered later, in its order", async () => {
    const { input, host, got } = await opened();
    const ids = Array.from({ length: 1_000 }, (_, id) => id);
    for (const id of ids) input.write(ping(id));
    await settle();
    expect(got).toEqual([]);
    host.pause(false);
    input.write(ping(1_000));
    await expect.poll(() => got).toEqual([...ids, 1_000]);
  });

  it("is held back when 64 MiB wait, and a minute later the bridge ends", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { input, errors, isOver } = await opened();
    for (let sent = 0; sent < 70; sent += 1) input.write(Buffer.alloc(MIB, "x"));
    for (let turn = 0; turn < 200; turn += 1) await settle();
    expect(input.readableLength + input.writableLength).toBeGreaterThan(MIB);
    expect(isOver()).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect([isOver(), errors.length]).toEqual([true, 1]);
  });

  it("is read on when 64 MiB have waited", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { input, host, isOver } = await opened();
    for (let sent = 0; sent < 70; sent += 1) input.write(`${" ".repeat(MIB - 1)}\n`);
    for (let turn = 0; turn < 200; turn += 1) await settle();
    host.pause(false);
    for (let turn = 0; turn < 200; turn += 1) await settle();
    expect(input.readableLength + input.writableLength).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(isOver()).toBe(false);
  });
});
