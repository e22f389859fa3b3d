import fc from "fast-check";
import type { ElicitationContext } from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { protocolVersions, tryOut } from "./lab.js";
import { createStateLab, open } from "./state-lab.js";
import { scaled } from "../../../../test/night.js";

const yes = (): ReturnType<typeof accept> => accept({ value: "yes" });
const ask = (ctx: ElicitationContext, message = "Go?"): Promise<{ action: string }> =>
  ctx.elicit(message, ["yes", "no"]);

function circle(): unknown[] {
  const all: unknown[] = [];
  all.push(all);
  return all;
}

describe.each(protocolVersions.map((protocolVersion) => [protocolVersion] as const))(
  "a step on %s",
  (protocolVersion) => {
    it("runs once, however often the handler does", async () => {
      const ran: string[] = [];
      const said = await tryOut(
        { protocolVersion },
        async (ctx) => {
          const a = await ctx.step("a", () => ran.push("a"));
          await ask(ctx, "One?");
          const b = await ctx.step("b", () => ran.push("b"));
          await ask(ctx, "Two?");
          return [a, b];
        },
        [yes(), yes()],
      );
      expect(said).toBe("[1,2]");
      expect(ran).toEqual(["a", "b"]);
    });

    it("gives the same value live and replayed, whatever it returned", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.anything({ withDate: true, withMap: true, withNullPrototype: true, maxDepth: 3 }),
          async (value) => {
            const seen: unknown[] = [];
            const said = await tryOut(
              { protocolVersion },
              async (ctx) => {
                const got = await ctx.step("value", () => value);
                const copy = structuredClone(got);
                // What the handler does to it must not reach the record.
                if (typeof got === "object" && got !== null) Object.assign(got, { changed: true });
                seen.push(copy);
                await ask(ctx);
                return "done";
              },
              [yes()],
            );
            expect(said).toBe("done");
            expect(seen.length).toBeGreaterThan(0);
            for (const one of seen) expect(one).toStrictEqual(seen[0]);
            if (value !== undefined)
              expect(seen[0]).toStrictEqual(JSON.parse(JSON.stringify(value)));
          },
        ),
        { numRuns: scaled(25, 500) },
      );
    });

    it("gives the same error live and replayed", async () => {
      const seen: unknown[] = [];
      class OwnError extends Error {
        override name = "OwnError";
        code = "E_OWN";
        secret = "not for the record";
      }
      await tryOut(
        { protocolVersion },
        async (ctx) => {
          try {
            await ctx.step("fails", () => {
              throw new OwnError("it broke");
            });
          } catch (error) {
            const { name, message, code, secret } = error as OwnError;
            seen.push({ name, message, code, secret, own: error instanceof OwnError });
          }
          return (await ask(ctx)).action;
        },
        [yes()],
      );
      expect(seen).toHaveLength(protocolVersion === "2026-07-28" ? 2 : 1);
      for (const one of seen)
        expect(one).toEqual({
          name: "OwnError",
          message: "it broke",
          code: "E_OWN",
          secret: undefined,
          own: false,
        });
    });

    it.each([
      ["a bigint", () => 1n, /cannot be written as JSON/],
      ["a function", () => () => 1, /returned a function/],
      ["a circle", circle, /cannot be written as JSON/],
      ["too much", () => "x".repeat(70_000), /over the limit of 65536/],
    ])("that returns %s ends the call, past any catch", async (_, make, message) => {
      let caught = 0;
      const said = await tryOut(
        { protocolVersion },
        async (ctx) => {
          try {
            return await ctx.step("odd", make as () => unknown);
          } catch {
            caught += 1;
            return "went on";
          }
        },
        [],
      );
      expect(said).toMatch(/^error: The step "odd"/);
      expect(said).toMatch(message);
      expect(caught).toBe(0);
    });

    it("whose key is used twice, empty or too long ends the call", async () => {
      const twice = (ctx: ElicitationContext): Promise<unknown> =>
        ctx.step("a", () => 1).then(() => ctx.step("a", () => 2));
      expect(await tryOut({ protocolVersion }, twice, [])).toMatch(
        /^error: The key "a" is used by two steps/,
      );
      for (const key of ["", "k".repeat(257)]) {
        expect(await tryOut({ protocolVersion }, (ctx) => ctx.step(key, () => 1), [])).toMatch(
          /^error: A step's key must be/,
        );
      }
    });

    it("may have any other text for a key", async () => {
      const keys = ["__proto__", "constructor", "a b", "\u0000", "日本", "k".repeat(256)];
      const said = await tryOut(
        { protocolVersion },
        async (ctx) => {
          const values: unknown[] = [];
          for (const key of keys) values.push(await ctx.step(key, () => key.length));
          await ask(ctx);
          return values;
        },
        [yes()],
      );
      expect(JSON.parse(said)).toEqual(keys.map((key) => key.length));
    });

    it("beyond the limit of entries is not begun", async () => {
      let ran = 0;
      const said = await tryOut(
        { protocolVersion },
        async (ctx) => {
          await Promise.all([1, 2, 3].map((n) => ctx.step(`s${n}`, () => void ran++)));
          return "done";
        },
        [],
        { limits: { entries: 2 } },
      );
      expect(said).toMatch(/^error: This call has 2 questions and steps, which is the limit/);
      expect(ran).toBe(2);
    });

    it("that writes before the first question warns in development only", async () => {
      for (const development of [true, false]) {
        const warnings: string[] = [];
        const logger = { warn: (line: string) => void warnings.push(line), error: () => {} };
        const handler = async (ctx: ElicitationContext): Promise<string> => {
          await ctx.step("delete", () => 1, { writes: true });
          return (await ask(ctx)).action;
        };
        await tryOut({ protocolVersion }, handler, [yes()], { development, logger });
        expect(
          warnings.some((line) =>
            /the step "delete", which writes, before its first question/.test(line),
          ),
        ).toBe(development);
      }
    });
  },
);

describe("with a store", () => {
  /** A call whose second round runs a step that may be made to fail half way. */
  function createStepLab(onInterrupted?: "rerun"): {
    lab: ReturnType<typeof createStateLab>;
    keys: string[];
    store: Store;
    crash: (on: boolean) => void;
  } {
    const keys: string[] = [];
    const inner = createMemoryStore();
    let crashing = false;
    const store: Store = {
      ...inner,
      put: (key, value, options) => {
        if (crashing && key.includes(":step:"))
          return Promise.reject(new Error("the process died here"));
        return inner.put(key, value, options);
      },
    };
    const lab = createStateLab(
      async (ctx) => {
        await ask(ctx);
        await ctx.step("act", ({ idempotencyKey }) => void keys.push(idempotencyKey), {
          ...(onInterrupted && { onInterrupted }),
        });
        await ask(ctx, "Then?");
        return "done";
      },
      { store },
    );
    return { lab, keys, store, crash: (on) => (crashing = on) };
  }

  it("a step that was begun and left no result is not run again", async () => {
    const { lab, keys, crash } = createStepLab();
    const { state, responses } = await open(lab, {}, { value: "yes" });
    crash(true);
    expect((await lab.call({ state, responses })).isError).toBe(true);
    crash(false);
    expect((await lab.call({ state, responses })).text).toMatch(
      /The step "act" was started before and left no result/,
    );
    expect(keys).toHaveLength(1);
  });

  it("or is run again under the same idempotency key, where the author says so", async () => {
    const { lab, keys, crash } = createStepLab("rerun");
    const { state, responses } = await open(lab, {}, { value: "yes" });
    crash(true);
    await lab.call({ state, responses });
    crash(false);
    expect((await lab.call({ state, responses })).state).toBeDefined();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it("a step whose round's response was lost is not run again", async () => {
    const { lab, keys } = createStepLab();
    const { state, responses } = await open(lab, {}, { value: "yes" });
    for (let turn = 0; turn < 3; turn++)
      expect((await lab.call({ state, responses })).state).toBeDefined();
    expect(keys).toHaveLength(1);
  });

  it("two calls never share an idempotency key", async () => {
    const { lab, keys } = createStepLab();
    for (let turn = 0; turn < 20; turn++) {
      const { state, responses } = await open(lab, {}, { value: "yes" });
      await lab.call({ state, responses });
    }
    expect(new Set(keys).size).toBe(20);
  });

  it("an outcome is not lost when only its noting fails", async () => {
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      put: (key, value, options) =>
        key.endsWith(":end")
          ? Promise.reject(new Error("store down"))
          : inner.put(key, value, options),
    };
    const lab = createStateLab(async (ctx) => (await ask(ctx)).action, { store });
    const { state, responses } = await open(lab, {}, { value: "yes" });
    expect((await lab.call({ state, responses })).text).toBe("accept");
    expect(lab.logged.join()).toMatch(/could not be recorded in the store: Error: store down/);
  });
});

it("without a store a step of a lost round runs again under the same idempotency key, even after the secret was replaced", async () => {
  const keys: string[] = [];
  const [old, fresh] = ["old ".repeat(10), "new ".repeat(10)];
  const labs = [[old], [fresh, old]].map((secret) =>
    createStateLab(
      async (ctx) => {
        await ask(ctx);
        await ctx.step("act", ({ idempotencyKey }) => void keys.push(idempotencyKey));
        return "done";
      },
      { secret },
    ),
  );
  const { state, responses } = await open(labs[0]!, {}, { value: "yes" });
  for (const lab of labs) expect((await lab.call({ state, responses })).text).toBe("done");
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\w-]{22,}$/);
  expect(keys[1]).toBe(keys[0]);
});
