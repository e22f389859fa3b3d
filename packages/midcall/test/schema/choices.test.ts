import { describe, expect, it } from "vitest";
import * as z from "zod";

import { fromChoices, SchemaError } from "../../src/schema/index.js";
import { answerSchema } from "../../src/schema/answer-schema.js";
import type { RequestedSchema } from "../../src/schema/index.js";
import type { SchemaInput } from "../../src/schema/answer/types.js";

const value = (field: unknown): unknown => ({
  type: "object",
  properties: { value: field },
  required: ["value"],
});
const one = { type: "string", title: "Your choice" };
const several = { type: "array", title: "Your choices" };
const kind = { const: "type", title: "Type" };
const titled = [
  { const: "a", title: "Aye" },
  { const: "b", title: "Bee" },
];
const list = [
  { value: "a", title: "Aye" },
  { value: "b", title: "Bee" },
];
const map = { a: "Aye", b: "Bee" };

describe("choices", () => {
  it.each<[string, SchemaInput, unknown]>([
    ["strings", ["a", "b"], { ...one, enum: ["a", "b"] }],
    ["a map", map, { ...one, oneOf: titled }],
    ["a list of pairs", list, { ...one, oneOf: titled }],
    [
      "strings in a list",
      [["a", "b"]],
      { ...several, items: { type: "string", enum: ["a", "b"] } },
    ],
    ["a map in a list", [map], { ...several, items: { anyOf: titled } }],
    ["pairs in a list", [list], { ...several, items: { anyOf: titled } }],
    ["one string", ["a"], { ...one, enum: ["a"] }],
    ["one pair", [{ value: "a", title: "Aye" }], { ...one, oneOf: [titled[0]] }],
    ["a map with an option named type", { type: "Type" }, { ...one, oneOf: [kind] }],
  ])("%s become the field `value`", (_, choices, field) => {
    expect(answerSchema(choices).requestedSchema).toEqual(value(field));
    expect(fromChoices(choices as string[])).toEqual(value(field));
  });

  it("give the bare value, and each of several once", () => {
    expect(answerSchema(["a", "b"]).check({ value: "b", more: 1 })).toEqual({
      ok: true,
      content: { value: "b" },
      data: "b",
    });
    expect(answerSchema([["a", "b"]]).check({ value: ["b", "b"] })).toEqual({
      ok: true,
      content: { value: ["b", "b"] },
      data: ["b"],
    });
    expect(answerSchema([["a", "b"]]).check({ value: [] })).toMatchObject({ ok: true, data: [] });
    expect(answerSchema(["a"]).check({ value: "z" })).toMatchObject({
      ok: false,
      issues: [{ field: "value", code: "option" }],
    });
    expect(answerSchema(["a"]).check({})).toMatchObject({
      ok: false,
      issues: [{ field: "value", code: "required" }],
    });
    expect(answerSchema(["a"]).check("a")).toMatchObject({ ok: false });
  });

  it("may have odd values", () => {
    const odd = answerSchema(["__proto__", "constructor", ""]);
    expect(odd.check({ value: "__proto__" })).toMatchObject({ ok: true, data: "__proto__" });
    expect(odd.check({ value: "toString" })).toMatchObject({ ok: false });
  });

  it.each<[string, unknown]>([
    ["nothing to choose from", []],
    ["an empty map", {}],
    ["nothing in a list", [[]]],
    ["an empty map in a list", [{}]],
    ["a repeated value", ["a", "a"]],
    ["a repeated pair", [list[0], list[0]]],
    ["a mixture", ["a", list[0]]],
    ["numbers", [1, 2]],
    ["a map to something else", { a: 1 }],
    ["two lists", [["a"], ["b"]]],
    ["null", null],
    ["a string", "a"],
    ["a function", () => 1],
  ])("are refused for %s", (_, choices) => {
    expect(() => answerSchema(choices as SchemaInput)).toThrow(SchemaError);
  });
});

it("choices say what is wrong with them", () => {
  expect(() => answerSchema([])).toThrow(/There are no options/);
  expect(() => answerSchema(["a", "a"])).toThrow(/"a" is listed twice/);
});

it.each<[string, unknown, RegExp]>([
  ["a schema of one text", { type: "string" }, /This JSON Schema is not a form/],
  [
    "a schema of one text with a title",
    { type: "string", title: "Name" },
    /This JSON Schema is not a form/,
  ],
  ["a schema of one choice", { type: "string", enum: ["a", "b"] }, /type: "object", properties/],
  ["an object without properties", { type: "object" }, /type: "object", properties/],
  ["properties without a type", { properties: { a: { type: "string" } } }, /type: "object"/],
  ["fields without their object", { name: z.string() }, /z\.object/],
])("%s is no map of choices, and says what is meant", (_, schema, words) => {
  expect(() => answerSchema(schema as SchemaInput)).toThrow(words);
});

describe("a raw requestedSchema", () => {
  const schema = {
    type: "object",
    properties: { n: { type: "integer" }, c: { type: "string", enum: ["x", "y"] } },
    required: ["n"],
  } as const;

  it("is told from a map of titles", () => {
    expect(answerSchema(schema).requestedSchema).toEqual(schema);
    expect(
      answerSchema({ type: "object", properties: "Properties" }).requestedSchema.properties,
    ).toHaveProperty("value");
  });

  it("gives content as data", () => {
    expect(answerSchema(schema).check({ n: 1, c: "x", z: 2 })).toEqual({
      ok: true,
      content: { n: 1, c: "x" },
      data: { n: 1, c: "x" },
    });
    expect(answerSchema(schema).check({ n: 1.5 })).toMatchObject({
      ok: false,
      issues: [{ field: "n", code: "type" }],
    });
  });

  it("is refused with its problems when it is wrong", () => {
    expect(() =>
      answerSchema({
        type: "object",
        properties: { a: { type: "object" } },
      } as unknown as RequestedSchema),
    ).toThrow(/\/properties\/a\/type/);
  });
});

describe("preparing the same schema again", () => {
  it("costs nothing for equal data, and sees a change", () => {
    const names = ["a", "b"];
    const first = answerSchema(names);
    expect(answerSchema(["a", "b"])).toBe(first);
    names.push("c");
    expect(answerSchema(names).check({ value: "c" })).toMatchObject({ ok: true });
    expect(answerSchema(["a", "b"], { limits: { options: 9 } })).not.toBe(first);
    expect(() => answerSchema(["a", "b"], { limits: { options: 1 } })).toThrow(SchemaError);
  });

  it("forgets old data", () => {
    const first = answerSchema(["first"]);
    for (let index = 0; index < 300; index++) answerSchema([`option ${index}`]);
    expect(answerSchema(["first"])).not.toBe(first);
    expect(answerSchema(["first"])).toEqual({ ...first, check: expect.any(Function) as unknown });
  });
});
