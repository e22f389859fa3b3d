import { createMemoryStore, StoreFullError } from "midcall/store";
import { storeContract } from "midcall/store/contract";
import { describe, expect, it } from "vitest";
import { useFastClock } from "../fast-clock.js";

/** The contract's clock; every store of this file runs on it. */
let time = 1_000_000;
const now = (): number => time;
const elapse = (ms: number): void => {
  time += ms;
};

describe("memoryStore fulfils the contract", () => {
  it.each(
    storeContract({ create: () => createMemoryStore({ now }), elapse }).map(
      ({ name, run }) => [name, run] as const,
    ),
  )("%s", async (_, run) => run());
});

describe("memoryStore fulfils the contract on the clock of the process", () => {
  useFastClock();
  const timed = storeContract({ create: () => createMemoryStore() }).filter(({ name }) =>
    name.includes("time"),
  );
  it.each(timed.map(({ name, run }) => [name, run] as const))("%s", async (_, run) => run());
});

describe("memoryStore", () => {
  it("keeps nothing whose time to live is no number, and makes room of it", async () => {
    const store = createMemoryStore({ maxEntries: 1 });
    await store.put("a", "1", { ttlMs: Number.NaN });
    await store.put("b", "2");
    expect([await store.get("a"), await store.get("b")]).toEqual([undefined, "2"]);
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity])("refuses maxEntries %s", (maxEntries) => {
    expect(() => createMemoryStore({ maxEntries })).toThrow(
      /maxEntries must be a positive whole number/,
    );
  });

  it("says that it is full, writes nothing, and keeps what it has", async () => {
    const store = createMemoryStore({ maxEntries: 3, now });
    for (const key of ["a", "b", "c"]) await store.put(key, key);
    await expect(store.put("d", "d")).rejects.toThrow(StoreFullError);
    await expect(store.putIfAbsent("d", "d")).rejects.toMatchObject({
      code: "ERR_MIDCALL_STORE_FULL",
    });
    expect(await store.get("d")).toBeUndefined();
    await store.put("a", "A");
    expect(await store.putIfAbsent("b", "B")).toBe(false);
    expect(await Promise.all(["a", "b", "c"].map((key) => store.get(key)))).toEqual([
      "A",
      "b",
      "c",
    ]);
    await store.delete("c");
    await store.put("d", "d");
    expect(await store.get("d")).toBe("d");
  });

  it("makes room from what has expired, even when nobody asks for it again", async () => {
    const store = createMemoryStore({ maxEntries: 100, now });
    for (let n = 0; n < 10_000; n++) {
      await store.put(`k${n}`, "v", { ttlMs: 50 });
      elapse(1);
    }
    await store.put("for good", "v");
    elapse(1000);
    for (let n = 0; n < 99; n++) await store.put(`fresh${n}`, "v");
    expect(await store.get("for good")).toBe("v");
    await expect(store.put("one too many", "v")).rejects.toThrow(StoreFullError);
  });

  it("does not grow with values that came and went", async () => {
    const held: { size: number }[] = [];
    const RealMap = globalThis.Map;
    // The store's own map is seen through the constructor, as nothing of the contract shows its size.
    class SeenMap<K, V> extends RealMap<K, V> {
      constructor() {
        super();
        held.push(this);
      }
    }
    globalThis.Map = SeenMap as MapConstructor;
    let store: ReturnType<typeof createMemoryStore>;
    try {
      store = createMemoryStore({ now });
    } finally {
      globalThis.Map = RealMap;
    }
    for (let n = 0; n < 50_000; n++) {
      await store.put(`k${n}`, "v", { ttlMs: 10 });
      const leave = await store.subscribe(`c${n}`, () => {});
      await leave();
      elapse(1);
    }
    expect(held).toHaveLength(3);
    for (const map of held) expect(map.size).toBeLessThan(2100);
  });
});
