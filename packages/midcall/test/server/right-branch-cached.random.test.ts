import { expect, it } from "vitest";
import { scaled, seed } from "../../../../test/night.js";
import { cachedPrograms } from "./programs.js";
import { playMany } from "./right-branch-lab.js";

// A yes once went to the other branch where the one that was asked first came second in a later run.
it("every answer reaches the branch that asked where waits come and go", async () => {
  const { wrong, ends } = await playMany(scaled(200, 10_000), seed, cachedPrograms);
  expect(wrong.slice(0, 5), `${wrong.length} flows went wrong`).toEqual([]);
  expect([...ends.keys()].some((end) => end.includes("asked twice at the same time"))).toBe(true);
});
