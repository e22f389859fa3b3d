import type { ElicitationContext } from "midcall/server";
import { accept, decline, never, type Question } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { protocolVersions, tryOut, wires } from "./lab.js";
import { createRandom } from "./state-lab.js";
import { useVirtualTime } from "./virtual-time.js";
import { scaled, seed } from "../../../../test/night.js";

useVirtualTime();

/** Says whose question it is in a field that nobody sees worded differently. */
const same = z.object({ name: z.string() });

function shuffled<T>(items: readonly T[], random: (below: number) => number): T[] {
  const rest = [...items];
  const out: T[] = [];
  while (rest.length > 0) out.push(...rest.splice(random(rest.length), 1));
  return out;
}

describe.each(wires)("identical questions on $protocolVersion over $transport", (wire) => {
  it("with keys never swap answers, in whatever order a run asks them", async () => {
    const random = createRandom(seed + wires.indexOf(wire));
    for (let turn = 0; turn < scaled(10, 100); turn++) {
      const keys = ["a", "b", "c", "d"].slice(0, 2 + random(3));
      const waits = random(2) === 0;
      const handler = async (ctx: ElicitationContext): Promise<unknown> => {
        const asked = shuffled(keys, random).map(async (key) => {
          if (waits) await new Promise((resolve) => setTimeout(resolve, random(4)));
          const first = await ctx.elicit("Who?", same, { key });
          const second = await ctx.elicit("And who else?", same, { key: `${key} 2` });
          return [key, nameIn(first), nameIn(second)];
        });
        return (await Promise.all(asked)).sort();
      };
      const said = await tryOut(wire, handler, (question) => answerByKey(question, keys, pushed));
      const pushedNames = pushed.splice(0);
      const expected = keys.map((key) => [key, `${key}!`, `${key} 2!`]);
      if (wire.protocolVersion === "2026-07-28") expect(JSON.parse(said)).toEqual(expected);
      // Pushed questions carry no key; each answer reaches exactly one asker.
      else
        expect((JSON.parse(said) as string[][]).flatMap(([, ...names]) => names).sort()).toEqual(
          pushedNames.sort(),
        );
    }
  });

  it("without keys end the call, past any catch", async () => {
    let caught = 0;
    const said = await tryOut(
      wire,
      async (ctx) => {
        try {
          await Promise.all([ctx.elicit("Who?", same), ctx.elicit("Who?", same)]);
        } catch {
          caught += 1;
        }
        return "went on";
      },
      () => accept({ name: "x" }),
    );
    expect(said).toMatch(
      /^error: "Who\?" is asked twice at the same time, so the answers could not be told apart/,
    );
    expect(caught).toBe(0);
  });

  it("end the call even when a third one, with a key, was answered between them", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        const one = ctx.elicit("Who?", same);
        await ctx.elicit("Who?", same, { key: "third" });
        return Promise.all([one, ctx.elicit("Who?", same)]).then(() => "both");
      },
      // The first one stays open: its host leaves it out on 2026, and thinks about it on 2025.
      ({ key, index }) =>
        key === "third" || (key === undefined && index > 0)
          ? accept({ name: "x" })
          : never({ returnsAfterMs: 20 }),
    );
    expect(said).toMatch(/^error: "Who\?" is asked twice at the same time/);
  });

  it("with one key for two end the call", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        await Promise.all([
          ctx.elicit("A?", same, { key: "k" }),
          ctx.elicit("B?", same, { key: "k" }),
        ]);
        return "both";
      },
      () => accept({ name: "x" }),
    );
    expect(said).toMatch(/^error: The key "k" is used by two questions/);
  });

  it("in sequence keep their order", async () => {
    let n = 0;
    const said = await tryOut(
      wire,
      async (ctx) => {
        const names: unknown[] = [];
        for (let turn = 0; turn < 5; turn++) names.push(nameIn(await ctx.elicit("Who?", same)));
        return names;
      },
      () => accept({ name: `n${n++}` }),
    );
    expect(JSON.parse(said)).toEqual(["n0", "n1", "n2", "n3", "n4"]);
  });

  it("tell a choice from the same choice in another order of options", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        const [a, b] = await Promise.all([
          ctx.elicit("Which?", ["x", "y"]),
          ctx.elicit("Which?", ["y", "x"]),
        ]);
        return `${a.action} ${b.action}`;
      },
      [accept({ value: "x" }), decline()],
    );
    expect(said).toBe("accept decline");
  });

  it("may have any text for a key except one that parsers drop", async () => {
    const keys = ["constructor", "toString", "q_1", "a b", "日本", "k".repeat(256)];
    const said = await tryOut(
      wire,
      async (ctx) => {
        const answers = await Promise.all(keys.map((key) => ctx.elicit("Who?", same, { key })));
        const refused = await Promise.all(
          ["", "k".repeat(257), "__proto__"].map((key) =>
            ctx.elicit("Who?", same, { key }).catch((e: Error) => e.name),
          ),
        );
        return [answers.map(nameIn), refused];
      },
      () => accept({ name: "x" }),
    );
    expect(JSON.parse(said)).toEqual([
      keys.map(() => "x"),
      ["QuestionError", "QuestionError", "QuestionError"],
    ]);
  });
});

it("shares a key between a question and a step on every protocol version", async () => {
  for (const protocolVersion of protocolVersions) {
    const said = await tryOut(
      { protocolVersion },
      async (ctx) => {
        const [answer, value] = await Promise.all([
          ctx.elicit("Who?", same, { key: "name" }),
          ctx.step("name", () => "from the step"),
        ]);
        await ctx.elicit("Sure?", ["yes"]);
        return `${nameIn(answer)} ${value}`;
      },
      [accept({ name: "x" }), accept({ value: "yes" })],
    );
    expect(said).toBe("x from the step");
  }
});

const pushed: string[] = [];

function answerByKey(
  { key }: Question,
  keys: readonly string[],
  names: string[],
): ReturnType<typeof accept> {
  if (key !== undefined) return accept({ name: `${key}!` });
  names.push(`${keys[0]} ${names.length}`);
  return accept({ name: names.at(-1)! });
}

function nameIn(answer: { action: string; data?: { name: string } }): string {
  return answer.data?.name ?? answer.action;
}
