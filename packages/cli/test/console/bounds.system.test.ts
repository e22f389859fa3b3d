import { expect, it, vi } from "vitest";
import { createCalls } from "../../src/console/calls/calls.js";
import { createStateFeed } from "../../src/console/views/state-feed.js";
import { createScrubber } from "../../src/console/servers/secrets/scrubber.js";
import { createOutputTail } from "../../src/console/servers/logs/output-tail.js";
import { createBoundedList } from "../../src/console/servers/logs/bounded-list.js";
import { createWireLog } from "../../src/console/servers/logs/wire-log.js";
import { createLab, type Page } from "./lab.js";

const nothing = (): void => {};
const wireLog = () =>
  createWireLog({ scrubber: createScrubber(), protocolVersion: () => "", onChange: nothing });

it("keeps the latest messages, up to a number and a size", () => {
  const many = wireLog();
  for (let id = 0; id < 20_000; id++) many.add("sent", { id, method: "ping" });
  expect(many.after(0).length).toBe(1_000);
  expect(many.after(0).at(-1)).toMatchObject({ id: 19_999, seq: 20_000 });
  expect(many.after(19_998).length).toBe(2);

  const large = wireLog();
  const params = Object.fromEntries(
    Array.from({ length: 4 }, (_, name) => [name, "z".repeat(4_000)]),
  );
  for (let id = 0; id < 2_000; id++) large.add("received", { id, method: "x", params });
  const characters = large.after(0).reduce((sum, { body }) => sum + body.length, 0);
  expect(characters).toBeLessThan(4.2 * 1024 * 1024);
  expect(characters).toBeGreaterThan(3.5 * 1024 * 1024);
});

it("names a response after its request, whoever asked", () => {
  const log = wireLog();
  log.add("sent", { id: 1, method: "tools/call" });
  log.add("received", { id: 1, method: "elicitation/create" });
  log.add("sent", { id: 1, result: { action: "decline" } });
  log.add("received", { id: 1, error: { code: 1, message: "no" } });
  log.add("received", { id: 99, result: {} });
  for (const strange of [null, 7, "x", [], [null], { id: {} }, { method: 7 }])
    log.add("received", strange);
  expect(
    log
      .after(0)
      .slice(0, 5)
      .map(({ kind, method }) => `${kind} ${method}`),
  ).toEqual([
    "request tools/call",
    "request elicitation/create",
    "response elicitation/create",
    "error tools/call",
    "response ?",
  ]);
});

it("knows the protocol version of a handshake before the connection does", () => {
  const log = wireLog();
  log.add("sent", { id: 0, method: "initialize", params: { protocolVersion: "2026-07-28" } });
  log.add("received", { id: 0, result: { protocolVersion: "2025-06-18" } });
  log.add("sent", { method: "notifications/initialized" });
  log.add("sent", { id: 1, method: "initialize", params: {} });
  expect(log.after(0).map(({ protocolVersion }) => protocolVersion)).toEqual([
    "2026-07-28",
    "2025-06-18",
    "2025-06-18",
    "",
  ]);
});

it("keeps a ring within both of its limits", () => {
  const ring = createBoundedList<number>(5, 10);
  for (let item = 0; item < 100; item++) ring.add(item, 3);
  expect(ring.list()).toEqual([97, 98, 99]);
  ring.add(100, 50);
  expect(ring.list()).toEqual([100]);
});

it("keeps the last lines of a server's output, harmless and short", () => {
  const tail = createOutputTail(createScrubber(), nothing);
  for (let line = 0; line < 10_000; line++) tail.add(`line ${line}\r\n`);
  tail.add("\u001b]0;title\u0007\u001b[31mred\u202e\u0000");
  tail.add("x".repeat(1_000_000));
  expect(tail.lines().length).toBe(201);
  expect(tail.lines().at(-2)).toBe("line 9999");
  expect(tail.lines().at(-1)).toMatch(/^redx+$/);
  expect(tail.lines().at(-1)!.length).toBeLessThanOrEqual(2_000);
});

it("forgets old calls, runs no more than some, and shows a late progress to nobody", async () => {
  const calls = createCalls(nothing);
  const about = {
    serverId: "s",
    server: "s",
    kind: "tool" as const,
    name: "t",
    arguments: {},
    protocolVersion: "",
  };
  for (let count = 0; count < 120; count++) {
    calls.start(about, () =>
      Promise.resolve({ content: [{ type: "text", text: "y".repeat(300_000) }] }),
    );
    await Promise.resolve();
    await Promise.resolve();
  }
  await vi.waitFor(() => expect(calls.list().every(({ state }) => state === "done")).toBe(true));
  expect(calls.list().length).toBe(50);
  const never = (): Promise<never> => new Promise(nothing);
  for (let count = 0; count < 20; count++) calls.start(about, never);
  expect(() => calls.start(about, never)).toThrow("20 calls are running");
  expect(calls.list().length).toBe(50);
});

it("sends a slow page the latest state, and queues nothing", async () => {
  let version = 0;
  const sent: number[] = [];
  let release: (() => void) | undefined;
  const openPages = {
    add: () => nothing,
    first: Promise.resolve(),
    isAnyOpen: true,
    stop: nothing,
  };
  const empty = {
    servers: () => [],
    calls: () => [],
    rules: () => ({}),
    questions: () => ({ showing: [], waiting: [], held: [], links: [] }),
    requests: () => [],
    kept: () => [],
  };
  const feed = createStateFeed({
    read: { ...empty, auditSeq: () => version },
    hello: { version: "1", stateDir: "/", isBridge: false },
    openPages,
    markShown: () => nothing,
  });
  const gone = new AbortController();
  const streaming = feed.stream(async (event, data) => {
    if (event !== "state") return;
    sent.push((data as { auditSeq: number }).auditSeq);
    await new Promise<void>((resolve) => (release = resolve));
  }, gone.signal);
  await vi.waitFor(() => expect(sent).toEqual([0]));
  for (version = 1; version < 50_000; version++) feed.markChanged("auditSeq");
  release!();
  await vi.waitFor(() => expect(sent).toEqual([0, 50_000]));
  release!();
  // The next change is the next that is sent: nothing was queued before it.
  version += 1;
  feed.markChanged("auditSeq");
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(2));
  expect(sent).toEqual([0, 50_000, 50_001]);
  gone.abort();
  release!();
  await streaming;
  expect(feed.streams).toBe(0);
});

it("keeps four tabs up to date, and pauses one that shows no question for another", async () => {
  const lab = await createLab();
  try {
    const pages: Page[] = [];
    for (let count = 0; count < 4; count++) pages.push(await lab.page());
    const [first, second] = pages;
    await first!.api("/questions/some/shown", { stream: first!.hello.stream, shown: true });
    for (let count = 0; count < 3; count++) {
      await lab.page();
      await vi.waitFor(() => expect(pages.filter(({ paused }) => paused).length).toBe(count + 1));
    }
    expect(pages.map(({ paused }) => paused)).toEqual([false, true, true, true]);
    // One that was paused comes back, and so it goes on.
    expect((await second!.api<{ entries: [] }>("/audit")).entries).toEqual([]);
    await lab.page();
    await lab.page();
    expect(first!.paused).toBe(false);
  } finally {
    await lab.close();
  }
});

it("has room for fifty servers", async () => {
  const lab = await createLab();
  try {
    const page = await lab.page();
    for (let count = 0; count < 50; count++)
      await page.api("/servers", { target: `http://127.0.0.1:9/${count}` });
    await expect(page.api("/servers", { target: "http://127.0.0.1:9/more" })).rejects.toThrow(
      "409",
    );
  } finally {
    await lab.close();
  }
});
