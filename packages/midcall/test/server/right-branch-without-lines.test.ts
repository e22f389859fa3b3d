import type * as hooks from "node:async_hooks";
import { expect, it, vi } from "vitest";
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

it("every answer reaches the branch that asked where branches cannot be told apart (2,000 flows)", async () => {
  const { wrong, ends } = await playMany(2000, 20261123);
  expect(wrong.slice(0, 5), `${wrong.length} flows went wrong`).toEqual([]);
  expect([...ends.keys()].filter((end) => end.endsWith(" result"))).toHaveLength(3);
}, 300_000);
