import type * as hooks from "node:async_hooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import type * as causalLine from "../../src/server/call/causal-line.js";

type Module = typeof causalLine;

afterEach(() => {
  vi.doUnmock("node:async_hooks");
  vi.resetModules();
});

/** The module as a runtime has it whose AsyncLocalStorage has no `enterWith`, such as Cloudflare Workers. */
async function withoutEnterWith(): Promise<Module> {
  vi.resetModules();
  vi.doMock("node:async_hooks", async (original) => {
    const { AsyncLocalStorage, ...rest } = await original<typeof hooks>();
    class Limited extends AsyncLocalStorage<unknown> {
      override enterWith(): void {
        throw new Error("enterWith() is not implemented");
      }
    }
    return { ...rest, AsyncLocalStorage: Limited };
  });
  return import("../../src/server/call/causal-line.js");
}

/** The module with a record of whether its storage is in use, which makes every promise of the process cost more. */
async function watched(): Promise<{ module: Module; isInUse: () => boolean }> {
  const inUse = new Set<object>();
  vi.resetModules();
  vi.doMock("node:async_hooks", async (original) => {
    const { AsyncLocalStorage, ...rest } = await original<typeof hooks>();
    class Watched extends AsyncLocalStorage<unknown> {
      override run(...args: [unknown, () => unknown]): never {
        inUse.add(this);
        return super.run(...args) as never;
      }
      override disable(): void {
        inUse.delete(this);
        super.disable();
      }
    }
    return { ...rest, AsyncLocalStorage: Watched };
  });
  const module = await import("../../src/server/call/causal-line.js");
  return { module, isInUse: () => inUse.size > 0 };
}

describe("the causal line of a call", () => {
  it("is made of the calls before it in the same branch, however fast the branches are", async () => {
    const { CausalLine } = await import("../../src/server/call/causal-line.js");
    const lines = async (ms: readonly number[]): Promise<string[]> => {
      const line = new CausalLine(true);
      const seen: string[] = [];
      const call = async (name: string): Promise<void> => {
        seen.push(`${name} after ${line.extend(name).line}`);
        await null;
      };
      const branch = async (name: string, pause: number): Promise<void> => {
        await call(name);
        await new Promise((resolve) => setTimeout(resolve, pause));
        await call(`${name}'`);
        await call(`${name}''`);
      };
      await line.start(() => Promise.all(["a", "b"].map((name, n) => branch(name, ms[n]!))));
      return seen.sort();
    };
    const expected = [
      "a after ",
      "a' after |1:a",
      "a'' after |1:a|2:a'",
      "b after ",
      "b' after |1:b",
      "b'' after |1:b|2:b'",
    ];
    expect(await lines([1, 8])).toEqual(expected);
    expect(await lines([8, 1])).toEqual(expected);
  });

  it("does not run on into what is called in one breath, nor into another run", async () => {
    const { CausalLine } = await import("../../src/server/call/causal-line.js");
    const [one, other] = [new CausalLine(true), new CausalLine(true)];
    await one.start(async () => {
      expect([one.extend("a").line, one.extend("b").line]).toEqual(["", ""]);
      await null;
      expect(one.extend("c").line).toBe("|1:b");
      expect(other.extend("d").line).toBe("elsewhere");
      expect(one.step()).toBeUndefined();
      await one.inStep("s", async () => {
        await null;
        expect([one.step(), other.step()]).toEqual(["s", undefined]);
        // A call inside a step stays inside it.
        one.extend("e");
        await null;
        expect(one.step()).toBe("s");
      });
    });
  });

  it("stands beside a call that has given nothing yet, for a branch begun in one breath with it", async () => {
    const { CausalLine } = await import("../../src/server/call/causal-line.js");
    const line = new CausalLine(true);
    const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    await line.start(async () => {
      const first = line.extend("a");
      const branch = async (): Promise<void> => {
        await wait(1);
        expect(line.extend("b")).toMatchObject({ line: "|1:a", beside: "" });
      };
      const other = async (answered: Promise<void>): Promise<void> => {
        await answered;
        expect(line.extend("c")).toMatchObject({ line: "|1:a", beside: "|1:a" });
      };
      const answered = branch().then(() => first.answered());
      const branches = [answered, other(answered)];
      await Promise.all(branches);
    });
  });

  it("keeps keys apart that look like two", async () => {
    const { CausalLine } = await import("../../src/server/call/causal-line.js");
    const after = async (names: readonly string[]): Promise<string> => {
      const line = new CausalLine(true);
      return line.start(async () => {
        for (const name of names) {
          line.extend(name);
          await null;
        }
        return line.extend("end").line;
      });
    };
    expect(await after(["a|1:b"])).not.toBe(await after(["a", "b"]));
  });

  it("is the same everywhere in a runtime that cannot extend it, and steps are known all the same", async () => {
    const { CausalLine } = await withoutEnterWith();
    const line = new CausalLine(true);
    await line.start(async () => {
      line.extend("a");
      await null;
      expect(line.extend("b").line).toBe("");
      line.inStep("s", () => expect(line.step()).toBe("s"));
    });
  });

  it("is followed only while a run needs it", async () => {
    const { module, isInUse } = await watched();
    const { CausalLine } = module;
    expect(isInUse()).toBe(false);
    const [one, other, untracked] = [true, true, false].map((is) => new CausalLine(is));
    untracked!.start(() => untracked!.extend("a"));
    expect(isInUse()).toBe(false);
    await untracked!.inStep("s", async () => expect(untracked!.step()).toBe("s"));
    expect(isInUse()).toBe(true);
    untracked!.end();
    expect(isInUse()).toBe(false);
    await one!.start(async () => {
      one!.extend("a");
      await null;
      other!.start(() => {});
      other!.end();
      other!.end();
      // The end of another run takes nothing from this one.
      expect(one!.extend("b").line).toBe("|1:a");
    });
    expect(isInUse()).toBe(true);
    one!.end();
    expect(isInUse()).toBe(false);
  });
});
