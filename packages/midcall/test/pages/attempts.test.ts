import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createMemoryStore } from "midcall/store";
import { expect, it } from "vitest";
import { type Attempts, createAttempts } from "../../src/pages/flows/attempts.js";
import { scaled } from "../../../../test/night.js";

/** The count by address, before many more addresses than anybody can remember. */

const clock = { now: Date.UTC(2026, 10, 21, 12, 0, 30) };
const counting = (perAddress: number): Attempts =>
  createAttempts(createMemoryStore(), () => clock.now, perAddress, 10);

/** A network of a provider with millions of them. */
const network = (nr: number): string =>
  `2001:db8:${(nr >> 16).toString(16)}:${(nr & 0xffff).toString(16)}::1`;

const flood = async (attempts: Attempts, from: number, to: number): Promise<number> => {
  let refused = 0;
  for (let nr = from; nr < to; nr++) {
    if ((await attempts.byAddress(network(nr))) !== undefined) refused++;
  }
  return refused;
};

it("takes the same room for a few addresses and for very many", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const attempts = counting(300);
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  // Whatever is kept for all is there by now.
  await flood(attempts, 0, 15_000);
  const before = used();
  await flood(attempts, 15_000, scaled(40_000, 300_000));
  expect((used() - before) / 2 ** 20).toBeLessThan(2);
  expect(await attempts.byAddress("192.0.2.1")).toBeUndefined();
});

it("forgets nobody's count for the sake of others", async () => {
  const attempts = counting(5);
  for (let tries = 0; tries < 5; tries++) {
    expect(await attempts.byAddress("192.0.2.1")).toBeUndefined();
  }
  expect(await attempts.byAddress("192.0.2.1")).toBe(30);
  await flood(attempts, 0, scaled(10_000, 150_000));
  expect(await attempts.byAddress("192.0.2.1")).toBe(30);
  clock.now += 30_000;
  expect(await attempts.byAddress("192.0.2.1")).toBeUndefined();
});

it("refuses next to nobody for what a hundred others do", async () => {
  const attempts = counting(5);
  for (let tries = 0; tries < 10; tries++) await flood(attempts, 0, 100);
  expect(await flood(attempts, 0, 100)).toBe(100);
  // About one in three million.
  expect(await flood(attempts, 1000, 3000)).toBeLessThan(3);
});
