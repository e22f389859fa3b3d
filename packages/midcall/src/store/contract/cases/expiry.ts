import assert from "node:assert/strict";
import type { ContractCase } from "../contract-case.js";

/** Short enough to wait for, long enough for a slow engine to respond within. */
const TTL_MS = 250;

/** Times to live. */
export const expiryCases: readonly ContractCase[] = [
  [
    "expires a value for every operation",
    async ({ store, elapse }) => {
      for (const key of ["get", "take", "delete", "absent"])
        await store.put(key, "v", { ttlMs: TTL_MS });
      assert.equal(await store.get("get"), "v");
      await elapse(TTL_MS * 2);
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
      assert.equal(await store.putIfAbsent("k", "v", { ttlMs: TTL_MS }), true);
      assert.equal(await store.get("k"), "v");
      await elapse(TTL_MS * 2);
      assert.equal(await store.get("k"), undefined);
    },
  ],
  [
    "put resets the time to live, or removes it",
    async ({ store, elapse }) => {
      await store.put("longer", "v", { ttlMs: TTL_MS });
      await store.put("longer", "v", { ttlMs: 60_000 });
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
      await store.put("k", "v", { ttlMs: TTL_MS });
      assert.equal(await store.putIfAbsent("k", "w", { ttlMs: 60_000 }), false);
      assert.equal(await store.get("k"), "v");
      await elapse(TTL_MS * 2);
      assert.equal(await store.get("k"), undefined);
    },
  ],
  [
    "accepts times to live beyond 32 bits and fractions of a millisecond",
    async ({ store }) => {
      await store.put("a month and more", "v", { ttlMs: 2 ** 31 + 1000 });
      await store.put("not whole", "v", { ttlMs: 60_000.5 });
      assert.equal(await store.get("a month and more"), "v");
      assert.equal(await store.get("not whole"), "v");
    },
  ],
];
