import fc from "fast-check";
import { expect, it } from "vitest";
import { createRateLimit } from "../../src/server/strategies/rate-limit.js";

it("lets no more than the limit through in any window it opens, and always lets the first of one through", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.record({ name: fc.constantFrom("a", "b", "__proto__"), pause: fc.nat(30_000) }), {
        maxLength: 80,
      }),
      (perMinute, events) => {
        let time = 0;
        const limit = createRateLimit(perMinute, () => time);
        const passed: Record<string, number[]> = { a: [], b: [] };
        Object.defineProperty(passed, "__proto__", { value: [], enumerable: true });
        for (const { name, pause } of events) {
          time += pause;
          const mine = passed[name]!;
          const quiet = mine.every((at) => time - at >= 60_000);
          const taken = limit.take(name);
          if (quiet) expect(taken).toBe(true);
          if (taken) mine.push(time);
        }
        for (const times of Object.values(passed)) {
          // A fixed window lets through at most twice the limit in any minute.
          for (const at of times)
            expect(times.filter((t) => t >= at && t < at + 60_000).length).toBeLessThanOrEqual(
              2 * perMinute,
            );
        }
      },
    ),
  );
});

it("counts nothing without a limit", () => {
  const limit = createRateLimit(Infinity, () => 0);
  const turns = Array.from({ length: 10_000 }, () => limit.take("a"));
  expect(turns.every(Boolean)).toBe(true);
});

it("remembers a bounded number of names, the latest ones", () => {
  const limit = createRateLimit(1, () => 0);
  const names = Array.from({ length: 25_000 }, (_, n) => `name ${n}`);
  expect(names.filter((name) => !limit.take(name))).toEqual([]);
  expect(limit.take("name 24999")).toBe(false);
  expect(limit.take("name 20000")).toBe(false);
  expect(limit.take("name 0")).toBe(true);
});
