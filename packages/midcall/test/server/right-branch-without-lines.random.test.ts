import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { scaled, seed } from "../../../../test/night.js";

// A runtime whose AsyncLocalStorage cannot extend a line, such as Cloudflare Workers. The sources look for that when they
// are loaded, so they are loaded again, before and after.
beforeEach(() => {
  vi.spyOn(AsyncLocalStorage.prototype, "enterWith").mockImplementation(() => {
    throw new Error("enterWith() is not implemented");
  });
  vi.resetModules();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

// Of handlers that do the same in each run: of others, nothing tells here which branch has come to ask.
it("every answer reaches the branch that asked where lines cannot be extended", async () => {
  const { isOrderly, programs } = await import("./programs.js");
  const { playMany } = await import("./right-branch-lab.js");
  const { wrong, ends } = await playMany(scaled(150, 5000), seed, programs.filter(isOrderly));
  expect(wrong.slice(0, 5), `${wrong.length} flows went wrong`).toEqual([]);
  expect([...ends.keys()].filter((end) => end.endsWith(" result"))).toHaveLength(3);
});
