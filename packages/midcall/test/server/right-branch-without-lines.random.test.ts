import type * as hooks from "node:async_hooks";
import { expect, it, vi } from "vitest";
import { isOrderly, programs } from "./programs.js";
import { playMany } from "./right-branch-lab.js";

// A runtime whose AsyncLocalStorage cannot extend a line, such as Cloudflare Workers.
vi.mock("node:async_hooks", async (original) => {
  const { AsyncLocalStorage, ...rest } = await original<typeof hooks>();
  class Limited extends AsyncLocalStorage<unknown> {
    override enterWith(): void {
      throw new Error("enterWith() is not implemented");
    }
  }
  return { ...rest, AsyncLocalStorage: Limited };
});

// Of handlers that do the same in each run: of others, nothing tells here which branch has come to ask.
it("every answer reaches the branch that asked where lines cannot be extended (2,000 flows)", async () => {
  const { wrong, ends } = await playMany(2000, 20261123, programs.filter(isOrderly));
  expect(wrong.slice(0, 5), `${wrong.length} flows went wrong`).toEqual([]);
  expect([...ends.keys()].filter((end) => end.endsWith(" result"))).toHaveLength(3);
}, 300_000);
