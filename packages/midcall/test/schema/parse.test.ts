import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { OptionError } from "../../src/contracts/errors.js";
import { parseRequestedSchema, SchemaError } from "../../src/schema/index.js";
import { PatternError } from "../../src/schema/pattern/pattern-error.js";
import type { ParseOptions } from "../../src/schema/parse/parse.js";
import type { SchemaIssue } from "../../src/schema/parse/schema-error.js";
import { requestedSchema } from "./samples.js";
import { scaled } from "../../../../test/night.js";

const form = (properties: Record<string, unknown>, more: object = {}): unknown => ({
  type: "object",
  properties,
  ...more,
});

function issuesOf(input: unknown, options?: ParseOptions): readonly SchemaIssue[] {
  try {
    parseRequestedSchema(input, options);
  } catch (error) {
    expect(error).toBeInstanceOf(SchemaError);
    expect((error as SchemaError).code).toBe("ERR_MIDCALL_SCHEMA_INVALID");
    return (error as SchemaError).issues;
  }
  return [];
}

const at = (input: unknown): string[] => issuesOf(input).map(({ path, code }) => `${path} ${code}`);

describe("parsing a requestedSchema", () => {
  it("reads every kind of field", () => {
    const parsed = parseRequestedSchema(
      form(
        {
          name: {
            type: "string",
            title: "Name",
            description: "Yours",
            minLength: 1,
            maxLength: 9,
            pattern: "^a",
            default: "ab",
          },
          mail: { type: "string", format: "email" },
          site: { type: "string", format: "uri" },
          day: { type: "string", format: "date" },
          when: { type: "string", format: "date-time" },
          score: { type: "number", minimum: 0.5, maximum: 2, default: 1 },
          age: { type: "integer", default: 0 },
          ok: { type: "boolean", default: false },
        },
        { required: ["name", "ok"] },
      ),
    );
    expect(parsed.fields).toMatchObject([
      {
        kind: "text",
        name: "name",
        title: "Name",
        description: "Yours",
        required: true,
        minLength: 1,
        maxLength: 9,
        pattern: { source: "^a" },
        default: "ab",
      },
      { kind: "email", name: "mail", required: false },
      { kind: "uri", name: "site" },
      { kind: "date", name: "day" },
      { kind: "date-time", name: "when" },
      { kind: "number", name: "score", minimum: 0.5, maximum: 2, default: 1 },
      { kind: "integer", name: "age", default: 0 },
      { kind: "boolean", name: "ok", required: true, default: false },
    ]);
    expect(Object.keys(parsed.fields[1]!).sort()).toEqual(["kind", "name", "required"]);
    expect(parsed.notes).toEqual([]);
  });

  it("reads every shape of a choice", () => {
    const titled = [
      { const: "a", title: "A" },
      { const: "b", title: "B" },
    ];
    const plain = [
      { value: "a", title: "a" },
      { value: "b", title: "b" },
    ];
    const named = [
      { value: "a", title: "A" },
      { value: "b", title: "B" },
    ];
    const shapes: [unknown, string, unknown][] = [
      [{ type: "string", enum: ["a", "b"] }, "select", plain],
      [{ type: "string", enum: ["a", "b"], enumNames: ["A", "B"] }, "select", named],
      [{ type: "string", oneOf: titled }, "select", named],
      [{ type: "string", anyOf: titled }, "select", named],
      [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, "multi-select", plain],
      [{ type: "array", items: { anyOf: titled } }, "multi-select", named],
      [{ type: "array", items: { oneOf: titled } }, "multi-select", named],
      [
        { type: "integer", enum: [1, 2] },
        "select",
        [
          { value: 1, title: "1" },
          { value: 2, title: "2" },
        ],
      ],
      [
        { type: "number", oneOf: [{ const: 0.5, title: "Half" }] },
        "select",
        [{ value: 0.5, title: "Half" }],
      ],
    ];
    for (const [field, kind, options] of shapes) {
      expect(parseRequestedSchema(form({ x: field })).fields[0]).toMatchObject({ kind, options });
    }
  });

  it("names everything that is wrong, with a path", () => {
    expect(
      at(
        form(
          {
            a: { type: "string", minLength: -1, maxLength: 1.5, format: "uuid", pattern: "(?=x)" },
            b: { type: "string", minLength: 3, maxLength: 2 },
            c: { type: "number", minimum: "0", maximum: 1, multipleOf: 2 },
            d: { type: "integer", minimum: 0.2, maximum: 0.8 },
            e: { type: "string", enum: ["x", "x"], default: "y" },
            f: { type: "string", enum: [] },
            g: { type: "object", properties: {} },
            h: { type: "array", items: { type: "string" } },
            i: { type: "string", enum: ["a"], enumNames: ["A", "B"] },
            j: { type: "array", items: { type: "string", enum: ["a"] }, minItems: 2, maxItems: 1 },
            k: {
              type: "array",
              items: { type: "string", enum: ["a"] },
              minItems: 2,
              uniqueItems: true,
            },
            l: { type: "string", oneOf: [{ const: "a" }] },
            m: { type: ["string", "null"] },
            n: "string",
            "o/~": { title: 1 },
            p: { type: "boolean", default: "yes" },
            q: { type: "string", format: "email", default: "nobody" },
          },
          { required: ["a", "a", "zz", 1], additionalProperties: { type: "string" }, allOf: [] },
        ),
      ),
    ).toEqual([
      "/allOf keyword",
      "/additionalProperties keyword",
      "/required required",
      "/required required",
      "/properties/a/format format",
      "/properties/a/minLength minLength",
      "/properties/a/maxLength maxLength",
      "/properties/a/pattern pattern",
      "/properties/b/minLength minLength",
      "/properties/c/multipleOf keyword",
      "/properties/c/minimum minimum",
      "/properties/d/minimum minimum",
      "/properties/e/enum/1 enum",
      "/properties/e/default default",
      "/properties/f/enum enum",
      "/properties/g/type type",
      "/properties/h/items items",
      "/properties/i/enumNames enumNames",
      "/properties/j/minItems minItems",
      "/properties/k/minItems minItems",
      "/properties/l/oneOf/0 title",
      "/properties/m/type type",
      "/properties/n shape",
      "/properties/o~1~0/title title",
      "/properties/o~1~0/type type",
      "/properties/p/default default",
      "/properties/q/default default",
      "/required required",
    ]);
  });

  it("caps its list of problems and the length of its message", () => {
    const many = form(
      Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`field${index}`, 0])),
    );
    expect(issuesOf(many)).toHaveLength(50);
    let message = "";
    try {
      parseRequestedSchema(form({ ["x".repeat(200)]: { type: "y".repeat(9_000) } }));
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toMatch(/^Invalid requestedSchema\./);
    expect(message.length).toBeLessThan(1_000);
  });

  it("refuses what is no form at all, in either mode", () => {
    for (const input of [
      undefined,
      null,
      1,
      "x",
      [],
      { type: "object", properties: ["name"] },
      { type: "string", properties: {} },
    ]) {
      expect(() => parseRequestedSchema(input)).toThrow(SchemaError);
      expect(() => parseRequestedSchema(input, { unknown: "field" })).toThrow(SchemaError);
    }
    expect(parseRequestedSchema(form({})).fields).toEqual([]);
  });

  it("refuses an author's schema without properties, which a host reads as an approval", () => {
    for (const input of [
      {},
      { type: "object" },
      { type: "object", properties: null },
      { type: "object", properties: [] },
      { properties: {} },
    ]) {
      expect(() => parseRequestedSchema(input)).toThrow(SchemaError);
      const { fields, requestedSchema: wire } = parseRequestedSchema(input, { unknown: "field" });
      expect(fields).toEqual([]);
      expect(wire).toEqual({ type: "object", properties: {} });
    }
  });

  it("allows annotations and drops additionalProperties", () => {
    const parsed = parseRequestedSchema(
      form(
        { a: { type: "string", $comment: "c", examples: ["x"], deprecated: true, "x-order": 1 } },
        { $schema: "s", title: "t", additionalProperties: false },
      ),
    );
    expect(parsed.requestedSchema).toEqual(
      form(
        { a: { type: "string", $comment: "c", examples: ["x"], deprecated: true, "x-order": 1 } },
        { $schema: "s", title: "t" },
      ),
    );
  });

  it("gives a copy that later changes to the input do not reach", () => {
    const input = { type: "object", properties: { a: { type: "string", enum: ["x"] } } };
    const parsed = parseRequestedSchema(input);
    input.properties.a.enum.push("y");
    expect(parsed.requestedSchema.properties["a"]).toEqual({ type: "string", enum: ["x"] });
  });

  it("round-trips any valid schema, also through JSON", () => {
    fc.assert(
      fc.property(requestedSchema, (schema) => {
        const first = parseRequestedSchema(schema);
        expect(JSON.stringify(first.requestedSchema)).toBe(JSON.stringify(schema));
        const again = parseRequestedSchema(JSON.parse(JSON.stringify(first.requestedSchema)));
        const lenient = parseRequestedSchema(schema, { unknown: "field" });
        const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
        for (const { fields, requestedSchema: wire } of [again, lenient]) {
          expect(JSON.stringify(wire)).toBe(JSON.stringify(schema));
          expect(asJson(fields)).toEqual(asJson(first.fields));
        }
        expect(lenient.notes).toEqual([]);
      }),
      { numRuns: scaled(150, 1_000) },
    );
  });
});

describe("limits", () => {
  const options = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `option ${index}`);
  const fields = (count: number): unknown =>
    form(Object.fromEntries(options(count).map((name) => [name, { type: "boolean" }])));

  it("takes 500 options, 100 fields and descriptions of 10 KB", () => {
    const parsed = parseRequestedSchema(
      form({ a: { type: "string", enum: options(500), description: "d".repeat(10_240) } }),
    );
    expect(parsed.fields[0]).toMatchObject({ kind: "select", description: "d".repeat(10_240) });
    expect(parseRequestedSchema(fields(100)).fields).toHaveLength(100);
  });

  it("refuses more than that, and can be told otherwise", () => {
    expect(at(fields(101))).toEqual(["/properties limit"]);
    expect(at(form({ a: { type: "string", enum: options(1_001) } }))).toEqual([
      "/properties/a/enum limit",
    ]);
    expect(at(form({ a: { type: "string", title: "t".repeat(1_001) } }))).toEqual([
      "/properties/a/title limit",
    ]);
    expect(at(form({ a: { type: "string", description: "t".repeat(17_000) } }))).toEqual([
      "/properties/a/description limit",
    ]);
    expect(at(form({ a: { type: "string", enum: ["v".repeat(1_001)] } }))).toEqual([
      "/properties/a/enum/0 limit",
    ]);
    expect(at(form({ ["n".repeat(257)]: { type: "string" } }))).toEqual(["/properties limit"]);
    expect(at(form({ a: { type: "string", default: "d".repeat(1_000_001) } }))[0]).toMatch(
      /unreadable$/,
    );
    expect(parseRequestedSchema(fields(101), { limits: { fields: 200 } }).fields).toHaveLength(101);
    expect(issuesOf(fields(3), { limits: { fields: 2 } })).toHaveLength(1);
    expect(
      issuesOf(fields(101), { limits: { fields: undefined as unknown as number } }),
    ).toHaveLength(1);
    for (const bad of [Number.NaN, -1, "9" as unknown as number]) {
      expect(() => parseRequestedSchema(fields(3), { limits: { fields: bad } })).toThrow(
        OptionError,
      );
    }
  });
});

describe("parsing in a host", () => {
  const host = (input: unknown): ReturnType<typeof parseRequestedSchema> =>
    parseRequestedSchema(input, { unknown: "field" });

  it("turns unknown shapes into fields it cannot show, and keeps the rest", () => {
    const parsed = host(
      form(
        {
          ok: { type: "string" },
          nested: { type: "object", title: "Address" },
          odd: 1,
          list: { type: "array", items: { type: "string" } },
        },
        { required: ["nested", "gone"] },
      ),
    );
    expect(parsed.fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ["ok", "text", false],
      ["nested", "unsupported", true],
      ["odd", "unsupported", false],
      ["list", "unsupported", false],
      ["gone", "unsupported", true],
    ]);
    expect(parsed.fields[1]).toMatchObject({
      title: "Address",
      reason: "This field cannot be shown here because of its type.",
    });
    expect(parsed.fields[3]).toMatchObject({
      reason: expect.stringMatching(/its items\.$/) as string,
    });
    expect(parsed.notes).toHaveLength(4);
  });

  it("loses only the field that nests too deep or in circles", () => {
    let deep: unknown = { type: "string" };
    for (let level = 0; level < 20_000; level++)
      deep = { type: "object", properties: { next: deep } };
    const circle: Record<string, unknown> = { type: "object" };
    circle["properties"] = { self: circle };
    expect(host(form({ deep, circle, fine: { type: "string" } })).fields).toMatchObject([
      { kind: "unsupported" },
      { kind: "unsupported" },
      { kind: "text" },
    ]);
  });

  it("drops wrong keywords and defaults, with a note", () => {
    const parsed = host(
      form({
        a: { type: "string", minLength: "2", format: "uuid", multipleOf: 3, default: 4 },
        b: { type: "integer", minimum: "5", maximum: 1, default: 0 },
        c: { type: "string", enum: ["x", "x", "y"], enumNames: ["X"], default: "z" },
        d: { type: "string", title: "t".repeat(2_000) },
      }),
    );
    expect(parsed.fields).toMatchObject([
      { kind: "text" },
      { kind: "integer", default: 0 },
      {
        kind: "select",
        options: [
          // Names of another number than the options name none of them.
          { value: "x", title: "x" },
          { value: "y", title: "y" },
        ],
      },
      // It could not be read to its end.
      { kind: "unsupported", title: `${"t".repeat(999)}…` },
    ]);
    expect(parsed.fields[0]).not.toHaveProperty("default");
    expect(parsed.fields[1]).not.toHaveProperty("minimum");
    expect(parsed.notes.length).toBeGreaterThanOrEqual(7);
  });

  it.each([
    { type: "integer", minimum: 5, maximum: 1, default: 3 },
    { type: "integer", minimum: 0.2, maximum: 0.8 },
    { type: "integer", exclusiveMinimum: 0.2, exclusiveMaximum: 0.8 },
    { type: "string", minLength: 3, maxLength: 2, default: "abc" },
    { type: "array", items: { enum: ["a", "b"] }, minItems: 2, maxItems: 1, default: ["a"] },
  ])("shows no field no answer could be right for: %j", (given) => {
    const [field] = host(form({ given })).fields;
    expect(field).toMatchObject({ kind: "unsupported" });
    expect(field).not.toHaveProperty("default");
  });

  it("reads what validators know and the form language does not", () => {
    const parsed = host(
      form({
        a: {
          type: "number",
          exclusiveMinimum: 0,
          exclusiveMaximum: 9,
          multipleOf: 0.5,
          default: 0,
        },
        b: { type: "number", minimum: 0, exclusiveMinimum: true },
        c: { type: "string", const: "yes", title: "Say yes" },
        d: { const: 3 },
        e: { type: "boolean", const: true, default: false },
        f: { type: "boolean", enum: [false] },
        g: { type: "boolean", enum: [true, false] },
        h: { type: ["string"] },
      }),
    );
    expect(parsed.fields).toMatchObject([
      { kind: "number", exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 0.5 },
      // In draft 4, it says that the minimum itself is not valid.
      { kind: "number", exclusiveMinimum: 0 },
      { kind: "select", title: "Say yes", options: [{ value: "yes", title: "yes" }] },
      { kind: "select", options: [{ value: 3, title: "3" }] },
      { kind: "boolean", only: true },
      { kind: "boolean", only: false },
      { kind: "boolean" },
      { kind: "text" },
    ]);
    expect(parsed.fields[0]).not.toHaveProperty("default");
    expect(parsed.fields[1]).not.toHaveProperty("minimum");
    expect(parsed.fields[4]).not.toHaveProperty("default");
    expect(parsed.fields[6]).not.toHaveProperty("only");
  });

  it("leaves patterns it cannot run to the server", () => {
    const [field] = host(form({ a: { type: "string", pattern: "(a)\\1" } })).fields;
    expect(field).toMatchObject({ kind: "text", patternUnchecked: true });
    expect(() => parseRequestedSchema(form({ a: { type: "string", pattern: "(a)\\1" } }))).toThrow(
      /backreference/,
    );
  });

  it("reads fields that may be null as what else they may be", () => {
    const parsed = host(
      form({
        a: { type: ["integer", "null"], default: null },
        b: {
          anyOf: [{ type: "string", format: "email" }, { type: "null" }],
          title: "Mail",
          default: null,
        },
        c: { enum: ["x", "y"] },
        d: { oneOf: [{ const: 1, title: "One" }] },
      }),
    );
    expect(parsed.fields).toMatchObject([
      { kind: "integer" },
      { kind: "email", title: "Mail" },
      { kind: "select" },
      { kind: "select", options: [{ value: 1, title: "One" }] },
    ]);
  });
});

describe("hostile schemas", () => {
  it("survives getters, proxies, cycles and things that are not JSON", () => {
    const cycle: Record<string, unknown> = { type: "object", properties: {} };
    (cycle["properties"] as Record<string, unknown>)["self"] = cycle;
    const wide: unknown[] = [];
    for (let index = 0; index < 50; index++) wide.push(wide);
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    const endless = new Proxy([], {
      get: (target, key) => (key === "length" ? 2 ** 32 : Reflect.get(target, key)),
    });
    for (const input of [
      cycle,
      form({ a: wide }),
      throwing,
      form({ a: throwing }),
      form({ a: { type: "string", enum: endless } }),
      form({
        a: {
          get type(): string {
            throw new Error("no");
          },
        },
      }),
      form({ a: { type: "string", default: 1n } }),
      form({ a: { type: "string", default: () => 1 } }),
      form({ a: { type: "number", minimum: Number.NaN } }),
    ]) {
      expect(() => parseRequestedSchema(input)).toThrow(SchemaError);
    }
  });

  it("reads a getter once", () => {
    let reads = 0;
    const field = {
      get type() {
        return reads++ === 0 ? "string" : "object";
      },
    };
    expect(parseRequestedSchema(form({ a: field })).fields[0]).toMatchObject({ kind: "text" });
    expect(reads).toBe(1);
  });

  const keyword = fc.constantFrom(
    "type",
    "properties",
    "required",
    "enum",
    "enumNames",
    "oneOf",
    "anyOf",
    "items",
    "default",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "uniqueItems",
    "title",
    "description",
    "const",
    "__proto__",
    "constructor",
  );
  const word = fc.constantFrom(
    "object",
    "string",
    "number",
    "integer",
    "boolean",
    "array",
    "null",
    "email",
    "a",
    "(",
    "[",
    "\\",
  );
  const { node } = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, depthSize: "medium" },
      word,
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(keyword, tie("node"), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));

  it("never throws anything but SchemaError, for any JSON", () => {
    const tryParse = (input: unknown, options?: ParseOptions): void => {
      try {
        parseRequestedSchema(input, options);
      } catch (error) {
        if (!(error instanceof SchemaError) && !(error instanceof PatternError)) throw error;
      }
    };
    fc.assert(
      fc.property(
        fc.oneof(
          node,
          node.map((a) => form({ a })),
          fc.dictionary(keyword, node).map((fields) => form(fields)),
        ),
        (input) => {
          tryParse(input);
          tryParse(input, { unknown: "field" });
        },
      ),
      { numRuns: scaled(700, 5_000) },
    );
  });

  it("shows something for any flat object schema in a host", () => {
    fc.assert(
      fc.property(fc.dictionary(keyword, node, { maxKeys: 4 }), (fields) => {
        const parsed = parseRequestedSchema(form(fields), { unknown: "field" });
        expect(parsed.fields.map(({ name }) => name)).toEqual(Object.keys(fields));
      }),
      { numRuns: scaled(300, 2_000) },
    );
  });
});
