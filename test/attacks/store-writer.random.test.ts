import fc from "fast-check";
import { createMemoryStore, type Store } from "midcall/store";
import { createSqliteStore } from "midcall/store/sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { databaseClass } from "../engines/sqlite.mjs";
import { scaled, seed } from "../night.js";
import { type Case, cases, play } from "./store-writer/play.js";
import { tally } from "./tally.js";

/*
 * Somebody reads a store and writes, swaps, cuts, copies, rolls back, deletes and publishes in it what they have seen and what they
 * make up, while two services with one secret serve sessions of 2025 on two replicas each, rounds of 2026, tasks, views, relayed
 * answers, pages and links. They may lose a call something, and invent nothing. The night tries 20,000 cases:
 * MIDCALL_NIGHT=1 npx vitest run test/attacks/store-writer.random.test.ts
 */

beforeEach(() => {
  const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
  vi.useFakeTimers({ toFake: [...timers, "performance", "Date"] });
});
afterEach(() => void vi.useRealTimers());

/** The cases of one test: its share of all, with a seed of its own. */
async function tryCases(numRuns: number, share: number, open: () => Promise<Store>): Promise<void> {
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(cases, async (one: Case) => {
      tried += one.acts.length;
      expect(await play(one, await open())).toEqual([]);
    }),
    { numRuns, seed: seed + share },
  );
  tally("acts of a writer to a store", tried);
}

/** So many tests, as each has its own limit of time. */
const SHARES = scaled(1, 40);

it.each(Array.from({ length: SHARES }, (_, share) => [share + 1]))(
  "a writer to a memory store invents nothing, whatever they do with it (%i)",
  (share) => tryCases(scaled(350, 500), share, async () => createMemoryStore()),
);

it("a writer to a SQLite store invents nothing, whatever they do with it", () => {
  const Database = databaseClass();
  return tryCases(scaled(15, 500), 0, async () =>
    createSqliteStore({ database: new Database(":memory:") }),
  );
});
