import { createMemoryStore, type Store } from "midcall/store";
import { describe, expect, it } from "vitest";
import { createStateLab, open } from "./state-lab.js";

const INSIDES = "connect ECONNREFUSED 10.0.0.5:6379";

/** A store that fails at one operation, of whatever key that fits. */
function failing(operation: "putIfAbsent" | "get" | "put", about: RegExp): Store {
  const store = createMemoryStore();
  return {
    ...store,
    [operation]: (key: string, ...rest: [never, never]) =>
      about.test(key) ? Promise.reject(new Error(INSIDES)) : store[operation](key, ...rest),
  };
}

describe("a store that fails", () => {
  it.each([
    ["when a state is used", failing("putIfAbsent", /:use:/)],
    ["when a step is claimed", failing("putIfAbsent", /:step:/)],
    ["when a step is recorded", failing("put", /:step:/)],
  ])("%s ends the call without telling the host of the server's insides", async (_, store) => {
    const lab = createStateLab(
      async (ctx) => {
        const answer = await ctx.elicit("Go?", ["yes"]);
        try {
          return String(await ctx.step("act", () => answer.action));
        } catch {
          return "went on";
        }
      },
      { store },
    );
    const { state, responses } = await open(lab, {}, { value: "yes" });
    const reply = await lab.call({ state, responses });
    expect(reply.isError).toBe(true);
    expect(reply.text).toMatch(/^The server could not use its store, .* Try again later\./);
    expect(JSON.stringify(reply)).not.toContain("ECONN");
    expect(lab.logged).toEqual([`midcall: "one": the store failed: Error: ${INSIDES}`]);
    await lab.close();
  });
});
