import type { ForeignForm } from "./foreign-form.js";

export const javascript: readonly ForeignForm[] = [
  {
    from: "zod-to-json-schema (zod 3)",
    name: "a named schema",
    schema: {
      $ref: "#/definitions/Form",
      definitions: {
        Form: {
          type: "object",
          properties: {
            name: { type: "string", minLength: 1 },
            age: { type: "integer", exclusiveMinimum: 0 },
          },
          required: ["name"],
          additionalProperties: false,
        },
      },
      $schema: "http://json-schema.org/draft-07/schema#",
    },
    shows: ["name* “Name” text", "age “Age” integer"],
    input: { name: "x", age: "1" },
    sends: { name: "x", age: 1 },
  },
  {
    from: "zod-to-json-schema (zod 3)",
    name: "the same schema twice: a $ref into properties",
    schema: {
      type: "object",
      properties: { a: { type: "string", enum: ["x", "y"] }, b: { $ref: "#/properties/a" } },
      required: ["a", "b"],
      additionalProperties: false,
      $schema: "http://json-schema.org/draft-07/schema#",
    },
    shows: ['a* “A” select ["x": x, "y": y]', 'b* “B” select ["x": x, "y": y]'],
    input: { a: "x", b: "y" },
    sends: { a: "x", b: "y" },
  },
  {
    from: "zod-to-json-schema (zod 3)",
    name: "nullable",
    schema: {
      type: "object",
      properties: {
        a: { type: ["string", "null"] },
        b: { anyOf: [{ type: "string", format: "email" }, { type: "null" }] },
      },
      required: ["a"],
    },
    shows: ["a* “A” text", "b “B” email"],
    input: { a: "x" },
    sends: { a: "x" },
  },
  {
    from: "zod-to-json-schema (zod 3)",
    name: "a union of literals",
    schema: {
      type: "object",
      properties: { n: { type: "number", enum: [1, 2] } },
      required: ["n"],
    },
    shows: ["n* “N” select [1: 1, 2: 2]"],
    input: { n: "2" },
    sends: { n: 2 },
  },
  {
    from: "zod-to-json-schema (zod 3)",
    name: "any",
    schema: { type: "object", properties: { x: {}, ok: { type: "boolean" } }, required: ["ok"] },
    shows: ["x “X” unsupported", "ok* “Ok” boolean"],
    input: { ok: false },
    sends: { ok: false },
    notes: ["/properties/x/type unshown"],
  },
  {
    from: "zod-to-json-schema (zod 3)",
    name: "two patterns",
    schema: {
      type: "object",
      properties: { a: { type: "string", allOf: [{ pattern: "^[a-z]" }, { pattern: "\\d$" }] } },
      required: ["a"],
    },
    shows: ["a* “A” text"],
    input: { a: "a-b" },
    issues: ["a pattern"],
  },
  {
    from: "zod-to-json-schema (zod 3)",
    name: "an intersection",
    schema: {
      allOf: [
        { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        { type: "object", properties: { b: { type: "number" } }, required: ["b"] },
      ],
      unevaluatedProperties: false,
    },
    shows: ["a* “A” text", "b* “B” number"],
    input: { a: "x", b: "2" },
    sends: { a: "x", b: 2 },
    notes: ["/unevaluatedProperties unchecked"],
  },
  {
    from: "zod-to-json-schema (zod 3)",
    name: "a discriminated union as the whole",
    schema: {
      anyOf: [
        {
          type: "object",
          properties: { k: { type: "string", const: "a" }, x: { type: "string" } },
          required: ["k", "x"],
        },
        { type: "object", properties: { k: { type: "string", const: "b" } }, required: ["k"] },
      ],
    },
    refused:
      "anyOf: Its anyOf has a field of its own, k, and a form shows the same fields in every case.",
  },
  {
    from: "zod 4 (z.toJSONSchema)",
    name: "an object",
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        n: { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 },
        s: { default: "x", type: "string" },
      },
      required: ["n", "s"],
      additionalProperties: false,
    },
    shows: ["n* “N” integer", 's* “S” text = "x"'],
    input: { n: "3" },
    sends: { n: 3, s: "x" },
  },
  {
    from: "zod 4 (z.toJSONSchema)",
    name: "an email with its pattern",
    schema: {
      type: "object",
      properties: {
        m: {
          type: "string",
          format: "email",
          pattern:
            "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
        },
      },
      required: ["m"],
    },
    shows: ["m* “M” email"],
    input: { m: "a@b.co" },
    sends: { m: "a@b.co" },
    notes: ["/properties/m/pattern unchecked"],
  },
  {
    from: "zod 4 (z.toJSONSchema)",
    name: "a schema with an id",
    schema: {
      type: "object",
      properties: { c: { $ref: "#/$defs/Colour" } },
      required: ["c"],
      $defs: { Colour: { id: "Colour", type: "string", enum: ["r", "g"] } },
    },
    shows: ['c* “C” select ["r": r, "g": g]'],
    input: { c: "r" },
    sends: { c: "r" },
  },
  {
    from: "zod 4 (z.toJSONSchema)",
    name: "literals with titles",
    schema: {
      type: "object",
      properties: {
        c: {
          anyOf: [
            { type: "string", const: "r", title: "Red" },
            { type: "string", const: "g", title: "Green" },
          ],
        },
      },
      required: ["c"],
    },
    shows: ['c* “C” select ["r": Red, "g": Green]'],
    input: { c: "Red" },
    sends: { c: "r" },
  },
  {
    from: "zod 4 (z.toJSONSchema)",
    name: "nullable and optional",
    schema: {
      type: "object",
      properties: { c: { anyOf: [{ type: "string", enum: ["r"] }, { type: "null" }] } },
    },
    shows: ['c “C” select ["r": r]'],
    input: { c: "r" },
    sends: { c: "r" },
  },
  {
    from: "zod 4 (z.toJSONSchema)",
    name: "two regexes",
    schema: {
      type: "object",
      properties: { a: { type: "string", allOf: [{ pattern: "^[a-z]+" }, { pattern: "\\d$" }] } },
      required: ["a"],
    },
    shows: ["a* “A” text"],
    input: { a: "ab1" },
    sends: { a: "ab1" },
  },
  {
    from: "zod 4 (z.toJSONSchema)",
    name: "a record",
    schema: {
      type: "object",
      propertyNames: { type: "string" },
      additionalProperties: { type: "number" },
    },
    refused:
      "additionalProperties: It names no fields, and asks for values of any name (additionalProperties).",
  },
  {
    from: "zod 4 (z.toJSONSchema)",
    name: "a union of texts",
    schema: {
      type: "object",
      properties: {
        a: {
          anyOf: [
            { type: "string", format: "email" },
            { type: "string", format: "uri" },
          ],
        },
      },
      required: ["a"],
    },
    refused: "anyOf: Its anyOf offers several shapes, and a field of a form has one.",
  },
  {
    from: "zod 4 (z.toJSONSchema)",
    name: "an intersection of bounds",
    schema: {
      type: "object",
      properties: {
        n: {
          allOf: [
            { type: "number", minimum: 1 },
            { type: "number", maximum: 5 },
          ],
        },
      },
      required: ["n"],
    },
    shows: ["n* “N” number"],
    input: { n: "6" },
    issues: ["n maximum"],
  },
  {
    from: "typebox",
    name: "Type.Union of literals",
    schema: {
      type: "object",
      required: ["s"],
      properties: {
        s: {
          anyOf: [
            { const: "a", type: "string" },
            { const: "b", type: "string" },
          ],
        },
      },
    },
    shows: ['s* “S” select ["a": a, "b": b]'],
    input: { s: "a" },
    sends: { s: "a" },
  },
  {
    from: "typebox",
    name: "Type.Enum of numbers",
    schema: {
      type: "object",
      required: ["s"],
      properties: {
        s: {
          anyOf: [
            { const: 0, type: "number" },
            { const: 1, type: "number" },
          ],
        },
      },
    },
    shows: ["s* “S” select [0: 0, 1: 1]"],
    input: { s: "0" },
    sends: { s: 0 },
  },
  {
    from: "typebox",
    name: "Type.Ref",
    schema: {
      type: "object",
      $defs: { T: { $id: "T", type: "string" } },
      properties: { s: { $ref: "T" } },
      required: ["s"],
    },
    refused: "$ref: It refers to T, and this host follows only references within the schema (#/…).",
  },
  {
    from: "typebox",
    name: "Type.RegExp",
    schema: {
      type: "object",
      required: ["s"],
      properties: { s: { type: "RegExp", source: "^a", flags: "" } },
    },
    refused:
      'type: Its type is "RegExp", and a form has only string, number, integer, boolean, and array with choices.',
  },
  {
    from: "typebox",
    name: "Type.Composite",
    schema: {
      type: "object",
      required: ["a"],
      properties: {
        a: { type: "string" },
        b: {
          type: "array",
          items: {
            anyOf: [
              { const: "x", type: "string" },
              { const: "y", type: "string" },
            ],
          },
        },
      },
    },
    shows: ["a* “A” text", 'b “B” multi-select ["x": x, "y": y]'],
    input: { a: "1", b: ["x"] },
    sends: { a: "1", b: ["x"] },
  },
  {
    from: "arktype",
    name: "an object",
    schema: {
      type: "object",
      properties: {
        age: { type: "number", exclusiveMinimum: 17 },
        name: { type: "string" },
        plan: { enum: ["free", "pro"] },
      },
      required: ["age", "name"],
    },
    shows: [
      "age* “Age” number",
      "name* “Name” text",
      'plan “Plan” select ["free": free, "pro": pro]',
    ],
    input: { age: "18", name: "x", plan: "pro" },
    sends: { age: 18, name: "x", plan: "pro" },
  },
  {
    from: "arktype",
    name: "a boolean as two constants",
    schema: {
      type: "object",
      properties: { ok: { anyOf: [{ const: false }, { const: true }] } },
      required: ["ok"],
    },
    shows: ["ok* “Ok” boolean"],
    input: { ok: true },
    sends: { ok: true },
  },
  {
    from: "arktype",
    name: "an email by pattern",
    schema: {
      type: "object",
      properties: {
        m: {
          type: "string",
          format: "email",
          pattern: "^[\\w%+.-]+@[\\d.A-Za-z-]+\\.[A-Za-z]{2,}$",
        },
      },
      required: ["m"],
    },
    shows: ["m* “M” email"],
    input: { m: "a@b" },
    issues: ["m format"],
  },
  {
    from: "valibot",
    name: "an object",
    schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        t: { type: "string", minLength: 1, maxLength: 5 },
        v: { enum: ["a", "b"] },
        w: { anyOf: [{ type: "number" }, { type: "null" }], default: 3 },
      },
      required: ["t", "v"],
    },
    shows: ["t* “T” text", 'v* “V” select ["a": a, "b": b]', "w “W” number = 3"],
    input: { t: "x", v: "b" },
    sends: { t: "x", v: "b", w: 3 },
  },
  {
    from: "valibot",
    name: "a variant",
    schema: {
      anyOf: [
        { type: "object", properties: { t: { const: "a" } }, required: ["t"] },
        { type: "null" },
      ],
    },
    shows: ['t* “T” select ["a": a]'],
    input: { t: "a" },
    sends: { t: "a" },
  },
];
