import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { fromStandardSchema, SchemaError, SchemaUnsupportedError } from "../../src/schema/index.js";
import { answerSchema } from "../../src/schema/answer-schema.js";
import type { RequestedSchema } from "../../src/schema/index.js";
import type { StandardSchemaWithJson } from "../../src/schema/convert/library-json-schema.js";

const field = (schema: StandardSchemaWithJson): unknown =>
  fromStandardSchema(z.object({ x: schema as z.ZodType })).properties["x"];

function unsupported(schema: StandardSchemaWithJson): SchemaUnsupportedError {
  try {
    fromStandardSchema(schema);
  } catch (error) {
    expect(error).toBeInstanceOf(SchemaUnsupportedError);
    return error as SchemaUnsupportedError;
  }
  throw new Error("was accepted");
}

describe("zod", () => {
  it("becomes a form", () => {
    const schema = z.strictObject({
      name: z.string().min(1).max(50).meta({ title: "Name", description: "Yours" }),
      mail: z.email().optional(),
      seats: z.int().min(1).default(1),
      news: z.boolean().default(false),
      size: z.enum(["s", "m"]).optional(),
    });
    expect(fromStandardSchema(schema)).toEqual({
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, maxLength: 50, title: "Name", description: "Yours" },
        mail: { type: "string", format: "email" },
        seats: { type: "integer", minimum: 1, default: 1 },
        news: { type: "boolean", default: false },
        size: { type: "string", enum: ["s", "m"] },
      },
      required: ["name"],
    });
  });

  it.each<[string, z.ZodType, unknown]>([
    ["a format without the library's own pattern", z.email(), { type: "string", format: "email" }],
    [
      "another e-mail pattern that says no more",
      z.email({ pattern: z.regexes.html5Email }),
      { type: "string", format: "email" },
    ],
    [
      "an own pattern beside a format",
      z.email({ pattern: /@acme\.com$/ }),
      { type: "string", format: "email", pattern: "@acme\\.com$" },
    ],
    ["url", z.url(), { type: "string", format: "uri" }],
    ["http url", z.httpUrl(), { type: "string", format: "uri" }],
    ["date", z.iso.date(), { type: "string", format: "date" }],
    [
      "date-time with an offset",
      z.iso.datetime({ offset: true }),
      { type: "string", format: "date-time" },
    ],
    ["date-time in UTC", z.iso.datetime(), { type: "string", format: "date-time" }],
    ["a pattern", z.string().regex(/^a+$/), { type: "string", pattern: "^a+$" }],
    [
      "the first of two patterns",
      z.string().regex(/a/).regex(/b/),
      { type: "string", pattern: "a" },
    ],
    ["a pattern our matcher cannot run", z.string().regex(/^(?=a)/), { type: "string" }],
    [
      "uuid by its pattern",
      z.uuid().min(3),
      { type: "string", minLength: 3, pattern: expect.stringContaining("0-9a-f") },
    ],
    ["a length", z.string().length(4), { type: "string", minLength: 4, maxLength: 4 }],
    ["int without its safe bounds", z.int(), { type: "integer" }],
    ["float32 without its bounds", z.float32(), { type: "number" }],
    [
      "exclusive bounds of an int",
      z.int().gt(0).lt(9),
      { type: "integer", minimum: 1, maximum: 8 },
    ],
    [
      "exclusive bounds of a number",
      z.number().gt(0).lte(9),
      { type: "number", minimum: 0, maximum: 9 },
    ],
    ["multiples, held on return", z.number().multipleOf(5), { type: "number" }],
    ["a literal", z.literal("q"), { type: "string", enum: ["q"] }],
    ["literals", z.literal(["q", "r"]), { type: "string", enum: ["q", "r"] }],
    [
      "numbers to choose from",
      z.union([z.literal(1), z.literal(2)]),
      { type: "number", enum: [1, 2] },
    ],
    ["must be true", z.literal(true), { type: "boolean" }],
    [
      "titled literals",
      z
        .union([
          z.literal("a").meta({ title: "Aye" }),
          z.literal("b").describe("Bee"),
          z.literal("c"),
        ])
        .meta({ title: "Pick" })
        .default("b"),
      {
        type: "string",
        oneOf: [
          { const: "a", title: "Aye" },
          { const: "b", title: "Bee" },
          { const: "c", title: "c" },
        ],
        title: "Pick",
        default: "b",
      },
    ],
    [
      "several",
      z
        .array(z.enum(["p", "q"]))
        .min(1)
        .max(2),
      { type: "array", items: { type: "string", enum: ["p", "q"] }, minItems: 1, maxItems: 2 },
    ],
    [
      "several titled",
      z
        .array(z.union([z.literal("a").meta({ title: "A" }), z.literal("b").meta({ title: "B" })]))
        .default(["a"]),
      {
        type: "array",
        items: {
          anyOf: [
            { const: "a", title: "A" },
            { const: "b", title: "B" },
          ],
        },
        default: ["a"],
      },
    ],
    ["the input of a transform", z.string().transform((text) => text.length), { type: "string" }],
    ["the input of a pipe", z.string().pipe(z.coerce.number()), { type: "string" }],
    ["a coerced number", z.coerce.number().min(0), { type: "number", minimum: 0 }],
    ["nullish", z.string().nullish(), { type: "string" }],
    ["nullish choices", z.enum(["a", "b"]).nullish(), { type: "string", enum: ["a", "b"] }],
  ])("carries %s", (_, schema, expected) => {
    expect(field(schema)).toEqual(expected);
  });

  it("inlines references", () => {
    const color = z.enum(["red", "green"]).meta({ id: "Colour/~1" });
    expect(fromStandardSchema(z.object({ a: color, b: z.array(color) })).properties).toEqual({
      a: { type: "string", enum: ["red", "green"] },
      b: { type: "array", items: { type: "string", enum: ["red", "green"] } },
    });
  });

  it("merges an intersection of objects", () => {
    const both = z.object({ a: z.string() }).and(z.object({ b: z.boolean().optional() }));
    expect(fromStandardSchema(both)).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "boolean" } },
      required: ["a"],
    });
  });

  it("sends no pattern whose flags would be lost, and checks the answer with them", () => {
    const sku = z.object({
      sku: z.string().regex(/^ab-\d$/i),
      two: z.string().regex(/a/).regex(/B/i),
    });
    expect(fromStandardSchema(sku).properties).toEqual({
      sku: { type: "string" },
      two: { type: "string" },
    });
    expect(answerSchema(sku).check({ sku: "AB-1", two: "ab" })).toMatchObject({ ok: true });
    expect(answerSchema(sku).check({ sku: "AC-1", two: "ab" })).toMatchObject({ ok: false });
    expect(field(z.string().regex(/^ab$/u))).toEqual({ type: "string", pattern: "^ab$" });
  });

  it("says of a whole schema what it says of a field", () => {
    expect(unsupported(z.any()).message).toMatch(/\. It has no type that a form supports/);
    expect(unsupported(z.record(z.string(), z.string())).message).toMatch(/\. It is an object/);
    expect(unsupported(z.object({ a: z.any() })).message).toMatch(
      /\. a has no type that a form supports/,
    );
  });

  it("asks a schema that is no object as `value`", () => {
    expect(fromStandardSchema(z.boolean().meta({ title: "Sure?" }))).toEqual({
      type: "object",
      properties: { value: { type: "boolean", title: "Sure?" } },
      required: ["value"],
    });
    expect(fromStandardSchema(z.int().optional())).toEqual({
      type: "object",
      properties: { value: { type: "integer", title: "Your answer" } },
    });
    expect(fromStandardSchema(z.int().default(3))).toEqual({
      type: "object",
      properties: { value: { type: "integer", title: "Your answer", default: 3 } },
    });
    const titleOf = (schema: StandardSchemaWithJson): unknown =>
      fromStandardSchema(schema).properties["value"]?.title;
    expect(titleOf(z.boolean())).toBe("Yes");
    expect(titleOf(z.enum(["a", "b"]))).toBe("Your choice");
    expect(titleOf(z.array(z.enum(["a", "b"])))).toBe("Your choices");
    expect(answerSchema(z.enum(["a", "b"])).check({ value: "a" })).toEqual({
      ok: true,
      content: { value: "a" },
      data: "a",
    });
    expect(answerSchema(z.array(z.enum(["a", "b"]))).check({ value: ["b"] })).toMatchObject({
      ok: true,
      data: ["b"],
    });
    expect(answerSchema(z.int().default(3)).check({})).toEqual({ ok: true, content: {}, data: 3 });
    expect(
      answerSchema(
        z
          .string()
          .min(2)
          .refine((text) => text !== "no", "Not that"),
      ).check({ value: "no" }),
    ).toEqual({
      ok: false,
      issues: [{ field: "value", code: "invalid", params: {}, message: "Not that" }],
    });
    expect(answerSchema(z.coerce.string()).requestedSchema.required).toEqual(["value"]);
  });

  it("names every path a form cannot carry, and what to use instead", () => {
    const error = unsupported(
      z.object({
        fine: z.string(),
        address: z.object({ street: z.string() }),
        tags: z.array(z.string()),
        people: z.array(z.object({ name: z.string() })),
        pair: z.tuple([z.string(), z.string()]),
        id: z.union([z.string(), z.number()]),
        mixed: z.literal(["a", 1]),
        nothing: z.null(),
        maybe: z.string().nullable(),
        choice: z.enum(["a"]).nullable(),
        when: z.date(),
        big: z.bigint(),
        any: z.any(),
        extra: z.record(z.string(), z.string()),
        photo: z.file(),
        scan: z.file().mime(["image/png", "image/jpeg"]).optional(),
      }),
    );
    expect(error.code).toBe("ERR_MIDCALL_SCHEMA_UNSUPPORTED");
    expect(error.issues.map(({ path }) => path)).toEqual([
      "address",
      "tags",
      "people",
      "pair",
      "id",
      "mixed",
      "nothing",
      "maybe",
      "choice",
      "when",
      "big",
      "any",
      "extra",
      "photo",
      "scan",
    ]);
    for (const { path, message } of error.issues)
      expect(error.message).toContain(`${path} ${message}`);
    expect(error.message).toMatch(/flatter fields.*URL mode.*app widget/);
    const about = (name: string) => error.issues.find(({ path }) => path === name)?.message;
    expect(about("maybe")).toMatch(/optional/);
    for (const file of ["photo", "scan"]) expect(about(file)).toMatch(/^is a file: .*URL mode/);
    expect(fromStandardSchema(z.base64())).toMatchObject({ properties: { value: {} } });
  });

  it("names the schema itself where that is the problem", () => {
    for (const schema of [
      z.record(z.string(), z.string()),
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      z.array(z.string()),
      z.date(),
    ]) {
      expect(unsupported(schema).issues).toMatchObject([{ path: "" }]);
    }
    const tree = z.object({
      get child() {
        return z.optional(tree);
      },
    });
    expect(unsupported(tree as unknown as StandardSchemaWithJson).issues).toMatchObject([
      { path: "child" },
    ]);
  });

  it("still checks limits and contradictions", () => {
    expect(() => answerSchema(z.object({ a: z.string().min(3).max(2) }))).toThrow(SchemaError);
    expect(() => answerSchema(z.object({ a: z.string() }), { limits: { fields: 0 } })).toThrow(
      SchemaError,
    );
  });
});

describe("answers to a Standard Schema", () => {
  const booking = z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      seats: z.int().min(1).default(2),
      note: z.string().trim().optional(),
    })
    .refine(({ from, to }) => from <= to, { message: "The end is before the start", path: ["to"] })
    .transform((value) => ({
      ...value,
      nights: (Date.parse(value.to) - Date.parse(value.from)) / 86_400_000,
    }));

  it("are transformed, filled with defaults, and typed", () => {
    const result = answerSchema(booking).check({
      from: "2026-01-01",
      to: "2026-01-03",
      note: " hi ",
      extra: 1,
    });
    expect(result).toEqual({
      ok: true,
      content: { from: "2026-01-01", to: "2026-01-03", note: " hi " },
      data: { from: "2026-01-01", to: "2026-01-03", seats: 2, note: "hi", nights: 2 },
    });
  });

  it("are checked by structure first, then by refinements", () => {
    expect(answerSchema(booking).check({ from: "x", to: "2026-01-03" })).toMatchObject({
      ok: false,
      issues: [{ field: "from", code: "format" }],
    });
    expect(answerSchema(booking).check({ from: "2026-01-04", to: "2026-01-03" })).toEqual({
      ok: false,
      issues: [
        { field: "to", code: "invalid", params: {}, message: "The end is before the start" },
      ],
    });
  });

  it("hold what the wire does not carry", () => {
    const schema = answerSchema(
      z.object({
        step: z.number().gt(0).multipleOf(5),
        id: z.uuid(),
        both: z.string().regex(/a/).regex(/b/),
      }),
    );
    const good = { step: 10, id: "6fa459ea-ee8a-4ca4-894e-db77e160355e", both: "ab" };
    expect(schema.check(good)).toMatchObject({ ok: true });
    for (const bad of [{ step: 0 }, { step: 7 }, { id: "nope" }, { both: "a" }]) {
      expect(schema.check({ ...good, ...bad })).toMatchObject({ ok: false });
    }
  });

  it("are given in UTC to a schema that takes nothing else", () => {
    const schema = answerSchema(z.object({ at: z.iso.datetime() }));
    expect(schema.check({ at: "2026-01-31T09:30:00.25+01:00" })).toEqual({
      ok: true,
      content: { at: "2026-01-31T09:30:00.25+01:00" },
      data: { at: "2026-01-31T08:30:00.25Z" },
    });
    expect(
      answerSchema(z.object({ at: z.iso.datetime({ offset: true }) })).check({
        at: "2026-01-31T09:30:00+01:00",
      }),
    ).toMatchObject({ data: { at: "2026-01-31T09:30:00+01:00" } });
  });

  it("come as a promise only when the schema is asynchronous", async () => {
    const slow = answerSchema(
      z.object({ a: z.string().refine(async (text) => text !== "no", "Not that") }),
    );
    expect(slow.check({ a: 1 })).not.toBeInstanceOf(Promise);
    await expect(slow.check({ a: "no" })).resolves.toMatchObject({
      ok: false,
      issues: [{ field: "a", message: "Not that" }],
    });
    await expect(slow.check({ a: "yes" })).resolves.toMatchObject({ ok: true, data: { a: "yes" } });
    expect(answerSchema(z.object({ a: z.string() })).check({ a: "x" })).not.toBeInstanceOf(Promise);
  });

  it("convert and validate each schema once", () => {
    const schema = z.object({ a: z.string() });
    let validations = 0;
    let conversions = 0;
    const standard = schema["~standard"];
    const counted: StandardSchemaWithJson = {
      "~standard": {
        ...standard,
        vendor: "zod",
        version: 1,
        validate: (value) => (validations++, standard.validate(value)),
        jsonSchema: {
          ...standard.jsonSchema,
          input: (options) => (conversions++, standard.jsonSchema.input(options)),
        },
      },
    };
    expect(answerSchema(counted)).toBe(answerSchema(counted));
    void answerSchema(counted).check({ a: "x" });
    void answerSchema(counted).check({ a: 1 });
    expect([conversions, validations]).toEqual([1, 1]);
  });
});

describe("arktype", () => {
  it("becomes a form and checks answers", () => {
    const schema = type({
      name: "1 <= string <= 5",
      "age?": "number.integer >= 0",
      color: "'red'|'blue'",
      mail: "string.email",
      several: "('a'|'b')[]",
      ok: "boolean",
      day: "string.date.iso",
    });
    const wire = fromStandardSchema(schema);
    expect(wire.properties).toEqual({
      name: { type: "string", minLength: 1, maxLength: 5 },
      age: { type: "integer", minimum: 0 },
      color: { type: "string", enum: ["blue", "red"] },
      mail: { type: "string", format: "email" },
      several: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      ok: { type: "boolean" },
      day: { type: "string" },
    });
    expect(wire.required).not.toContain("age");
    const answer = {
      name: "Ana",
      color: "red",
      mail: "a@b.co",
      several: ["a"],
      ok: true,
      day: "2026-01-31",
    };
    expect(answerSchema(schema).check(answer)).toMatchObject({ ok: true, data: answer });
    expect(answerSchema(schema).check({ ...answer, day: "soon" })).toMatchObject({
      ok: false,
      issues: [{ field: "day", code: "invalid" }],
    });
  });

  it("takes scalars and morphs, and names what does not fit", () => {
    expect(answerSchema(type("string.numeric.parse")).check({ value: "12" })).toMatchObject({
      ok: true,
      data: 12,
    });
    expect(answerSchema(type("'a'|'b'")).check({ value: "a" })).toMatchObject({
      ok: true,
      data: "a",
    });
    expect(
      unsupported(type({ a: { b: "string" }, c: "Date", d: "string|null" })).issues.map(
        ({ path }) => path,
      ),
    ).toEqual(["a", "c", "d"]);
  });
});

describe("valibot", () => {
  it("becomes a form through its converter and checks answers", () => {
    const schema = toStandardJsonSchema(
      v.object({
        name: v.pipe(
          v.string(),
          v.minLength(1),
          v.title("Name"),
          v.check((text) => text !== "no", "Not that"),
        ),
        age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
        color: v.picklist(["red", "blue"]),
        ok: v.optional(v.boolean(), true),
        at: v.pipe(
          v.string(),
          v.isoTimestamp(),
          v.transform((text) => new Date(text)),
        ),
        one: v.literal("x"),
      }),
    );
    expect(fromStandardSchema(schema)).toEqual({
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, title: "Name" },
        age: { type: "integer", minimum: 0 },
        color: { type: "string", enum: ["red", "blue"] },
        ok: { type: "boolean", default: true },
        at: { type: "string", format: "date-time" },
        one: { type: "string", enum: ["x"] },
      },
      required: ["name", "color", "at", "one"],
    } satisfies RequestedSchema);
    const answer = { name: "Ana", color: "red", at: "2026-01-31T09:30:00Z", one: "x" };
    expect(answerSchema(schema).check(answer)).toMatchObject({
      ok: true,
      data: { ok: true, at: new Date(answer.at) },
    });
    expect(answerSchema(schema).check({ ...answer, name: "no" })).toMatchObject({
      ok: false,
      issues: [{ field: "name", message: "Not that" }],
    });
  });

  it("says which converter is missing", () => {
    expect(
      unsupported(v.object({ a: v.string() }) as unknown as StandardSchemaWithJson).message,
    ).toMatch(/@valibot\/to-json-schema/);
    expect(
      unsupported(toStandardJsonSchema(v.object({ a: v.date(), b: v.object({}) }))).issues.map(
        ({ path }) => path,
      ),
    ).toEqual(["a", "b"]);
  });
});

describe("any other library", () => {
  it("is told what is missing", () => {
    const validate = (value: unknown): { value: unknown } => ({ value });
    const other = {
      "~standard": { vendor: "other", version: 1, validate },
    } as unknown as StandardSchemaWithJson;
    expect(unsupported(other).message).toMatch(/other schema.*Standard JSON Schema/);
    const failing = {
      "~standard": {
        vendor: "__proto__",
        version: 1,
        validate,
        jsonSchema: {
          input: () => {
            throw new Error("boom");
          },
        },
      },
    } as unknown as StandardSchemaWithJson;
    expect(unsupported(failing).message).toMatch(/boom/);
    const odd = {
      "~standard": { vendor: "odd", version: 1, validate, jsonSchema: { input: () => null } },
    } as unknown as StandardSchemaWithJson;
    expect(unsupported(odd).issues).toMatchObject([{ path: "", code: "library" }]);
    const looping = {
      "~standard": {
        vendor: "odd",
        version: 1,
        validate,
        jsonSchema: { input: () => ({ $ref: "#" }) },
      },
    } as unknown as StandardSchemaWithJson;
    expect(unsupported(looping).issues).toHaveLength(1);
  });
});
