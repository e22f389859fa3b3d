import fc from "fast-check";
import type { JsonForm } from "midcall/server";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { tryOut } from "./lab.js";
import { scaled, seed } from "../../../../test/night.js";

/** Values of a type, with a schema of what the type says their JSON is. */
interface Case {
  readonly name: string;
  readonly values: fc.Arbitrary<unknown>;
  readonly json: z.ZodType;
}

/** The schema has to be of the very type that `ctx.step` returns for these values. */
function aCase<T, J>(
  name: string,
  values: fc.Arbitrary<T>,
  json: z.ZodType<J> & ([J, JsonForm<T>] extends [JsonForm<T>, J] ? unknown : never),
): Case {
  return { name, values, json };
}

const text = fc.string();
const whole = fc.integer();
const date = fc.date({ noInvalidDate: true });
const nothing = fc.constant(undefined);
const action = fc.constant(() => "done");
const link = fc.webUrl().map((url) => new URL(url));

class Point {
  readonly #hidden = 1;
  readonly x: number;
  readonly at: Date;
  constructor(x: number, at: Date) {
    this.x = x;
    this.at = at;
  }
  moved(): number {
    return this.x + this.#hidden;
  }
}
class Money {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = cents;
  }
  toJSON(): { amount: string; at: Date | undefined } {
    return { amount: (this.cents / 100).toFixed(2), at: undefined };
  }
}

const cases = [
  aCase("a text", text, z.string()),
  aCase(
    "a number, a yes or no, null",
    fc.oneof(whole, fc.boolean(), fc.constant(null)),
    z.union([z.number(), z.boolean(), z.null()]),
  ),
  aCase("a literal", fc.constantFrom("a" as const, "b" as const), z.enum(["a", "b"])),
  aCase("a date", date, z.string()),
  aCase("an address", link, z.string()),
  aCase("a date or a number", fc.oneof(date, whole), z.union([z.string(), z.number()])),
  aCase(
    "an object",
    fc.record({ name: text, at: date, deep: fc.record({ link, n: whole }) }),
    z.strictObject({
      name: z.string(),
      at: z.string(),
      deep: z.strictObject({ link: z.string(), n: z.number() }),
    }),
  ),
  aCase(
    "members that are undefined or functions",
    fc.record({
      a: whole,
      b: fc.oneof(text, nothing),
      c: fc.oneof(date, action),
      d: action,
      e: nothing,
    }),
    z.strictObject({ a: z.number(), b: z.string().optional(), c: z.string().optional() }),
  ),
  aCase(
    "optional members",
    fc.record({ a: whole, b: date }, { requiredKeys: ["a"] }),
    z.strictObject({ a: z.number(), b: z.string().optional() }),
  ),
  aCase("a list", fc.array(date), z.array(z.string())),
  aCase(
    "a list with holes",
    fc.array(fc.oneof(text, nothing, action)),
    z.array(z.string().nullable()),
  ),
  aCase(
    "a list of objects",
    fc.array(fc.record({ at: date })),
    z.array(z.strictObject({ at: z.string() })),
  ),
  aCase("a tuple", fc.tuple(whole, date, nothing), z.tuple([z.number(), z.string(), z.null()])),
  aCase(
    "a record",
    fc.dictionary(fc.string({ minLength: 1 }), date),
    z.record(z.string(), z.string()),
  ),
  aCase(
    "an instance",
    fc.tuple(whole, date).map(([x, at]) => new Point(x, at)),
    z.strictObject({ x: z.number(), at: z.string() }),
  ),
  aCase(
    "what has a toJSON",
    whole.map((cents) => new Money(cents)),
    z.strictObject({ amount: z.string(), at: z.string().optional() }),
  ),
  aCase(
    "bytes of Node",
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    z.strictObject({ type: z.literal("Buffer"), data: z.array(z.number()) }),
  ),
];

describe("a step returns what the type of its function says", () => {
  it.each(cases)("for $name", async ({ values, json }) => {
    const samples = fc.sample(values, { numRuns: scaled(50, 500), seed });
    const said = await tryOut(
      { protocolVersion: "2026-07-28" },
      async (ctx) => {
        for (const [index, value] of samples.entries()) {
          const got = await ctx.step(`value ${index}`, () => value);
          expect(json.safeParse(got), JSON.stringify(got)).toMatchObject({ success: true });
        }
        return "done";
      },
      [],
      { limits: { entries: samples.length } },
    );
    expect(said).toBe("done");
  });
});
