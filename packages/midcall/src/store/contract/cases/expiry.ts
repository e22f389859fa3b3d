import assert from "node:assert/strict";
import type { ContractCase } from "../contract-case.js";

/** Short enough to wait for. */
const TTL_MS = 250;

/**
 * Does something that has to be over before a time to live is, and returns that time: a longer one where the engine, or a
 * busy machine, was too slow for {@link TTL_MS}.
 */
async function within(attempt: (ttlMs: number) => Promise<void>): Promise<number> {
  for (let ttlMs = TTL_MS; ; ttlMs *= 2) {
    const begunAt = performance.now();
    try {
      await attempt(ttlMs);
      return ttlMs;
    } catch (error) {
      if (performance.now() - begunAt < ttlMs) throw error;
    }
  }
}

/** Times to live. */
export const expiryCases: readonly ContractCase[] = [
  [
    "expires a value for every operation",
    async ({ store, elapse }) => {
      const ttlMs = await within(async (ttlMs) => {
        for (const key of ["get", "take", "delete", "absent"]) await store.put(key, "v", { ttlMs });
        assert.equal(await store.get("get"), "v");
      });
      await elapse(ttlMs * 2);
      assert.equal(await store.get("get"), undefined);
      assert.equal(await store.take("take"), undefined);
      assert.equal(await store.delete("delete"), false);
      assert.equal(await store.putIfAbsent("absent", "new"), true);
      assert.equal(await store.get("absent"), "new");
    },
  ],
  [
    "expires a value written with putIfAbsent",
    async ({ store, elapse }) => {
      const ttlMs = await within(async (ttlMs) => {
        await store.delete("k");
        assert.equal(await store.putIfAbsent("k", "v", { ttlMs }), true);
        assert.equal(await store.get("k"), "v");
      });
      await elapse(ttlMs * 2);
      assert.equal(await store.get("k"), undefined);
    },
  ],
  [
    "put resets the time to live, or removes it",
    async ({ store, elapse }) => {
      await store.put("longer", "v", { ttlMs: TTL_MS });
      await store.put("longer", "v", { ttlMs: 600_000 });
      await store.put("for good", "v", { ttlMs: TTL_MS });
      await store.put("for good", "v");
      await elapse(TTL_MS * 2);
      assert.equal(await store.get("longer"), "v");
      assert.equal(await store.get("for good"), "v");
    },
  ],
  [
    "a refused putIfAbsent changes neither the value nor its time to live",
    async ({ store, elapse }) => {
      const ttlMs = await within(async (ttlMs) => {
        await store.put("k", "v", { ttlMs });
        assert.equal(await store.putIfAbsent("k", "w", { ttlMs: 600_000 }), false);
        assert.equal(await store.get("k"), "v");
      });
      await elapse(ttlMs * 2);
      assert.equal(await store.get("k"), undefined);
    },
  ],
  [
    "accepts times to live beyond 32 bits and fractions of a millisecond",
    async ({ store }) => {
      await store.put("a month and more", "v", { ttlMs: 2 ** 31 + 1000 });
      await store.put("not whole", "v", { ttlMs: 600_000.5 });
      assert.equal(await store.get("a month and more"), "v");
      assert.equal(await store.get("not whole"), "v");
    },
  ],
];
