import assert from "node:assert/strict";
import { type ContractCase, range } from "../contract-case.js";

/** Short enough to wait for. */
const TTL_MS = 250;

/** Concurrent callers, on two connections where the options provide them. */
export const contentionCases: readonly ContractCase[] = [
  [
    "concurrent putIfAbsent has exactly one winner",
    async ({ store, other, callers }) => {
      for (let round = 0; round < 10; round++) {
        const won = await Promise.all(
          range(callers).map((n) =>
            (n % 2 === 0 ? store : other).putIfAbsent(`k${round}`, `caller ${n}`),
          ),
        );
        assert.equal(won.filter(Boolean).length, 1, "one caller wins");
        assert.equal(await store.get(`k${round}`), `caller ${won.indexOf(true)}`);
      }
    },
  ],
  [
    "concurrent putIfAbsent has exactly one winner after a value has expired",
    async ({ store, other, elapse, callers }) => {
      await store.put("k", "old", { ttlMs: TTL_MS });
      await elapse(TTL_MS * 2);
      const won = await Promise.all(
        range(callers).map((n) => (n % 2 === 0 ? store : other).putIfAbsent("k", `caller ${n}`)),
      );
      assert.equal(won.filter(Boolean).length, 1, "one caller wins");
    },
  ],
  [
    "concurrent take has exactly one winner",
    async ({ store, other, callers }) => {
      for (let round = 0; round < 10; round++) {
        await store.put(`k${round}`, "v");
        const taken = await Promise.all(
          range(callers).map((n) => (n % 2 === 0 ? store : other).take(`k${round}`)),
        );
        assert.deepEqual(
          taken.filter((value) => value !== undefined),
          ["v"],
        );
      }
    },
  ],
  [
    "concurrent take and delete have exactly one winner",
    async ({ store, other, callers }) => {
      for (let round = 0; round < 10; round++) {
        await store.put(`k${round}`, "v");
        const got = await Promise.all(
          range(callers).map(async (n) =>
            n % 2 === 0 ? (await store.take(`k${round}`)) !== undefined : other.delete(`k${round}`),
          ),
        );
        assert.equal(got.filter(Boolean).length, 1);
      }
    },
  ],
  [
    "values passed from putIfAbsent to take are neither lost nor duplicated",
    async ({ store, other, callers }) => {
      let put = 0;
      let taken = 0;
      await Promise.all(
        range(callers).map(async (n) => {
          const side = n % 2 === 0 ? store : other;
          for (let turn = 0; turn < 5; turn++) {
            if (await side.putIfAbsent("slot", `${n}/${turn}`)) put += 1;
            if ((await side.take("slot")) !== undefined) taken += 1;
          }
        }),
      );
      if ((await store.take("slot")) !== undefined) taken += 1;
      assert.equal(taken, put);
    },
  ],
];
