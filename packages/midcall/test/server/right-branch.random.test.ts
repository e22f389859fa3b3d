import { expect, it } from "vitest";
import { scaled, seed } from "../../../../test/night.js";
import { playMany } from "./right-branch-lab.js";

/*
 * Random handlers in front of random hosts: every yes and every no reaches the branch that asked, as on
 * 2025-11-25, or the call ends in an error before any further step.
 */

it("every answer reaches the branch that asked, or nothing more is done", async () => {
  const { wrong, ends } = await playMany(scaled(500, 40_000), seed);
  expect(wrong.slice(0, 5), `${wrong.length} flows went wrong`).toEqual([]);
  // Each protocol version has come to results, and the answers of many were held back or refused.
  expect([...ends.keys()].filter((end) => end.endsWith(" result"))).toHaveLength(3);
  expect([...ends.keys()].some((end) => end.includes("Replay mismatch"))).toBe(true);
});
