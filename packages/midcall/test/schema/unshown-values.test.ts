import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { answerSchema } from "../../src/schema/answer-schema.js";
import { fromStandardSchema, SchemaError } from "../../src/schema/index.js";
import type { StandardSchemaWithJson } from "../../src/schema/convert/standard.js";

const valibot = (entries: v.ObjectEntries): StandardSchemaWithJson =>
  toStandardJsonSchema(v.object(entries) as never);

function issuesOf(schema: StandardSchemaWithJson): string[] {
  try {
    answerSchema(schema);
  } catch (error) {
    expect(error).toBeInstanceOf(SchemaError);
    expect(() => fromStandardSchema(schema)).toThrow((error as Error).message);
    return (error as SchemaError).issues.map(({ path, code }) => `${path} ${code}`);
  }
  return [];
}

const DEFAULT = ["/properties/a/default default"];
const CATCH = ["/properties/a catch"];

describe("a value that nobody would have seen or entered", () => {
  it.each<[string, StandardSchemaWithJson, string[]]>([
    ["a default that the form refuses", z.object({ a: z.email().default("") }), DEFAULT],
    ["the same as a prefault", z.object({ a: z.email().prefault("") }), DEFAULT],
    [
      "the same in a field that is no object",
      z.email().default(""),
      ["/properties/value/default default"],
    ],
    ["a default outside of the bounds", z.object({ a: z.int().min(5).default(1) }), DEFAULT],
    ["a default that is no option", z.object({ a: z.enum(["x"]).default("y" as "x") }), DEFAULT],
    [
      "a default that a refinement refuses",
      z.object({
        a: z
          .int()
          .refine((n) => n % 2 === 0)
          .default(3),
      }),
      DEFAULT,
    ],
    [
      "a default in the type after a transform",
      z.object({
        a: z
          .string()
          .transform((s) => s.length)
          .default(5),
      }),
      DEFAULT,
    ],
    [
      "a default that JSON cannot carry",
      z.object({
        a: z
          .string()
          .transform((s) => new Date(s))
          .default(new Date(0)),
      }),
      DEFAULT,
    ],
    ["a default of a yes written as text", z.object({ a: z.stringbool().default(true) }), DEFAULT],
    [
      "a default behind a pipe",
      z.object({ a: z.string().optional().pipe(z.string().default("y")) }),
      DEFAULT,
    ],
    [
      "a default behind a pipe, beside a shown one",
      z.object({
        a: z
          .string()
          .default("x")
          .transform((s) => s || undefined)
          .pipe(z.string().default("y")),
      }),
      DEFAULT,
    ],
    [
      "a default in a union",
      z.object({ a: z.union([z.literal("x"), z.literal("y").default("y")]) }),
      DEFAULT,
    ],
    [
      "a default behind a lazy schema",
      z.object({ a: z.lazy(() => z.email().default("nobody")) }),
      DEFAULT,
    ],
    [
      "a default in an intersection",
      z.object({ a: z.email().default("") }).and(z.object({ b: z.string() })),
      DEFAULT,
    ],
    [
      "a default in a transformed object",
      z.object({ a: z.email().default("") }).transform((all) => all),
      DEFAULT,
    ],
    [
      "catch",
      z.object({
        a: z
          .string()
          .refine((s) => s !== "no")
          .catch("yes"),
      }),
      CATCH,
    ],
    ["catch in an optional field", z.object({ a: z.string().catch("yes").optional() }), CATCH],
    [
      "catch behind a transform",
      z.object({ a: z.string().transform(Number).pipe(z.number().catch(0)) }),
      CATCH,
    ],
    ["catch of the whole", z.object({ a: z.string() }).catch({ a: "x" }), [" catch"]],
    [
      "a wrong default of valibot",
      valibot({ a: v.optional(v.pipe(v.string(), v.email()), "bad") }),
      DEFAULT,
    ],
    [
      "a default of valibot that a check refuses",
      valibot({
        a: v.optional(
          v.pipe(
            v.string(),
            v.check((s) => s !== "no"),
          ),
          "no",
        ),
      }),
      DEFAULT,
    ],
    [
      "a fallback of a whole piped object of valibot",
      toStandardJsonSchema(
        v.fallback(
          v.pipe(
            v.object({ a: v.string() }),
            v.transform((all) => all),
          ),
          { a: "x" },
        ),
      ),
      [" catch"],
    ],
    [
      "a fallback of valibot",
      valibot({
        a: v.fallback(
          v.pipe(
            v.string(),
            v.check((s) => s !== "no"),
          ),
          "yes",
        ),
      }),
      CATCH,
    ],
    [
      "a fallback inside an optional of valibot",
      valibot({ a: v.optional(v.fallback(v.string(), "yes")) }),
      CATCH,
    ],
  ])("refuses %s when the question is made", (_, schema, issues) => {
    expect(issuesOf(schema)).toEqual(issues);
  });

  it.each<[string, StandardSchemaWithJson, unknown]>([
    ["a default", z.object({ a: z.string().default("x") }), "x"],
    ["a falsy default", z.object({ a: z.int().default(0) }), 0],
    [
      "a prefault before a transform",
      z.object({
        a: z
          .string()
          .transform((s) => s.length)
          .prefault("four"),
      }),
      4,
    ],
    [
      "a default before a transform",
      z.object({
        a: z
          .string()
          .default("four")
          .transform((s) => s.length),
      }),
      4,
    ],
    [
      "a default behind preprocess",
      z.object({ a: z.preprocess((x) => x, z.string().default("x")) }),
      "x",
    ],
    [
      "what a transform makes of nothing",
      z.object({
        a: z
          .string()
          .optional()
          .transform((s) => s ?? "made"),
      }),
      "made",
    ],
    ["a null that stands for nothing", z.object({ a: z.string().nullable().default(null) }), null],
    ["a coerced optional", z.object({ a: z.coerce.number().optional() }), undefined],
    [
      "the default of a date in UTC",
      z.object({ a: z.iso.datetime().default("2026-01-31T09:30:00Z") }),
      "2026-01-31T09:30:00Z",
    ],
    ["a default of valibot", valibot({ a: v.optional(v.string(), "x") }), "x"],
    ["a default of arktype", type({ a: "string = 'x'" }), "x"],
    ["a default of arktype before a morph", type({ a: "string.numeric.parse = '5'" }), 5],
    ["a default of arktype in a piped object", type({ a: "string = 'x'" }).pipe((all) => all), "x"],
  ])("takes %s", (_, schema, data) => {
    expect(answerSchema(schema).check({})).toMatchObject({ ok: true, content: {} });
    const result = answerSchema(schema).check({}) as { data: { a: unknown } };
    expect(result.data.a).toEqual(data);
  });

  it.each<[string, () => StandardSchemaWithJson]>([
    ["zod", () => z.object({ a: z.string().default(() => next()) })],
    ["valibot", () => valibot({ a: v.optional(v.string(), () => next()) })],
    ["arktype", () => type({ a: type("string").default(() => next()) })],
  ])("delivers the default that was shown, if %s makes a new one each time", (_, make) => {
    const answer = answerSchema(make());
    const shown = answer.requestedSchema.properties["a"]?.default;
    expect(shown).toMatch(/^made \d+$/);
    expect(answer.check({})).toMatchObject({ ok: true, data: { a: shown } });
    expect(answer.check({ a: "typed" })).toMatchObject({ ok: true, data: { a: "typed" } });
  });

  let made = 0;
  const next = (): string => `made ${++made}`;

  it("says what to do", () => {
    expect(() => answerSchema(z.object({ a: z.email().default("") }))).toThrow(
      /\/properties\/a\/default is not a valid answer to the field.*prefault.*optional/,
    );
    expect(() => answerSchema(z.object({ a: z.string().catch("x") }))).toThrow(
      /\/properties\/a replaces a wrong answer.*\.catch\(\).*asked again/,
    );
  });
});
