import type { ForeignForm } from "./foreign-form.js";

export const python: readonly ForeignForm[] = [
  {
    from: "pydantic v2",
    name: "a model of plain fields",
    schema: {
      properties: {
        name: { title: "Name", type: "string" },
        age: { title: "Age", type: "integer" },
        ok: { title: "Ok", type: "boolean" },
        score: { title: "Score", type: "number" },
      },
      required: ["name", "age", "ok", "score"],
      title: "Person",
      type: "object",
    },
    shows: ["name* “Name” text", "age* “Age” integer", "ok* “Ok” boolean", "score* “Score” number"],
    input: { name: "Ann", age: "30", ok: false, score: "1.5" },
    sends: { name: "Ann", age: 30, ok: false, score: 1.5 },
  },
  {
    from: "pydantic v2",
    name: "Optional[str] = None",
    schema: {
      properties: {
        note: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Note" },
      },
      title: "M",
      type: "object",
    },
    shows: ["note “Note” text"],
    input: { note: "hi" },
    sends: { note: "hi" },
  },
  {
    from: "pydantic v2",
    name: "Optional[int] without a default",
    schema: {
      properties: { n: { anyOf: [{ type: "integer" }, { type: "null" }], title: "N" } },
      required: ["n"],
      title: "M",
      type: "object",
    },
    shows: ["n* “N” integer"],
    input: { n: "4" },
    sends: { n: 4 },
  },
  {
    from: "pydantic v2",
    name: "an Enum in $defs",
    schema: {
      $defs: { Color: { enum: ["red", "green"], title: "Color", type: "string" } },
      properties: { color: { $ref: "#/$defs/Color" } },
      required: ["color"],
      title: "M",
      type: "object",
    },
    shows: ['color* “Color” select ["red": red, "green": green]'],
    input: { color: "green" },
    sends: { color: "green" },
  },
  {
    from: "pydantic v2",
    name: "an Enum with a default and a description beside its $ref",
    schema: {
      $defs: {
        Color: {
          description: "All colours.",
          enum: ["red", "green"],
          title: "Color",
          type: "string",
        },
      },
      properties: { color: { $ref: "#/$defs/Color", default: "red", description: "Of the car" } },
      title: "M",
      type: "object",
    },
    shows: ['color “Color” select ["red": red, "green": green] = "red" (Of the car)'],
    sends: { color: "red" },
  },
  {
    from: "pydantic v2",
    name: "an Enum before 2.7: allOf with one $ref",
    schema: {
      $defs: { Color: { enum: ["red", "green"], title: "Color", type: "string" } },
      properties: {
        color: { allOf: [{ $ref: "#/$defs/Color" }], default: "green", title: "Colour" },
      },
      title: "M",
      type: "object",
    },
    shows: ['color “Colour” select ["red": red, "green": green] = "green"'],
    sends: { color: "green" },
  },
  {
    from: "pydantic v2",
    name: "Optional[Enum]",
    schema: {
      $defs: { Color: { enum: ["red", "green"], title: "Color", type: "string" } },
      properties: {
        color: { anyOf: [{ $ref: "#/$defs/Color" }, { type: "null" }], default: null },
      },
      title: "M",
      type: "object",
    },
    shows: ['color “Color” select ["red": red, "green": green]'],
    input: { color: "red" },
    sends: { color: "red" },
  },
  {
    from: "pydantic v2",
    name: "an IntEnum",
    schema: {
      $defs: { Level: { enum: [1, 2, 3], title: "Level", type: "integer" } },
      properties: { level: { $ref: "#/$defs/Level" } },
      required: ["level"],
      type: "object",
    },
    shows: ["level* “Level” select [1: 1, 2: 2, 3: 3]"],
    input: { level: "2" },
    sends: { level: 2 },
  },
  {
    from: "pydantic v2",
    name: "list[Enum]",
    schema: {
      $defs: { Day: { enum: ["mon", "tue"], title: "Day", type: "string" } },
      properties: { days: { items: { $ref: "#/$defs/Day" }, title: "Days", type: "array" } },
      required: ["days"],
      type: "object",
    },
    shows: ['days* “Days” multi-select ["mon": mon, "tue": tue]'],
    input: { days: ["tue"] },
    sends: { days: ["tue"] },
  },
  {
    from: "pydantic v2",
    name: "set[Enum] with at least one",
    schema: {
      $defs: { Day: { enum: ["mon", "tue"], type: "string" } },
      properties: {
        days: {
          items: { $ref: "#/$defs/Day" },
          minItems: 1,
          title: "Days",
          type: "array",
          uniqueItems: true,
        },
      },
      required: ["days"],
      type: "object",
    },
    shows: ['days* “Days” multi-select ["mon": mon, "tue": tue]'],
    input: { days: [] },
    issues: ["days minItems"],
  },
  {
    from: "pydantic v2",
    name: "Literal",
    schema: {
      properties: { mode: { enum: ["fast", "safe"], title: "Mode", type: "string" } },
      required: ["mode"],
      type: "object",
    },
    shows: ['mode* “Mode” select ["fast": fast, "safe": safe]'],
    input: { mode: "safe" },
    sends: { mode: "safe" },
  },
  {
    from: "pydantic v2",
    name: "Literal of one value",
    schema: {
      properties: { agree: { const: "yes", title: "Agree", type: "string" } },
      required: ["agree"],
      type: "object",
    },
    shows: ['agree* “Agree” select ["yes": yes]'],
    input: { agree: "yes" },
    sends: { agree: "yes" },
  },
  {
    from: "pydantic v2",
    name: "Optional[Literal] of one value",
    schema: {
      properties: {
        agree: {
          anyOf: [{ const: "yes", type: "string" }, { type: "null" }],
          default: null,
          title: "Agree",
        },
      },
      type: "object",
    },
    shows: ['agree “Agree” select ["yes": yes]'],
    sends: {},
  },
  {
    from: "pydantic v2",
    name: "Literal of text and number",
    schema: {
      properties: { limit: { enum: ["auto", 10, 20], title: "Limit" } },
      required: ["limit"],
      type: "object",
    },
    shows: ['limit* “Limit” select ["auto": auto, 10: 10, 20: 20]'],
    input: { limit: "10" },
    sends: { limit: 10 },
  },
  {
    from: "pydantic v2",
    name: "Literal of yes, no and a text",
    schema: {
      properties: { cache: { enum: [true, false, "auto"], title: "Cache" } },
      required: ["cache"],
      type: "object",
    },
    shows: ['cache* “Cache” select [true: true, false: false, "auto": auto]'],
    input: { cache: "true" },
    sends: { cache: true },
  },
  {
    from: "pydantic v2",
    name: "Literal[True]",
    schema: {
      properties: { terms: { const: true, title: "Terms", type: "boolean" } },
      required: ["terms"],
      type: "object",
    },
    shows: ["terms* “Terms” boolean"],
    input: { terms: true },
    sends: { terms: true },
  },
  {
    from: "pydantic v2",
    name: "conint",
    schema: {
      properties: { n: { maximum: 10, minimum: 1, title: "N", type: "integer" } },
      required: ["n"],
      type: "object",
    },
    shows: ["n* “N” integer"],
    input: { n: "11" },
    issues: ["n maximum"],
  },
  {
    from: "pydantic v2",
    name: "confloat with gt and lt",
    schema: {
      properties: { p: { exclusiveMaximum: 1, exclusiveMinimum: 0, title: "P", type: "number" } },
      required: ["p"],
      type: "object",
    },
    shows: ["p* “P” number"],
    input: { p: "0" },
    issues: ["p exclusiveMinimum"],
  },
  {
    from: "pydantic v2",
    name: "conint with multiple_of",
    schema: {
      properties: { n: { multipleOf: 5, title: "N", type: "integer" } },
      required: ["n"],
      type: "object",
    },
    shows: ["n* “N” integer"],
    input: { n: "15" },
    sends: { n: 15 },
  },
  {
    from: "pydantic v2",
    name: "constr with a pattern of Rust",
    schema: {
      properties: {
        slug: {
          maxLength: 20,
          minLength: 2,
          pattern: "^[a-z&&[^q]]+$",
          title: "Slug",
          type: "string",
        },
      },
      required: ["slug"],
      type: "object",
    },
    shows: ["slug* “Slug” text"],
    input: { slug: "quiet" },
    sends: { slug: "quiet" },
    notes: ["/properties/slug/pattern unchecked"],
  },
  {
    from: "pydantic v2",
    name: "constr with a plain pattern",
    schema: {
      properties: { slug: { pattern: "^[a-z]+$", title: "Slug", type: "string" } },
      required: ["slug"],
      type: "object",
    },
    shows: ["slug* “Slug” text"],
    input: { slug: "Quiet" },
    issues: ["slug pattern"],
  },
  {
    from: "pydantic v2",
    name: "EmailStr, date, datetime and HttpUrl",
    schema: {
      properties: {
        mail: { format: "email", title: "Mail", type: "string" },
        day: { format: "date", title: "Day", type: "string" },
        at: { format: "date-time", title: "At", type: "string" },
        url: { format: "uri", maxLength: 2083, minLength: 1, title: "Url", type: "string" },
      },
      required: ["mail", "day", "at", "url"],
      type: "object",
    },
    shows: ["mail* “Mail” email", "day* “Day” date", "at* “At” date-time", "url* “Url” uri"],
    input: {
      mail: "a@b.co",
      day: "2026-01-31",
      at: "2026-01-31T09:30:00Z",
      url: "https://münchen.de/straße?q=ä",
    },
    sends: {
      mail: "a@b.co",
      day: "2026-01-31",
      at: "2026-01-31T09:30:00Z",
      url: "https://xn--mnchen-3ya.de/stra%C3%9Fe?q=%C3%A4",
    },
  },
  {
    from: "pydantic v2",
    name: "Decimal: a number or a text",
    schema: {
      properties: { price: { anyOf: [{ type: "number" }, { type: "string" }], title: "Price" } },
      required: ["price"],
      type: "object",
    },
    refused: "anyOf: Its anyOf offers several shapes, and a field of a form has one.",
  },
  {
    from: "pydantic v2",
    name: "Optional[Decimal]",
    schema: {
      properties: {
        price: {
          anyOf: [{ type: "number" }, { pattern: "^\\d+$", type: "string" }, { type: "null" }],
          default: null,
        },
        ok: { type: "boolean" },
      },
      type: "object",
    },
    shows: ["price “Price” unsupported", "ok “Ok” boolean"],
    input: { ok: true },
    sends: { ok: true },
    notes: ["/properties/price/anyOf unshown"],
  },
  {
    from: "pydantic v2",
    name: "SecretStr",
    schema: {
      properties: {
        secret_word: { format: "password", title: "Word", type: "string", writeOnly: true },
      },
      required: ["secret_word"],
      type: "object",
    },
    shows: ["secret_word* “Word” text"],
    input: { secret_word: "x" },
    sends: { secret_word: "x" },
    notes: ["/properties/secret_word/format unchecked"],
  },
  {
    from: "pydantic v2",
    name: "a nested model",
    schema: {
      $defs: { Address: { properties: { city: { type: "string" } }, type: "object" } },
      properties: { address: { $ref: "#/$defs/Address" } },
      required: ["address"],
      type: "object",
    },
    refused:
      'type: Its type is "object", and a form has only string, number, integer, boolean, and array with choices.',
  },
  {
    from: "pydantic v2",
    name: "a recursive model",
    schema: {
      $defs: {
        Node: {
          properties: { next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] } },
          type: "object",
        },
      },
      $ref: "#/$defs/Node",
    },
    refused:
      'type: Its type is "object", and a form has only string, number, integer, boolean, and array with choices.',
  },
  {
    from: "pydantic v2",
    name: "RootModel by $ref",
    schema: {
      $defs: {
        M: {
          properties: { a: { title: "A", type: "string" } },
          required: ["a"],
          title: "M",
          type: "object",
        },
      },
      $ref: "#/$defs/M",
    },
    shows: ["a* “A” text"],
    input: { a: "x" },
    sends: { a: "x" },
  },
  {
    from: "pydantic v2",
    name: "an empty model",
    schema: { properties: {}, title: "Confirm", type: "object" },
    shows: [],
    sends: {},
  },
  {
    from: "pydantic v2",
    name: "Any",
    schema: { properties: { x: { title: "X" } }, required: ["x"], type: "object" },
    refused:
      "type: Its type is missing, and a form has only string, number, integer, boolean, and array with choices.",
  },
  {
    from: "pydantic v2",
    name: "dict[str, str]",
    schema: {
      properties: {
        env: { additionalProperties: { type: "string" }, title: "Env", type: "object" },
        ok: { type: "boolean" },
      },
      required: ["ok"],
      type: "object",
    },
    shows: ["env “Env” unsupported", "ok* “Ok” boolean"],
    input: { ok: true },
    sends: { ok: true },
    notes: ["/properties/env/type unshown"],
  },
  {
    from: "pydantic v2",
    name: "list[str]",
    schema: {
      properties: { tags: { items: { type: "string" }, title: "Tags", type: "array" } },
      required: ["tags"],
      type: "object",
    },
    refused: "items: It is a list without choices, and a form has only lists of choices.",
  },
  {
    from: "pydantic v2",
    name: "extra = forbid, and a title of the whole",
    schema: {
      additionalProperties: false,
      properties: { a: { title: "A", type: "string" } },
      required: ["a"],
      title: "Strict",
      type: "object",
    },
    shows: ["a* “A” text"],
    input: { a: "x" },
    sends: { a: "x" },
  },
  {
    from: "pydantic v2",
    name: "a discriminated union as a field",
    schema: {
      $defs: {
        Cat: { properties: { kind: { const: "cat" } }, type: "object" },
        Dog: { properties: { kind: { const: "dog" } }, type: "object" },
      },
      properties: {
        pet: {
          discriminator: {
            mapping: { cat: "#/$defs/Cat", dog: "#/$defs/Dog" },
            propertyName: "kind",
          },
          oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }],
          title: "Pet",
        },
      },
      required: ["pet"],
      type: "object",
    },
    refused: "oneOf: Its oneOf offers several shapes, and a field of a form has one.",
  },
  {
    from: "fastmcp",
    name: "a bare bool, wrapped",
    schema: {
      properties: { value: { title: "Value", type: "boolean" } },
      required: ["value"],
      title: "ScalarElicitationType",
      type: "object",
    },
    shows: ["value* “Value” boolean"],
    input: { value: false },
    sends: { value: false },
  },
  {
    from: "fastmcp",
    name: "a list of choices with titles",
    schema: {
      properties: {
        value: {
          oneOf: [
            { const: "low", title: "Low priority" },
            { const: "high", title: "High priority" },
          ],
          type: "string",
        },
      },
      required: ["value"],
      type: "object",
    },
    shows: ['value* “Value” select ["low": Low priority, "high": High priority]'],
    input: { value: "high" },
    sends: { value: "high" },
  },
  {
    from: "fastmcp",
    name: "several choices",
    schema: {
      properties: {
        value: {
          items: {
            anyOf: [
              { const: "a", title: "A" },
              { const: "b", title: "B" },
            ],
          },
          type: "array",
        },
      },
      required: ["value"],
      type: "object",
    },
    shows: ['value* “Value” multi-select ["a": A, "b": B]'],
    input: { value: ["a", "b"] },
    sends: { value: ["a", "b"] },
  },
  {
    from: "fastmcp",
    name: "no fields",
    schema: { type: "object", properties: {} },
    shows: [],
    sends: {},
  },
];
