import { createMemoryStore, type Store } from "midcall/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resolveOptions } from "../../../src/server/options.js";
import { type TaskRecord, TaskRecords } from "../../../src/server/tasks/task-records.js";
import { SECRET } from "../../client/lab.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] }));
afterEach(() => void vi.useRealTimers());

const HALF_AN_HOUR = 1_800_000;
const RENEWAL_MS = 10_000;

const binding = {
  ...{ server: "lab", principal: "ann", client: undefined },
  ...{ method: "tools/call", params: {} },
};

type Operation = "get" | "put" | "putIfAbsent" | "delete";
type Hook = (operation: Operation, key: string, work: () => Promise<unknown>) => Promise<unknown>;

/** The records of a task in a store whose operations a test can hold up or let fail. */
function hooked() {
  const inner = createMemoryStore();
  const state: { hook: Hook } = { hook: (_operation, _key, work) => work() };
  const store = new Proxy(inner, {
    get: (target, operation: keyof Store) =>
      ["get", "put", "putIfAbsent", "delete"].includes(operation)
        ? (key: string, ...rest: [never, never]) =>
            state.hook(operation as Operation, key, async () =>
              (target[operation] as (...args: unknown[]) => unknown)(key, ...rest),
            )
        : target[operation],
  });
  const settings = resolveOptions({ secret: SECRET, store });
  return { state, records: new TaskRecords("task", binding, settings) };
}

/** A record that expires soon, so that each renewal of its lease keeps it for longer. */
const recordOf = (requestState: string, open: TaskRecord["open"] = {}): TaskRecord => ({
  ...{ createdAt: Date.now(), updatedAt: Date.now(), expiresAt: Date.now() + 60_000 },
  ...{ params: {}, envelope: {}, requestState, open, call: { flow: "flow" } },
});

function signalled() {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Lets everything happen that needs no time. */
const settled = async (): Promise<void> => {
  for (let n = 0; n < 50; n++) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe("the lease of a task", () => {
  it("writes nothing older after something newer, however slow the write of a renewal is", async () => {
    const { state, records } = hooked();
    await records.create(recordOf("one"));
    const lease = (await records.claim())!;
    await lease.save(recordOf("one"));
    const release = signalled();
    let held = 0;
    state.hook = async (operation, key, work) => {
      if (operation === "put" && !key.endsWith(":run") && held++ === 0) await release.promise;
      return work();
    };
    vi.advanceTimersByTime(RENEWAL_MS);
    await settled();
    expect(held).toBe(1);
    const saving = lease.save(recordOf("two"));
    await settled();
    release.resolve();
    expect(await saving).toBe(true);
    await settled();
    expect(await records.load()).toMatchObject({ requestState: "two" });
    await lease.release();
  });

  it("is free when it has been given back, however slow its last renewal is", async () => {
    const { state, records } = hooked();
    const lease = (await records.claim())!;
    const release = signalled();
    let held = 0;
    state.hook = async (operation, key, work) => {
      if (operation === "put" && key.endsWith(":run") && held++ === 0) await release.promise;
      return work();
    };
    vi.advanceTimersByTime(RENEWAL_MS);
    await settled();
    expect(held).toBe(1);
    const releasing = lease.release();
    await settled();
    release.resolve();
    await releasing;
    await settled();
    expect(await records.claim()).toBeDefined();
  });

  it("keeps the record of a handler that works for long, and the answers that have come in the meantime", async () => {
    const { records } = hooked();
    const open = { one: { key: "one", digest: "", request: {} } };
    await records.create(recordOf("one", open));
    const lease = (await records.claim())!;
    await lease.save(recordOf("one", open));
    await records.answer("one", "yes", Date.now() + 60_000);
    for (let passed = 0; passed < HALF_AN_HOUR; passed += RENEWAL_MS) {
      vi.advanceTimersByTime(RENEWAL_MS);
      await settled();
    }
    expect(await records.load()).toMatchObject({ requestState: "one" });
    expect((await records.answers(["one"])).get("one")).toMatchObject({ response: "yes" });
    await lease.release();
  });

  it.each(["get", "delete"] as const)("is given back where one %s fails", async (failing) => {
    const { state, records } = hooked();
    const lease = (await records.claim())!;
    let failed = 0;
    state.hook = async (operation, _key, work) => {
      if (operation === failing && failed++ === 0) throw new Error("The store is away.");
      return work();
    };
    await lease.release();
    expect(failed).toBeGreaterThan(0);
    expect(await records.claim()).toBeDefined();
  });
});

describe("a write of a task's that fails after it got through", () => {
  it.each<[string, (records: TaskRecords) => Promise<unknown>, (made: unknown) => void]>([
    ["creates it", (to) => to.create(recordOf("one")), (made) => expect(made).toBe(true)],
    ["takes it on", (to) => to.claim(), (made) => expect(made).toBeDefined()],
    ["keeps an answer", (to) => to.answer("one", "yes", Date.now() + 60_000), () => {}],
    [
      "ends it",
      (to) => to.end({ ...recordOf("one"), status: "cancelled" }, recordOf("one")),
      (made) => expect(made).toBe(true),
    ],
  ])("%s all the same", async (_, write, check) => {
    const { state, records } = hooked();
    let failed = 0;
    state.hook = async (operation, _key, work) => {
      const done = await work();
      if (operation === "putIfAbsent" && failed++ === 0) throw new Error("The store is away.");
      return done;
    };
    check(await write(records));
    expect(failed).toBe(1);
  });
});
