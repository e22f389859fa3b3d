import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { expectTypeOf } from "vitest";
import * as z from "zod";

import { answerSchema } from "../../src/schema/answer-schema.js";
import type { ElicitContent, RequestedSchema } from "../../src/schema/index.js";
import type { AnswerOf, CheckResult } from "../../src/schema/answer/types.js";
import type { ContentOf, FieldContent } from "../../src/schema/requested-schema.js";

/* Checked by tsc, never run. */

export const literal = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1 },
    age: { type: "integer" },
    score: { type: "number" },
    ok: { type: "boolean", default: false },
    color: { type: "string", enum: ["red", "green"] },
    legacy: { type: "string", enum: ["a", "b"], enumNames: ["A", "B"] },
    titled: {
      type: "string",
      oneOf: [
        { const: "x", title: "X" },
        { const: "y", title: "Y" },
      ],
    },
    any: { type: "string", anyOf: [{ const: "p", title: "P" }] },
    several: { type: "array", items: { type: "string", enum: ["m", "n"] } },
    severalTitled: { type: "array", items: { anyOf: [{ const: "k", title: "K" }] } },
    level: { type: "integer", enum: [1, 2, 3] },
  },
  required: ["name", "color", "several"],
} as const satisfies RequestedSchema;

expectTypeOf<ContentOf<typeof literal>>().toEqualTypeOf<{
  name: string;
  color: "red" | "green";
  several: ("m" | "n")[];
  age?: number;
  score?: number;
  ok?: boolean;
  legacy?: "a" | "b";
  titled?: "x" | "y";
  any?: "p";
  severalTitled?: "k"[];
  level?: 1 | 2 | 3;
}>();

expectTypeOf<ContentOf<RequestedSchema>>().toEqualTypeOf<ElicitContent>();
expectTypeOf<FieldContent<{ type: "string" }>>().toEqualTypeOf<string>();
expectTypeOf<ContentOf<{ type: "object"; properties: { a: { type: "string" } } }>>().toEqualTypeOf<{
  a?: string;
}>();

// The literal is inferred at the call, without `as const`.
const inline = answerSchema({
  type: "object",
  properties: { a: { type: "string", enum: ["x", "y"] }, b: { type: "boolean" } },
  required: ["a"],
});
expectTypeOf(inline.check).returns.toEqualTypeOf<
  CheckResult<{ a: "x" | "y"; b?: boolean }> | Promise<CheckResult<{ a: "x" | "y"; b?: boolean }>>
>();

const data = <T>(schema: {
  check(content: unknown): CheckResult<T> | Promise<CheckResult<T>>;
}): T => schema as unknown as T;

expectTypeOf(data(answerSchema(["a", "b"]))).toEqualTypeOf<"a" | "b">();
expectTypeOf(data(answerSchema({ a: "Aye", b: "Bee" }))).toEqualTypeOf<"a" | "b">();
expectTypeOf(data(answerSchema([{ value: "a", title: "Aye" }]))).toEqualTypeOf<"a">();
expectTypeOf(
  data(
    answerSchema([
      { value: "a", title: "Aye" },
      { value: "b", title: "Bee" },
    ]),
  ),
).toEqualTypeOf<"a" | "b">();
expectTypeOf(data(answerSchema([["a", "b"]]))).toEqualTypeOf<("a" | "b")[]>();
expectTypeOf(data(answerSchema([{ a: "Aye", b: "Bee" }]))).toEqualTypeOf<("a" | "b")[]>();
expectTypeOf(data(answerSchema([[{ value: "a", title: "Aye" }]]))).toEqualTypeOf<"a"[]>();
expectTypeOf(data(answerSchema(["only"]))).toEqualTypeOf<"only">();
declare const names: string[];
expectTypeOf(data(answerSchema(names))).toEqualTypeOf<string>();
expectTypeOf(data(answerSchema([names]))).toEqualTypeOf<string[]>();
declare const titles: Record<string, string>;
expectTypeOf(data(answerSchema(titles))).toEqualTypeOf<string>();
declare const pairs: { value: string; title: string }[];
expectTypeOf(data(answerSchema(pairs))).toEqualTypeOf<string>();

expectTypeOf(
  data(
    answerSchema(
      z.object({ n: z.int().default(1), s: z.string().transform((text) => text.length) }),
    ),
  ),
).toEqualTypeOf<{ n: number; s: number }>();
expectTypeOf(data(answerSchema(z.boolean()))).toEqualTypeOf<boolean>();
expectTypeOf(data(answerSchema(type({ "a?": "string" })))).toEqualTypeOf<{ a?: string }>();
expectTypeOf(data(answerSchema(toStandardJsonSchema(v.object({ a: v.string() }))))).toEqualTypeOf<{
  a: string;
}>();
expectTypeOf<AnswerOf<RequestedSchema>>().toEqualTypeOf<ElicitContent>();

// @ts-expect-error valibot needs its converter
answerSchema(v.object({ a: v.string() }));
// @ts-expect-error numbers are no choices
answerSchema([1, 2]);
// @ts-expect-error forms are flat
answerSchema({ type: "object", properties: { a: { type: "object" } } });
