import type { ElicitContent } from "../../src/schema/index.js";
import type { FieldInput } from "../../src/form/form-types.js";

/**
 * What every skin has to agree on: a schema, what the person does, and what is sent. Data only, in the
 * shape the wire has; inputs are those of `form.set`. A date and time is typed without an offset where
 * the form is told to use `GOLDEN_OFFSET`.
 */
export interface GoldenCase {
  readonly name: string;
  readonly schema: unknown;
  /** In this order; fields that are not named stay as they were found. */
  readonly edits: readonly (readonly [field: string, input: FieldInput])[];
  readonly expected:
    | { readonly content: ElicitContent }
    | { readonly issues: readonly (readonly [field: string, code: string])[] };
}

export const GOLDEN_OFFSET = "+02:00";

const form = (properties: object, required: readonly string[] = []): unknown => ({
  type: "object",
  properties,
  required,
});
const field = (schema: object, required = false): unknown =>
  form({ x: schema }, required ? ["x"] : []);
const sends = (value: ElicitContent[string]): GoldenCase["expected"] => ({ content: { x: value } });
const nothing: GoldenCase["expected"] = { content: {} };
const fails = (code: string): GoldenCase["expected"] => ({ issues: [["x", code]] });

const titled = [
  { const: "r", title: "Red" },
  { const: "g", title: "Green" },
  { const: "b", title: "Blue" },
];
const many = Array.from({ length: 500 }, (_, index) => `option-${index}`);
const parse = (json: string): unknown => JSON.parse(json);

type Row = readonly [
  name: string,
  schema: unknown,
  edits: GoldenCase["edits"],
  expected: GoldenCase["expected"],
];
const typing = (
  kind: string,
  schema: object,
  rows: readonly (readonly [FieldInput, GoldenCase["expected"]])[],
): Row[] =>
  rows.map(([input, expected]) => [
    `${kind}: ${JSON.stringify(input) ?? "unset"}`,
    field(schema),
    [["x", input]],
    expected,
  ]);

const rows: readonly Row[] = [
  // Text and its formats.
  ...typing("text", { type: "string", minLength: 2, maxLength: 5 }, [
    ["abc", sends("abc")],
    ["  a ", sends("  a ")],
    ["😀😀", sends("😀😀")],
    ["a", fails("minLength")],
    ["abcdef", fails("maxLength")],
    ["", nothing],
  ]),
  ...typing("text with a pattern", { type: "string", pattern: "^[A-Z]{3}-\\d+$" }, [
    ["ABC-12", sends("ABC-12")],
    ["abc-12", fails("pattern")],
  ]),
  ...typing(
    "text with a pattern only the server can check",
    { type: "string", pattern: "(a)\\1" },
    [["zz", sends("zz")]],
  ),
  ...typing("email", { type: "string", format: "email" }, [
    [" ann@example.com ", sends("ann@example.com")],
    ["ann@", fails("format")],
  ]),
  ...typing("uri", { type: "string", format: "uri" }, [
    ["https://example.com/a?b#c", sends("https://example.com/a?b#c")],
    ["example.com", fails("format")],
  ]),
  ...typing("date", { type: "string", format: "date" }, [
    ["2024-02-29", sends("2024-02-29")],
    ["2023-02-29", fails("format")],
    ["29/02/2024", fails("format")],
  ]),
  ...typing("date-time", { type: "string", format: "date-time" }, [
    ["2026-01-31T09:30", sends("2026-01-31T09:30:00+02:00")],
    ["2026-01-31 09:30:15", sends("2026-01-31T09:30:15+02:00")],
    ["2026-01-31T09:30Z", sends("2026-01-31T09:30:00Z")],
    ["2026-01-31t09:30:00.250z", sends("2026-01-31T09:30:00.250Z")],
    ["2026-01-31T09:30:00-0800", sends("2026-01-31T09:30:00-08:00")],
    ["2026-01-31", fails("format")],
    ["2026-02-30T09:30", fails("format")],
    ["2026-01-31T25:00", fails("format")],
  ]),
  ...typing("unknown format", { type: "string", format: "uuid" }, [
    ["anything", sends("anything")],
  ]),

  // Numbers.
  ...typing("number", { type: "number", minimum: -10, maximum: 2e3 }, [
    ["1.5", sends(1.5)],
    [" -7 ", sends(-7)],
    ["+.5", sends(0.5)],
    ["1e3", sends(1000)],
    ["0", sends(0)],
    ["-11", fails("minimum")],
    ["2001", fails("maximum")],
    ["1,5", fails("number")],
    ["1 000", fails("number")],
    ["0x10", fails("number")],
    ["1e999", fails("number")],
    ["Infinity", fails("number")],
    ["NaN", fails("number")],
    ["1e-999", fails("precision")],
    ["ten", fails("number")],
    ["  ", nothing],
  ]),
  ...typing("integer", { type: "integer" }, [
    ["42", sends(42)],
    ["1.0", sends(1)],
    ["1e2", sends(100)],
    ["1.5", fails("type")],
    ["9007199254740991", sends(9007199254740991)],
    ["9007199254740993", fails("precision")],
    ["1e300", fails("precision")],
    ["1.00000000000000000001", fails("precision")],
  ]),

  // What validators know and the form language does not.
  ...typing("exclusive bounds", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 10 }, [
    ["0.5", sends(0.5)],
    ["0", fails("exclusiveMinimum")],
    ["10", fails("exclusiveMaximum")],
  ]),
  ...typing("steps", { type: "number", multipleOf: 0.01 }, [
    ["19.99", sends(19.99)],
    ["-0.07", sends(-0.07)],
    ["0.005", fails("multipleOf")],
  ]),
  ...typing("a constant", { type: "string", const: "yes" }, [["yes", sends("yes")]]),
  ...typing("a yes that is a condition", { type: "boolean", const: true }, [
    [true, sends(true)],
    [false, fails("option")],
  ]),
  [
    "bounds that leave no room",
    form({ x: { type: "integer", minimum: 5, maximum: 1 }, ok: { type: "boolean" } }, ["x"]),
    [["ok", true]],
    fails("unsupported"),
  ],

  // Booleans have three states.
  ["boolean, required, untouched", field({ type: "boolean" }, true), [], fails("required")],
  ["boolean, required, no", field({ type: "boolean" }, true), [["x", false]], sends(false)],
  ["boolean, optional, untouched", field({ type: "boolean" }), [], nothing],
  ["boolean, optional, yes", field({ type: "boolean" }), [["x", true]], sends(true)],
  [
    "boolean, optional, chosen and unset again",
    field({ type: "boolean" }),
    [
      ["x", true],
      ["x", undefined],
    ],
    nothing,
  ],

  // Every shape of an enum, and the two other spellings seen in the wild.
  ...[
    { type: "string", enum: ["r", "g", "b"] },
    { type: "string", enum: ["r", "g", "b"], enumNames: ["Red", "Green", "Blue"] },
    { type: "string", oneOf: titled },
    { type: "string", anyOf: titled },
    { enum: ["r", "g", "b"] },
    { oneOf: titled },
  ].flatMap((schema, index) => [
    ...typing(`select, shape ${index}`, schema, [
      ["g", sends("g")],
      ["", nothing],
      [undefined, nothing],
      ["purple", fails("option")],
    ]),
    [`select, shape ${index}, required`, field(schema, true), [], fails("required")] satisfies Row,
  ]),
  ...typing("select by title", { type: "string", oneOf: titled }, [["Green", sends("g")]]),
  ...typing("select whose titles are swapped", { enum: ["yes", "no"], enumNames: ["no", "yes"] }, [
    ["yes", sends("yes")],
  ]),
  ...typing("select whose titles are alike", { enum: ["1", "2"], enumNames: ["One", "One"] }, [
    ["One", fails("option")],
    ["2", sends("2")],
  ]),
  ...typing("select with an empty value", { type: "string", enum: ["", "a"] }, [
    ["", sends("")],
    [undefined, nothing],
  ]),
  ...typing("select of integers", { type: "integer", enum: [1, 20] }, [
    ["20", sends(20)],
    ["3", fails("option")],
  ]),
  ...typing("select of numbers", { type: "number", oneOf: [{ const: 0.5, title: "Half" }] }, [
    ["0.5", sends(0.5)],
    ["Half", sends(0.5)],
  ]),
  ...typing("select with null", { type: ["string", "null"], enum: ["a", null] }, [
    ["a", sends("a")],
    [undefined, nothing],
  ]),
  ...[
    { type: "string", enum: ["r", "g", "b"] },
    { type: "string", anyOf: titled },
    { anyOf: titled },
    { oneOf: titled },
  ].flatMap((items, index) =>
    typing(`multi-select, shape ${index}`, { type: "array", items, maxItems: 2, minItems: 1 }, [
      [["g"], sends(["g"])],
      [["b", "r"], sends(["b", "r"])],
      [[], nothing],
      [["r", "g", "b"], fails("maxItems")],
      [["r", "purple"], fails("option")],
    ]),
  ),
  ...typing("multi-select by title", { type: "array", items: { anyOf: titled } }, [
    [["Blue", "r"], sends(["b", "r"])],
  ]),
  ...typing(
    "multi-select, unique",
    { type: "array", items: { enum: ["r", "g"] }, uniqueItems: true },
    [[["r", "r"], fails("uniqueItems")]],
  ),
  [
    "multi-select, required, none of them",
    field({ type: "array", items: { enum: ["r"] } }, true),
    [],
    sends([]),
  ],
  [
    "multi-select, required, one at least",
    field({ type: "array", items: { enum: ["r"] }, minItems: 1 }, true),
    [],
    fails("minItems"),
  ],

  // Optional and untouched is left out; required and untouched is asked for.
  [
    "nothing touched",
    form({
      text: { type: "string" },
      mail: { type: "string", format: "email" },
      count: { type: "integer", minimum: 1 },
      ok: { type: "boolean" },
      one: { type: "string", enum: ["r"] },
      some: { type: "array", items: { type: "string", enum: ["r"] } },
    }),
    [],
    nothing,
  ],
  [
    "nothing touched, all required",
    form(
      {
        text: { type: "string" },
        count: { type: "integer" },
        ok: { type: "boolean" },
        one: { type: "string", enum: ["r"] },
      },
      ["text", "count", "ok", "one"],
    ),
    [],
    {
      issues: [
        ["text", "required"],
        ["count", "required"],
        ["ok", "required"],
        ["one", "required"],
      ],
    },
  ],
  ["no fields at all", form({}), [], nothing],

  // Defaults count until they are edited, falsy ones too.
  [
    "defaults, untouched",
    form({
      text: { type: "string", default: "Ann" },
      mail: { type: "string", format: "email", default: "ann@example.com" },
      site: { type: "string", format: "uri", default: "https://example.com" },
      day: { type: "string", format: "date", default: "2026-01-31" },
      when: { type: "string", format: "date-time", default: "2026-01-31T09:30:00Z" },
      count: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      ok: { type: "boolean", default: true },
      one: { type: "string", oneOf: titled, default: "g" },
      named: { type: "string", enum: ["a", "b"], enumNames: ["A", "B"], default: "b" },
      size: { type: "integer", enum: [1, 2], default: 2 },
      some: { type: "array", items: { anyOf: titled }, default: ["r", "b"] },
    }),
    [],
    {
      content: {
        text: "Ann",
        mail: "ann@example.com",
        site: "https://example.com",
        day: "2026-01-31",
        when: "2026-01-31T09:30:00Z",
        count: 30,
        score: 95.5,
        ok: true,
        one: "g",
        named: "b",
        size: 2,
        some: ["r", "b"],
      },
    },
  ],
  [
    "falsy defaults, untouched",
    form(
      {
        text: { type: "string", default: "" },
        count: { type: "integer", default: 0 },
        score: { type: "number", default: 0 },
        ok: { type: "boolean", default: false },
        one: { type: "string", enum: ["", "a"], default: "" },
        some: { type: "array", items: { enum: ["a"] }, default: [] },
      },
      ["text", "count", "ok"],
    ),
    [],
    { content: { text: "", count: 0, score: 0, ok: false, one: "", some: [] } },
  ],
  ["default text, cleared", field({ type: "string", default: "Ann" }), [["x", ""]], nothing],
  [
    "default text, cleared, required",
    field({ type: "string", default: "Ann" }, true),
    [["x", ""]],
    fails("required"),
  ],
  [
    "empty default, typed and cleared",
    field({ type: "string", default: "" }),
    [
      ["x", "a"],
      ["x", ""],
    ],
    sends(""),
  ],
  ["default number, cleared", field({ type: "number", default: 0 }), [["x", ""]], nothing],
  ["default yes, unset", field({ type: "boolean", default: true }), [["x", undefined]], nothing],
  ["default yes, no", field({ type: "boolean", default: true }), [["x", false]], sends(false)],
  [
    "default options, all unticked",
    field({ type: "array", items: { enum: ["a"] }, default: ["a"] }),
    [["x", []]],
    sends([]),
  ],
  ["wrong default", field({ type: "integer", default: "many" }), [], nothing],

  // What cannot be shown.
  [
    "optional field of unknown type",
    form({ x: { type: "object", properties: {} }, ok: { type: "boolean" } }),
    [["ok", true]],
    { content: { ok: true } },
  ],
  [
    "required field of unknown type",
    form({ x: { type: "array", items: { type: "number" } }, ok: { type: "boolean" } }, ["x"]),
    [["ok", true]],
    fails("unsupported"),
  ],
  [
    "required field that is not described",
    form({ ok: { type: "boolean" } }, ["x"]),
    [["ok", true]],
    fails("unsupported"),
  ],
  ["only fields of unknown type", field({ type: "null" }), [], { issues: [["", "unsupported"]] }],
  ["no form", { type: "string" }, [], { issues: [["", "unsupported"]] }],
  ["nullable text", field({ type: ["string", "null"], default: null }), [["x", "a"]], sends("a")],
  [
    "nullable number",
    field({ anyOf: [{ type: "integer" }, { type: "null" }] }),
    [["x", "3"]],
    sends(3),
  ],

  // Hostile names and sizes.
  [
    "names out of the prototype",
    parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{"type":"boolean"},"":{"type":"string"},"a/b~c":{"type":"string"}},"required":["__proto__"]}',
    ),
    [
      ["__proto__", "p"],
      ["constructor", "1"],
      ["", "e"],
      ["a/b~c", "s"],
    ],
    {
      content: parse('{"__proto__":"p","constructor":1,"":"e","a/b~c":"s"}') as ElicitContent,
    },
  ],
  [
    "names out of the prototype, required and untouched",
    parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    ),
    [],
    { issues: [["__proto__", "required"]] },
  ],
  [
    "500 options",
    field({ type: "string", enum: many }),
    [["x", "option-499"]],
    sends("option-499"),
  ],
  [
    "500 options, all of them",
    field({ type: "array", items: { type: "string", enum: many } }),
    [["x", many]],
    sends(many),
  ],
  [
    "10 KB descriptions",
    form({
      x: { type: "string", description: "Long. ".repeat(1_700), title: "T".repeat(1_000) },
      y: { type: "string", enum: ["a"], description: "Line\n".repeat(2_000) },
    }),
    [
      ["x", "a"],
      ["y", "a"],
    ],
    { content: { x: "a", y: "a" } },
  ],
  [
    "escape sequences and hidden characters in every text",
    form({
      x: {
        type: "string",
        title: "\u001b[31mName\u202e\u200b",
        description: "\u2066\u0007Say\r\nit\u0000",
        default: "An\u200bn\u001b[0m",
      },
      y: {
        type: "string",
        oneOf: [{ const: "\u202evalue\u0007", title: "\u202eTitle\u0007" }],
      },
    }),
    [["y", "\u202evalue\u0007"]],
    { content: { x: "Ann[0m", y: "\u202evalue\u0007" } },
  ],
];

/** Every case; names are unique. */
export const GOLDEN: readonly GoldenCase[] = rows.map(([name, schema, edits, expected]) => ({
  name,
  schema,
  edits,
  expected,
}));
