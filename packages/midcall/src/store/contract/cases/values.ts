import assert from "node:assert/strict";
import type { ContractCase } from "../contract-case.js";

/** Reading, writing, taking and deleting values. */
export const valueCases: readonly ContractCase[] = [
  [
    "returns undefined for a key that was never written",
    async ({ store }) => {
      assert.equal(await store.get("k"), undefined);
      assert.equal(await store.take("k"), undefined);
      assert.equal(await store.delete("k"), false);
    },
  ],
  [
    "returns the value that was put last",
    async ({ store, other }) => {
      await store.put("k", "one");
      assert.equal(await other.get("k"), "one");
      await other.put("k", "two");
      assert.equal(await store.get("k"), "two");
    },
  ],
  [
    "putIfAbsent writes only if there is no value",
    async ({ store, other }) => {
      assert.equal(await store.putIfAbsent("k", "first"), true);
      assert.equal(await other.putIfAbsent("k", "second"), false);
      assert.equal(await store.get("k"), "first");
    },
  ],
  [
    "take returns a value once",
    async ({ store, other }) => {
      await store.put("k", "v");
      assert.equal(await other.take("k"), "v");
      assert.equal(await store.take("k"), undefined);
      assert.equal(await store.get("k"), undefined);
      assert.equal(await store.putIfAbsent("k", "again"), true);
    },
  ],
  [
    "delete reports whether there was a value",
    async ({ store }) => {
      await store.put("k", "v");
      assert.equal(await store.delete("k"), true);
      assert.equal(await store.get("k"), undefined);
      assert.equal(await store.delete("k"), false);
    },
  ],
];
