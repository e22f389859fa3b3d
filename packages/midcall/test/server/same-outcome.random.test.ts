import fc from "fast-check";
import type { ElicitationContext } from "midcall/server";
import { accept, cancel, decline, type Answers, type Question } from "midcall/testing";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import * as z from "zod";
import { scaled, seed } from "../../../../test/night.js";
import { createLab, protocolVersions, said } from "./lab.js";

/*
 * Handlers made at random, of everything a handler may do, answered at random: what comes of them and
 * what was asked is the same on every protocol version.
 */

type Program = readonly Op[];
type Op =
  | {
      readonly op: "choice" | "number" | "several" | "date" | "confirm" | "typed";
      readonly id: number;
    }
  | { readonly op: "step"; readonly id: number; readonly value: fc.JsonValue }
  | { readonly op: "broken step"; readonly id: number }
  | { readonly op: "tick" }
  | { readonly op: "clean up" }
  | { readonly op: "loop"; readonly id: number; readonly most: number }
  | { readonly op: "branch"; readonly id: number; readonly yes: Program; readonly no: Program }
  | { readonly op: "parallel"; readonly parts: readonly Program[] }
  | { readonly op: "guarded"; readonly body: Program };

const date = z.object({ day: z.iso.date().transform((day) => new Date(`${day}T00:00:00Z`)) });
const number = z.object({
  n: z
    .int()
    .min(0)
    .max(9)
    .refine((n) => n !== 7, "not seven"),
  note: z.string().default("none"),
});

/** Follows a program; ids become unique names by where they stand. */
async function follow(program: Program, ctx: ElicitationContext, at: string): Promise<unknown[]> {
  const out: unknown[] = [];
  for (const [index, op] of program.entries()) out.push(await perform(op, ctx, `${at}${index}`));
  return out;
}

async function perform(op: Op, ctx: ElicitationContext, at: string): Promise<unknown> {
  switch (op.op) {
    case "choice":
      return seen(await ctx.elicit(`choice ${at}`, { a: "Apple", b: "Banana" }));
    case "number":
      return seen(await ctx.elicit(`number ${at}`, number));
    case "several":
      return seen(await ctx.elicit(`several ${at}`, [["x", "y", "z"]]));
    case "date":
      return seen(await ctx.elicit(`date ${at}`, date));
    case "confirm":
      return ctx.confirm(`confirm ${at}`);
    case "typed":
      return ctx.confirm(`typed ${at}`, { typed: "go" });
    case "step":
      return ctx.step(`s${at}`, () => op.value);
    case "broken step":
      return ctx
        .step(`s${at}`, () =>
          Promise.reject(Object.assign(new TypeError(`broken ${op.id}`), { code: "E_BROKEN" })),
        )
        .catch((error: Error & { code?: string }) => [
          error.name,
          error.message,
          error.code,
          error instanceof TypeError,
        ]);
    case "tick":
      return new Promise((resolve) => setTimeout(resolve, 1, "tick"));
    case "clean up":
      return ctx.defer(() => {});
    case "loop": {
      const all: unknown[] = [];
      for (let turn = 0; turn < op.most; turn++) {
        const answer = await ctx.elicit(`loop ${at}`, ["more", "enough"]);
        all.push(seen(answer));
        if (answer.action !== "accept" || answer.data === "enough") break;
      }
      return all;
    }
    case "branch": {
      const yes = await ctx.confirm(`branch ${at}`);
      return [yes, await follow(yes ? op.yes : op.no, ctx, `${at}${yes ? "y" : "n"}`)];
    }
    case "parallel":
      return Promise.all(op.parts.map((part, n) => follow(part, ctx, `${at}p${n}.`)));
    case "guarded":
      try {
        return await follow(op.body, ctx, `${at}g`);
      } catch (error) {
        return ["the default", String(error)];
      }
  }
}

function seen(answer: {
  action: string;
  data?: unknown;
  content?: unknown;
  reason?: unknown;
}): unknown {
  return [answer.action, answer.data, answer.content, answer.reason];
}

/** A person who answers by the words of the question and how often it came, the same on every protocol version. */
function person(mood: number, asked: string[]): Answers {
  const times = new Map<string, number>();
  return ({ message }: Question) => {
    const [words = "", why] = message.split("\n\n");
    const time = (times.get(words) ?? 0) + 1;
    times.set(words, time);
    asked.push(`${words}${why === undefined ? "" : ` (again: ${why})`}`);
    let sum = mood;
    for (const char of `${words} ${time}`) sum = (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0;
    const lot = sum % 10;
    const [kind] = words.split(" ");
    if (lot === 0) return decline();
    if (lot === 1) return cancel();
    if (lot < 5) return accept(wrong[kind ?? ""]?.[sum % 3] ?? {});
    return accept(right(kind ?? "", sum >>> 4));
  };
}

const wrong: Record<string, Record<string, unknown>[]> = {
  choice: [{}, { value: "c" }, { value: 1 }],
  number: [{ n: 7 }, { n: -1 }, { n: "2" }],
  several: [{}, {}, {}],
  date: [{ day: "tomorrow" }, {}, { day: 5 }],
  confirm: [{}, { confirm: "yes" }, { confirm: 1 }],
  branch: [{}, { confirm: "yes" }, { confirm: null }],
  typed: [{}, { confirm: 3 }, { confirm: "Go" }],
  loop: [{}, { value: "less" }, { value: ["more"] }],
};

function right(kind: string, lot: number): Record<string, unknown> {
  switch (kind) {
    case "choice":
      return { value: "ab"[lot % 2] };
    case "loop":
      return { value: lot % 3 === 0 ? "enough" : "more" };
    case "number":
      return lot % 2 === 0 ? { n: lot % 7 } : { n: lot % 7, note: "mine" };
    case "several":
      return { value: ["x", "z"].slice(lot % 2) };
    case "date":
      return { day: `2026-0${1 + (lot % 9)}-11` };
    case "typed":
      return { confirm: ["go", " go", "go "][lot % 3] };
    default:
      return { confirm: lot % 2 === 0 };
  }
}

const id = fc.nat(99);
const { program } = fc.letrec<{ program: Program; op: Op; asking: Op; doing: Op; nested: Op }>(
  (tie) => ({
    program: fc.array(tie("op"), { minLength: 1, maxLength: 3 }),
    op: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("asking"),
      tie("doing"),
      tie("nested"),
    ),
    asking: fc.record({
      op: fc.constantFrom("choice", "number", "date", "confirm", "typed"),
      id,
    }) as fc.Arbitrary<Op>,
    doing: fc.oneof(
      fc.record({ op: fc.constant("step" as const), id, value: fc.jsonValue({ maxDepth: 2 }) }),
      fc.record({ op: fc.constant("broken step" as const), id }),
      fc.constant({ op: "tick" as const }),
      fc.constant({ op: "clean up" as const }),
    ),
    nested: fc.oneof(
      fc.record({ op: fc.constant("loop" as const), id, most: fc.integer({ min: 1, max: 3 }) }),
      fc.record({
        op: fc.constant("branch" as const),
        id,
        yes: tie("program"),
        no: tie("program"),
      }),
      fc.record({
        op: fc.constant("parallel" as const),
        parts: fc.array(tie("program"), { minLength: 2, maxLength: 3 }),
      }),
      fc.record({ op: fc.constant("guarded" as const), body: tie("program") }),
    ),
  }),
);

/** Handlers under way at once: much of their time is waits. */
const AT_ONCE = 20;

it("any handler has the same outcome, and asks the same, on every protocol version", async () => {
  const handlers = fc.sample(fc.tuple(program, fc.nat()), { numRuns: scaled(40, 1500), seed });
  const differing: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = handlers.pop(); next !== undefined; next = handlers.pop()) {
      const results = await outcomes(...next);
      if (!results.every((one) => isDeepStrictEqual(one, results[0])))
        differing.push({ program: JSON.stringify(next[0]), results });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(handlers).toEqual([]);
  expect(differing).toEqual([]);
});

/** How a handler ends on each protocol version, and what it has asked. */
async function outcomes(steps: Program, mood: number): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const protocolVersion of protocolVersions) {
    const asked: string[] = [];
    const lab = createLab((ctx) => follow(steps, ctx, ""), {
      limits: { rounds: 200, entries: 2000 },
    });
    await using host = await lab.host({
      protocolVersion,
      answers: person(mood, asked),
      maxRounds: 250,
    });
    const outcome = said(await host.callTool("run"));
    const fatal = outcome.startsWith("error:");
    // A call that ended early may have come to more or fewer of its parallel questions before.
    results.push({
      outcome: fatal ? "error" : JSON.parse(outcome),
      asked: fatal ? [] : asked.sort(),
      errors: lab.log.errors,
    });
  }
  expect(results[0]).toHaveProperty("errors", []);
  return results;
}
