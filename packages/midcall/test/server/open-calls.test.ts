import { createMemoryStore, type Store } from "midcall/store";
import { describe, expect, it } from "vitest";
import { createStateLab, open, type OpenCall, type StateLab } from "./state-lab.js";
import { createSpiedStore } from "./spied-store.js";

/* Calls of 2026-07-28 are counted from their first question to their end, where there is a store. */

/** Asks twice; with `fails`, throws after the first answer. */
function createLab(store: Store, most: number): StateLab {
  return createStateLab(
    async (ctx, { fails }) => {
      await ctx.elicit("First?", ["yes"]);
      if (fails === true) throw new Error("The shop is closed.");
      return (await ctx.elicit("Second?", ["yes"])).action;
    },
    { store, limits: { openQuestions: most, anonymousQuestions: most } },
  );
}

const begin = (lab: StateLab, about: string, more = {}): Promise<OpenCall> =>
  open(lab, { args: { about, ...more } }, { value: "yes" });

async function goOn(lab: StateLab, { call, state, responses }: OpenCall): Promise<OpenCall> {
  return open(lab, { ...call, state, responses }, { value: "yes" });
}

async function end(lab: StateLab, { call, state, responses }: OpenCall) {
  return (await lab.call({ ...call, state, responses })).text;
}

async function isFull(lab: StateLab): Promise<boolean> {
  const { text, state } = await lab.call({ args: { about: "one more" } });
  if (state === undefined) expect(text).toMatch(/questions open, which is the limit/);
  return state === undefined;
}

describe("calls that hosts ask in", () => {
  it("are refused at their first question beyond the limit, and those that have asked go on to their end", async () => {
    const lab = createLab(createMemoryStore(), 2);
    const one = await begin(lab, "one");
    const two = await begin(lab, "two");
    expect(await isFull(lab)).toBe(true);
    // However many are open, their answers are taken.
    const next = [await goOn(lab, one), await goOn(lab, two)] as const;
    expect(await isFull(lab)).toBe(true);
    expect(await end(lab, next[0])).toBe("accept");
    const three = await begin(lab, "three");
    expect(await isFull(lab)).toBe(true);
    expect(await end(lab, next[1])).toBe("accept");
    expect(await end(lab, await goOn(lab, three))).toBe("accept");
    await lab.close();
  });

  it("are not counted any more when they fail, nor again when an old request of theirs comes once more", async () => {
    const lab = createLab(createMemoryStore(), 1);
    for (let n = 0; n < 3; n++) {
      expect(await end(lab, await begin(lab, `fails ${n}`, { fails: true }))).toMatch(/closed/);
      const one = await begin(lab, `ends ${n}`);
      const two = await goOn(lab, one);
      expect((await goOn(lab, one)).state).toBeTypeOf("string");
      expect(await end(lab, two)).toBe("accept");
      expect((await lab.call({ ...one.call, ...one })).state).toBeUndefined();
      expect(await end(lab, two)).toBe("accept");
    }
    await lab.close();
  });

  it("go on, and others begin, where what counts them was changed in the store", async () => {
    const inner = createMemoryStore();
    const places: string[] = [];
    const store: Store = {
      ...inner,
      putIfAbsent: async (key, value, options) => {
        const isNew = await inner.putIfAbsent(key, value, options);
        if (isNew && key.startsWith("midcall:open:")) places.push(key);
        return isNew;
      },
    };
    const lab = createLab(store, 3);
    const one = await begin(lab, "one");
    expect(places).toHaveLength(1);
    await inner.put(places[0]!, "garbage", { ttlMs: 60_000 });
    const two = await begin(lab, "two");
    expect(await end(lab, await goOn(lab, one))).toBe("accept");
    expect(await end(lab, await goOn(lab, two))).toBe("accept");
    await lab.close();
  });

  it.each([
    ["that fails", "fails", /closed/],
    ["whose next state is too large", "grows", /over the limit of 16384/],
    ["that asks too often", "asks", /asked the user 2 times/],
  ])("leave nothing but their end in the store after a round %s", async (_, how, words) => {
    const { store, sizes } = createSpiedStore();
    const limits = { openQuestions: 1, stateBytes: 16_384, rounds: 2 };
    const lab = createStateLab(
      async (ctx) => {
        await ctx.elicit("First?", ["yes"]);
        await ctx.step("look", () => "seen");
        if (how === "asks") for (;;) await ctx.elicit("Again?", ["yes"]);
        if (how === "fails") throw new Error("The shop is closed.");
        await ctx.step("read", () => "x".repeat(20_000));
        return (await ctx.elicit("Second?", ["yes"])).action;
      },
      { store, limits },
    );
    const one = await begin(lab, "one");
    const last = how === "asks" ? await goOn(lab, one) : one;
    expect(await end(lab, last)).toMatch(words);
    expect([...sizes.keys()].map((key) => key.replace(/[\w-]{22}/, "NAME"))).toEqual([
      "midcall:flow:NAME:end",
    ]);
    // It is over, and has made room.
    expect((await lab.call({ ...last.call, ...last })).error).toMatchObject({ code: -32_602 });
    await begin(lab, "two");
    await lab.close();
  });
});
