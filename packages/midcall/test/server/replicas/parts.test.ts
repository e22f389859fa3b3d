import fc from "fast-check";
import { createMemoryStore, type Store } from "midcall/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DurableFailure } from "../../../src/server/framework/durable-call.js";
import { LateSteps } from "../../../src/server/http/shared/calls/late-steps.js";
import { takeOver } from "../../../src/server/http/shared/calls/take-over.js";
import { CallEvents } from "../../../src/server/http/shared/events/call-events.js";
import { EventLog } from "../../../src/server/http/shared/events/event-log.js";
import { readThrough } from "../../../src/server/http/shared/events/read-through.js";
import { EventStream } from "../../../src/server/http/shared/events/event-stream.js";
import { Answers } from "../../../src/server/http/shared/replicas/answers.js";
import {
  randomName,
  requestIdOf,
  SessionIds,
} from "../../../src/server/http/shared/replicas/ids.js";
import { Fleet } from "../../../src/server/http/shared/replicas/fleet.js";
import { Presence } from "../../../src/server/http/shared/replicas/presence.js";
import { resolveOptions } from "../../../src/server/options.js";
import type { FlowStore } from "../../../src/server/state/flow-store.js";
import { firstState } from "../../../src/server/state/records.js";
import { createSealer } from "../../../src/server/state/sealer.js";
import { createLog, SECRET } from "../lab.js";
import { turns } from "../virtual-time.js";
import { SealedStore } from "../../../src/server/state/sealed-store.js";

const sealer = createSealer(SECRET);

const ids = new SessionIds(sealer, "a session");
/** The ids that another replica, another session and another fleet make. */
const others = {
  replica: new SessionIds(createSealer(SECRET), "a session"),
  session: new SessionIds(sealer, "another session"),
  fleet: new SessionIds(createSealer(`${SECRET}!`), "a session"),
};

/** Every string that differs from this one in a single character. */
const changed = (id: string): string[] =>
  Array.from(
    id,
    (char, place) => id.slice(0, place) + (char === "A" ? "B" : "A") + id.slice(place + 1),
  );

describe("the ids of events", () => {
  it("carry the id of the request, whatever it is, and their place", () => {
    const anyId = fc.oneof(fc.integer(), fc.string({ maxLength: 30, unit: "grapheme" }));
    fc.assert(
      fc.property(anyId, fc.nat(9_999_999), fc.boolean(), (id, n, isEnd) => {
        const callId = ids.createCall(randomName(8), id);
        expect(requestIdOf(callId)).toBe(id);
        expect(ids.createEvent(callId, n, isEnd)).toMatch(/^[\x21-\x7e]+$/);
        expect(others.replica.readEvent(ids.createEvent(callId, n, isEnd))).toMatchObject({
          callId,
          n,
          isEnd,
        });
      }),
    );
  });

  it("are known to their session alone, and in no other form", () => {
    const callId = ids.createCall(randomName(8), 7);
    const id = ids.createEvent(callId, 1);
    expect(others.session.readEvent(id)).toBeUndefined();
    expect(others.fleet.readEvent(id)).toBeUndefined();
    for (const other of changed(id)) expect(ids.readEvent(other)).toBeUndefined();
    const proof = id.slice(id.lastIndexOf("."));
    for (const n of ["2", "0", "01", "9999990", "1.end", "x", "-1", ""])
      expect(ids.readEvent(`${callId}.${n}${proof}`)).toBeUndefined();
    for (const none of ["", "1", "a.b.c.1", `${callId}.1`, `${id}.ende`, `${id}.end`])
      expect(ids.readEvent(none)).toBeUndefined();
  });

  it("carry no request id that is very long", () => {
    const callId = ids.createCall(randomName(8), "x".repeat(5_000));
    expect(ids.readEvent(ids.createEvent(callId, 1))).toMatchObject({ callId });
    expect(requestIdOf(callId)).toBeUndefined();
  });
});

describe("the ids of requests", () => {
  it("are known to their session alone, on every replica, and in no other form", () => {
    const replica = randomName(8);
    const id = ids.createRequest(replica, "c".repeat(27));
    expect(others.replica.readRequest(id)).toEqual({ replica, callKey: "c".repeat(27) });
    expect(others.session.readRequest(id)).toBeUndefined();
    expect(others.fleet.readRequest(id)).toBeUndefined();
    for (const other of changed(id)) expect(ids.readRequest(other)).toBeUndefined();
    for (const none of [7, null, undefined, {}, "", "7"])
      expect(ids.readRequest(none)).toBeUndefined();
  });
});

describe("the sign of life of a replica", () => {
  let store: Store;
  let puts: number;
  let failing = 0;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
    const inner = createMemoryStore();
    puts = 0;
    failing = 0;
    store = {
      ...inner,
      async put(key, value, options) {
        puts += 1;
        if (failing > 0) {
          failing -= 1;
          throw new Error("away");
        }
        await inner.put(key, value, options);
      },
    };
  });
  afterEach(() => vi.useRealTimers());

  const create = (): Presence => new Presence(new SealedStore(store, sealer), 3_000, () => {});
  const call = { reclaim: vi.fn(async () => {}) };

  it("is shown while a call is held, and renewed every third of its life", async () => {
    const presence = create();
    presence.hold(call);
    await presence.ensure();
    expect(puts).toBe(1);
    await vi.advanceTimersByTimeAsync(9_500);
    expect(puts).toBeGreaterThanOrEqual(9);
    expect(puts).toBeLessThanOrEqual(11);
    const watcher = create();
    expect(await watcher.isAlive(presence.lease)).toBe(true);
    presence.release(call);
    const before = puts;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(puts).toBe(before);
    expect(await watcher.isAlive(presence.lease)).toBe(false);
    expect(await watcher.isPresent(presence.replica)).toBe(false);
  });

  it("survives a renewal that fails", async () => {
    const presence = create();
    const { lease } = presence;
    presence.hold(call);
    await presence.ensure();
    failing = 1;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(presence.lease).toBe(lease);
    expect(await create().isAlive(lease)).toBe(true);
    await presence.close();
  });

  it("ends at once when the replica is closed, and is not shown again", async () => {
    const presence = create();
    presence.hold(call);
    await presence.ensure();
    await presence.close();
    expect(await create().isPresent(presence.replica)).toBe(false);
    const before = puts;
    presence.hold(call);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(puts).toBe(before);
    await expect(presence.ensure()).rejects.toThrow(/closed/);
  });

  it("counts for no longer than it lives, however often somebody puts it back", async () => {
    const presence = create();
    presence.hold(call);
    await presence.ensure();
    const key = `midcall:replica:${presence.replica}`;
    const old = (await store.get(key))!;
    const watcher = create();
    expect(await watcher.isAlive(presence.lease)).toBe(true);
    // Renewed, it goes on counting.
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await watcher.isAlive(presence.lease)).toBe(true);
    const { lease, replica } = presence;
    await presence.close();
    for (let ms = 0; ms < 6_000; ms += 500) {
      await store.put(key, old);
      await vi.advanceTimersByTimeAsync(500);
      if (ms >= 3_000) expect(await watcher.isAlive(lease)).toBe(false);
      if (ms >= 3_000) expect(await watcher.isPresent(replica)).toBe(false);
    }
  });

  it("begins another term after it has run out, under which every call is claimed again", async () => {
    const presence = create();
    const { lease } = presence;
    call.reclaim.mockClear();
    presence.hold(call);
    await presence.ensure();
    failing = 20;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await create().isAlive(lease)).toBe(false);
    failing = 0;
    await presence.ensure();
    expect(presence.lease).not.toBe(lease);
    expect(call.reclaim).toHaveBeenCalledTimes(1);
    expect(await create().isAlive(lease)).toBe(false);
    expect(await create().isAlive(presence.lease)).toBe(true);
    await presence.close();
  });
});

describe("the log of a call", () => {
  const open = (store: Store): EventLog =>
    new EventLog(new SealedStore(store, sealer), "midcall:events:x", "ada");

  it("takes one entry at each place, and one end", async () => {
    const store = createMemoryStore();
    const log = open(store);
    const all = await Promise.all(
      Array.from({ length: 5 }, (_, n) => log.add(1, { message: n }, 1_000)),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
    await Promise.all([log.finish({ id: 1 }, 1_000), log.finish({ id: 2 }, 1_000)]);
    expect(await log.read(2)).toMatchObject({ end: true });
    expect(await log.read(3)).toBeUndefined();
  });

  it("shows its owner who reads, after which nothing goes to the old stream", async () => {
    const store = createMemoryStore();
    const log = open(store);
    const stream = new EventStream();
    const events = new CallEvents({
      idOf: (n) => `c.${n}`,
      log,
      stream,
      next: undefined,
      ttlMs: () => 1_000,
      onEnded: () => {},
    });
    events.keep();
    await events.add({ method: "one" });
    await log.add(2, { reader: "elsewhere" }, 1_000);
    await events.add({ method: "two" });
    expect(stream.isOpen).toBe(false);
    expect(await log.read(3)).toEqual({ message: { method: "two" } });
    const sent = await new Response(stream.body).text();
    expect(sent).toContain('"one"');
    expect(sent).not.toContain('"two"');
  });

  it("has an event before it is on a stream", async () => {
    const inner = createMemoryStore();
    let isKept = (): void => {};
    const kept = new Promise<void>((resolve) => (isKept = resolve));
    const store: Store = {
      ...inner,
      putIfAbsent: (...args) => kept.then(() => inner.putIfAbsent(...args)),
    };
    const stream = new EventStream();
    const events = new CallEvents({
      idOf: (n) => `c.${n}`,
      log: open(store),
      stream,
      next: undefined,
      ttlMs: () => 1_000,
      onEnded: () => {},
    });
    events.keep();
    const reader = stream.body.getReader();
    const sent = reader.read().then(({ value }) => new TextDecoder().decode(value));
    const added = events.add({ method: "one" });
    const first = await Promise.race([sent, turns()]);
    expect(first).toBeUndefined();
    isKept();
    await added;
    expect(await sent).toMatch(/^event: message\nid: c\.1\n/);
  });

  it("adds an entry once, although the store fails after it has taken it", async () => {
    const inner = createMemoryStore();
    let isFirst = true;
    const store: Store = {
      ...inner,
      async putIfAbsent(...args) {
        const done = await inner.putIfAbsent(...args);
        if (isFirst) {
          isFirst = false;
          throw new Error("the connection broke");
        }
        return done;
      },
    };
    const log = open(store);
    const events = new CallEvents({
      idOf: (n) => `c.${n}`,
      log,
      stream: undefined,
      next: 1,
      ttlMs: () => 1_000,
      onEnded: () => {},
    });
    await events.add({ id: "q", method: "elicitation/create" });
    expect(await log.read(1)).toMatchObject({ message: { id: "q" } });
    expect(await log.read(2)).toBeUndefined();
  });

  it("that has ended elsewhere takes nothing more, and its owner is told", async () => {
    const store = createMemoryStore();
    const log = open(store);
    const onEnded = vi.fn();
    const stream = new EventStream();
    const events = new CallEvents({
      idOf: (n) => `c.${n}`,
      log,
      stream,
      next: undefined,
      ttlMs: () => 1_000,
      onEnded,
    });
    events.keep();
    await log.finish({ id: 7, result: "theirs" }, 1_000);
    await events.end({ id: 7, result: "ours" });
    expect(onEnded).toHaveBeenCalledTimes(1);
    expect((await log.read(1))?.message).toEqual({ id: 7, result: "theirs" });
    expect(await log.read(2)).toBeUndefined();
    events.close();
    expect(await new Response(stream.body).text()).not.toContain("ours");
  });

  it("keeps an error in the place of a response that is too long, which the stream still gets", async () => {
    const log = open(createMemoryStore());
    const stream = new EventStream();
    const events = new CallEvents({
      idOf: (n) => `c.${n}`,
      log,
      stream,
      next: undefined,
      ttlMs: () => 1_000,
      onEnded: () => {},
    });
    events.keep();
    await events.end({ jsonrpc: "2.0", id: 7, result: "x".repeat(1_100_000) });
    expect((await log.read(1))?.message).toMatchObject({
      id: 7,
      error: { message: expect.stringMatching(/too much to be kept/) },
    });
    expect((await new Response(stream.body).text()).length).toBeGreaterThan(1_100_000);
  });
});

describe("a stream that nobody needs", () => {
  it("is read until it ends", async () => {
    let chunks = 3;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        chunks-- > 0 ? controller.enqueue(new Uint8Array(1)) : controller.close(),
    });
    await readThrough(stream, new AbortController().signal);
    expect(chunks).toBe(-1);
  });

  it("is cancelled once it is not to be read any further, and may fail", async () => {
    const cancel = vi.fn();
    const over = new AbortController();
    const reading = readThrough(new ReadableStream({ cancel }), over.signal);
    over.abort("enough");
    await reading;
    expect(cancel).toHaveBeenCalledWith("enough");
    const failing = new ReadableStream({ start: (controller) => controller.error(new Error("x")) });
    await readThrough(failing, over.signal);
  });
});

describe("responses of hosts", () => {
  const answersIn = (store: Store): Answers =>
    new Answers(
      new SealedStore(store, sealer),
      resolveOptions({ secret: SECRET, store, logger: createLog() }),
    );
  const session = { name: "a session", user: "ada" };
  const waitFor = (answers: Answers, signal = new AbortController().signal) =>
    answers.wait({ id: "q", session: session.name, signal });

  it("count once, the first", async () => {
    const store = createMemoryStore();
    const answers = answersIn(store);
    const kept = await Promise.all(
      [1, 2, 3].map((n) => answers.keep({ id: "q", answer: { result: n } }, session)),
    );
    expect(kept).toEqual([true, false, false]);
    expect(await waitFor(answers)).toEqual({ result: 1 });
  });

  it("are found without a message, too", async () => {
    const store = createMemoryStore();
    const here = answersIn(store);
    const there = answersIn(store);
    const answer = waitFor(here);
    await turns();
    await there.keep({ id: "q", answer: { result: "yes" } }, session);
    expect(await answer).toEqual({ result: "yes" });
  });

  it("of another session are another's", async () => {
    const store = createMemoryStore();
    const answers = answersIn(store);
    await answers.keep({ id: "q", answer: { result: "theirs" } }, { ...session, name: "another" });
    await expect(waitFor(answers, AbortSignal.abort(new Error("none")))).rejects.toThrow("none");
  });

  it("that came before the deadline count, although no message told of them", async () => {
    const store = createMemoryStore();
    const answers = answersIn(store);
    const deadline = new AbortController();
    const answer = waitFor(answers, deadline.signal);
    await turns();
    await answersIn(store).keep({ id: "q", answer: { result: "yes" } }, session);
    deadline.abort(new DurableFailure("deadline", "too late"));
    expect(await answer).toEqual({ result: "yes" });
  });

  it("are looked for again when the store has failed", async () => {
    const inner = createMemoryStore();
    let failures = 1;
    const store: Store = {
      ...inner,
      get: (key) => (failures-- > 0 ? Promise.reject(new Error("away")) : inner.get(key)),
    };
    const answers = answersIn(store);
    await answers.keep({ id: "q", answer: { result: "yes" } }, session);
    expect(await waitFor(answers)).toEqual({ result: "yes" });
  });
});

describe("a call without a replica", () => {
  it("is taken by one of those that try at the same time", async () => {
    const store = createMemoryStore();
    const session = { name: "a session", user: "ada", ids };
    const fleets = Array.from({ length: 4 }, () => {
      const settings = resolveOptions({ secret: SECRET, store, logger: createLog() });
      return new Fleet(settings.store!, settings, 1_000);
    });
    const callId = ids.createCall(randomName(8), 7);
    const record = {
      epoch: 1,
      lease: "gone:gone",
      request: { jsonrpc: "2.0", id: 7, method: "tools/call" } as const,
      state: { ...firstState(), round: 1 },
    };
    const taken = await Promise.all(
      fleets.map((fleet) => takeOver(fleet, session, callId, record, () => false)),
    );
    expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
    await Promise.all(fleets.map((fleet) => fleet.close()));
  });
});

describe("the steps of a call", () => {
  const flow = () => {
    const done: string[] = [];
    const store: FlowStore = {
      consume: async () => ({ isFirst: true, answers: {} }),
      claimStep: async (key) => (done.push(`claim ${key}`), "mine"),
      recordStep: async ({ key }) => void done.push(`record ${key}`),
      finish: async (_, keys) => void done.push(`remove ${keys.join(" ")}`),
    };
    return { done, store };
  };
  const owner = { stillOwned: async () => {} };

  it("cost nothing in the store before the first question", async () => {
    const { done, store } = flow();
    const steps = new LateSteps(() => store, owner, false);
    expect(await steps.claimStep("a")).toBe("mine");
    await steps.recordStep({ kind: "step", key: "a", value: 1 });
    await steps.finish();
    await steps.remove(false);
    expect(done).toEqual([]);
  });

  it("are claimed with the first question, where the journal does not have them", async () => {
    const { done, store } = flow();
    const steps = new LateSteps(() => store, owner, false);
    for (const key of ["in the journal", "finished", "running"]) await steps.claimStep(key);
    const entry = { kind: "step", key: "in the journal" } as const;
    await steps.recordStep(entry);
    await steps.recordStep({ kind: "step", key: "finished" });
    await steps.save([entry]);
    expect(done).toEqual(["record finished", "claim running"]);
    await steps.claimStep("later");
    await steps.recordStep({ kind: "step", key: "later" });
    await steps.remove(false);
    expect(done.slice(2)).toEqual(["claim later", "record later", "remove finished running later"]);
  });

  it("do not begin while it is not certain that the call is still here", async () => {
    const { done, store } = flow();
    const steps = new LateSteps(() => store, { stillOwned: () => new Promise(() => {}) }, true);
    void steps.claimStep("a");
    await turns();
    expect(done).toEqual([]);
  });
});
