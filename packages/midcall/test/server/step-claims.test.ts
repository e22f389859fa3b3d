import { createMemoryStore, type Store } from "midcall/store";
import { describe, expect, it } from "vitest";
import { LateSteps } from "../../src/server/http/shared/calls/late-steps.js";
import { resolveOptions } from "../../src/server/options.js";
import { createFlowStore, type FlowStore } from "../../src/server/state/flow-store.js";
import { firstState } from "../../src/server/state/records.js";
import { createLog, SECRET } from "./lab.js";
import { createStateLab, open } from "./state-lab.js";

interface Fault {
  readonly operation: "get" | "putIfAbsent";
  /** The end of the key that the operation is about. */
  readonly about: RegExp;
  /** Whether it has got through when it fails. */
  readonly isDone: boolean;
}

/** What can go wrong while a step is claimed, with how often it does. */
const faults: readonly (readonly [string, readonly Fault[]])[] = [
  ["the read of the end", [{ operation: "get", about: /:end$/, isDone: false }]],
  ["the write of the claim", [{ operation: "putIfAbsent", about: /:step:/, isDone: false }]],
  [
    "the write of the claim, which got through,",
    [{ operation: "putIfAbsent", about: /:step:/, isDone: true }],
  ],
  [
    "the write of the claim, which got through, and then the read of the end",
    [
      { operation: "putIfAbsent", about: /:step:/, isDone: true },
      { operation: "get", about: /:end$/, isDone: false },
    ],
  ],
];

/** A store in which each of these fails once, from the first claim of a step on. */
function failingOnce(inner: Store, faults: readonly Fault[]): Store & { readonly left: Fault[] } {
  const left = [...faults];
  let hasBegun = false;
  const fails = async <T>(operation: string, key: string, work: () => Promise<T>): Promise<T> => {
    hasBegun ||= operation === "putIfAbsent" && key.includes(":step:");
    const at = left.findIndex((fault) => fault.operation === operation && fault.about.test(key));
    if (!hasBegun || at < 0) return work();
    const [fault] = left.splice(at, 1);
    if (fault?.isDone === true) await work();
    throw new Error("connection lost");
  };
  return {
    ...inner,
    left,
    get: (key) => fails("get", key, () => inner.get(key)),
    putIfAbsent: (key, value, options) =>
      fails("putIfAbsent", key, () => inner.putIfAbsent(key, value, options)),
  };
}

const STORE_FAILED = /^The server could not use its store, /;

describe("a step that is claimed in a store that fails for a moment", () => {
  it.each(faults)(
    "has not begun before it runs: %s fails, and the next try of the request ends the call",
    async (_, once) => {
      const store = failingOnce(createMemoryStore(), once);
      let runs = 0;
      const lab = createStateLab(
        async (ctx) => {
          await ctx.elicit("Go?", ["yes"]);
          await ctx.step("act", () => void runs++);
          return "done";
        },
        { store },
      );
      const { state, responses } = await open(lab, {}, { value: "yes" });
      const first = await lab.call({ state, responses });
      expect(store.left).toEqual([]);
      expect(first.text).toMatch(first.isError ? STORE_FAILED : /^done$/);
      expect(runs).toBe(first.isError ? 0 : 1);
      expect((await lab.call({ state, responses })).text).toBe("done");
      expect(runs).toBe(1);
      await lab.close();
    },
  );

  it("ends its call with that error where the claim cannot be read either", async () => {
    const store = failingOnce(createMemoryStore(), [
      { operation: "putIfAbsent", about: /:step:/, isDone: true },
      { operation: "get", about: /:step:/, isDone: false },
    ]);
    const lab = createStateLab(
      async (ctx) => {
        await ctx.elicit("Go?", ["yes"]);
        return String(await ctx.step("act", () => 1));
      },
      { store },
    );
    const { state, responses } = await open(lab, {}, { value: "yes" });
    expect((await lab.call({ state, responses })).text).toMatch(STORE_FAILED);
    await lab.close();
  });

  it.each(faults)("is begun by a call of a shared session although %s fails", async (_, once) => {
    const inner = createMemoryStore();
    const store = failingOnce(inner, once);
    const steps = new LateSteps(() => flowIn(store), { stillOwned: async () => {} }, true);
    expect(await steps.claimStep("act")).toBe("mine");
    expect(store.left).toEqual([]);
    expect(await flowIn(inner).claimStep("act")).toBe("interrupted");
  });
});

const state = { ...firstState(), round: 1, expiresAt: Date.now() + 60_000 };

function flowIn(store: Store): FlowStore {
  const settings = resolveOptions({ secret: SECRET, store, logger: createLog() });
  return createFlowStore(settings.store!, state, {}, { server: "claims", principal: "" }, settings);
}

describe("the claim of a step", () => {
  it("is not taken for one's own by another attempt of the same process", async () => {
    const flow = flowIn(createMemoryStore());
    expect(await flow.claimStep("act")).toBe("mine");
    expect(await flow.claimStep("act")).toBe("interrupted");
    expect(await flow.claimStep("act", "claimed:mine")).toBe("interrupted");
  });

  it("is refused where somebody without the secret has written it", async () => {
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      putIfAbsent: async (key, value, options) => {
        if (key.includes(":step:")) await inner.putIfAbsent(key, "claimed", options);
        return inner.putIfAbsent(key, value, options);
      },
    };
    await expect(flowIn(store).claimStep("act")).rejects.toThrow(/changed from outside/);
  });

  it("stays another's where the write fails and theirs is there", async () => {
    const inner = createMemoryStore();
    expect(await flowIn(inner).claimStep("act")).toBe("mine");
    const store = failingOnce(inner, [
      { operation: "putIfAbsent", about: /:step:/, isDone: false },
    ]);
    const steps = new LateSteps(() => flowIn(store), { stillOwned: async () => {} }, true);
    expect(await steps.claimStep("act")).toBe("interrupted");
    expect(await flowIn(inner).claimStep("act")).toBe("interrupted");
  });
});
