import { createMemoryStore, type Store } from "midcall/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownerOf, savedCallOf } from "../../../src/server/fallback/saved/saved-calls.js";
import { resolveOptions } from "../../../src/server/options.js";
import { createLog, SECRET } from "../lab.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const RENEWAL_MS = 10_000;
const NEWER = "another secret, which is put before the first one while it is replaced";

const binding = {
  ...{ server: "lab", principal: "ann", client: undefined },
  ...{ method: "tools/call", params: { name: "run", arguments: {} } },
};

type Operation = "get" | "put" | "putIfAbsent" | "delete";
type Hook = (operation: Operation, key: string, work: () => Promise<unknown>) => Promise<unknown>;

/** Requests with the same call, whose operations a test can hold up or let fail. */
function hooked(secret: string | readonly [string, ...string[]] = SECRET) {
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
  const settings = resolveOptions({ secret, store, logger: createLog() });
  const request = (name?: string) =>
    savedCallOf(binding, ownerOf(binding, undefined)!, settings.callStore, settings, name);
  return { state, request };
}

/** Lets the nth of these operations fail, before or after it has got through. */
function failing(of: Operation, nth: number, isDone: boolean): Hook {
  let count = 0;
  return async (operation, _key, work) => {
    const fails = operation === of && ++count === nth;
    const done = fails && !isDone ? undefined : await work();
    if (fails) throw new Error("The store is away.");
    return done;
  };
}

/** Lets everything happen that needs no time. */
const settled = async (): Promise<void> => {
  for (let n = 0; n < 50; n++) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe("the lease of a saved call", () => {
  it.each([
    ["", SECRET],
    [", while a secret is being replaced", [NEWER, SECRET]],
  ] as const)("is had although the reply to its write is lost%s", async (_, secret) => {
    const { state, request } = hooked(secret);
    state.hook = failing("putIfAbsent", 1, true);
    const lease = await request().claim();
    expect(lease).toBeDefined();
    expect(await request().claim()).toBeUndefined();
    await lease!.release();
    expect(await request().claim()).toBeDefined();
  });

  it("stays another's where its write fails and theirs is there", async () => {
    const { state, request } = hooked();
    await request().claim();
    state.hook = failing("putIfAbsent", 1, false);
    expect(await request().claim()).toBeUndefined();
  });

  it("is left to nobody where it is not known whether it is had", async () => {
    const { state, request } = hooked();
    const write = failing("putIfAbsent", 1, true);
    const read = failing("get", 1, false);
    state.hook = (operation, key, work) =>
      write(operation, key, () => read(operation, key, work) as Promise<unknown>);
    await expect(request().claim()).rejects.toThrow("could not use its store");
    expect(await request().claim()).toBeDefined();
  });

  it("of a request that another replica continues is left to nobody where it cannot be taken on", async () => {
    const { state, request } = hooked();
    await request("one").claim();
    state.hook = failing("put", 1, true);
    await expect(request("one").claim()).rejects.toThrow("could not use its store");
    expect(await request().claim()).toBeDefined();
  });

  it.each(["get", "delete"] as const)("is given back where one %s fails", async (operation) => {
    const { state, request } = hooked();
    const lease = await request().claim();
    state.hook = failing(operation, 1, false);
    await lease!.release();
    expect(await request().claim()).toBeDefined();
  });

  it("is free when it has been given back, however slow its last renewal is", async () => {
    const { state, request } = hooked();
    const lease = await request().claim();
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let renewals = 0;
    state.hook = async (operation, _key, work) => {
      if (operation === "put" && renewals++ === 0) await held;
      return work();
    };
    vi.advanceTimersByTime(RENEWAL_MS);
    await settled();
    expect(renewals).toBe(1);
    const released = lease!.release();
    await settled();
    goOn();
    await released;
    await settled();
    expect(await request().claim()).toBeDefined();
  });

  it("is not taken back by a renewal from the replica that has gone on with it", async () => {
    const { request } = hooked();
    await request("one").claim();
    vi.advanceTimersByTime(RENEWAL_MS / 2);
    const lease = await request("one").claim();
    vi.advanceTimersByTime(RENEWAL_MS / 2);
    await settled();
    await lease!.release();
    expect(await request().claim()).toBeDefined();
  });
});
