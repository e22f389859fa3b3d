import type { ForeignForm } from "./foreign-form.js";

export const goAndRust: readonly ForeignForm[] = [
  {
    from: "go-sdk (google/jsonschema-go)",
    name: "a struct",
    schema: {
      type: "object",
      required: ["name", "count"],
      properties: {
        name: { type: "string", description: "the name" },
        count: { type: "integer" },
        note: { type: "string" },
      },
      additionalProperties: false,
    },
    shows: ["name* “Name” text (the name)", "count* “Count” integer", "note “Note” text"],
    input: { name: "x", count: "3" },
    sends: { name: "x", count: 3 },
  },
  {
    from: "go-sdk (google/jsonschema-go)",
    name: "a pointer: null or a text",
    schema: {
      type: "object",
      properties: { nick: { type: ["null", "string"] } },
      additionalProperties: false,
    },
    shows: ["nick “Nick” text"],
    input: { nick: "y" },
    sends: { nick: "y" },
  },
  {
    from: "go-sdk (google/jsonschema-go)",
    name: "a slice of strings: null or a list",
    schema: {
      type: "object",
      properties: {
        tags: { type: ["null", "array"], items: { type: "string" } },
        ok: { type: "boolean" },
      },
      required: ["ok"],
    },
    shows: ["tags “Tags” unsupported", "ok* “Ok” boolean"],
    input: { ok: true },
    sends: { ok: true },
    notes: ["/properties/tags/items unshown"],
  },
  {
    from: "go-sdk (google/jsonschema-go)",
    name: "a slice with an enum",
    schema: {
      type: "object",
      properties: {
        tags: { type: ["null", "array"], items: { type: "string", enum: ["a", "b"] } },
      },
      required: ["tags"],
    },
    shows: ['tags* “Tags” multi-select ["a": a, "b": b]'],
    input: { tags: ["b"] },
    sends: { tags: ["b"] },
  },
  {
    from: "go-sdk (google/jsonschema-go)",
    name: "an empty struct",
    schema: { type: "object", additionalProperties: false },
    shows: [],
    sends: {},
  },
  {
    from: "go-sdk (google/jsonschema-go)",
    name: "a nil schema's JSON",
    schema: {},
    shows: [],
    sends: {},
  },
  {
    from: "go-sdk (google/jsonschema-go)",
    name: "map[string]any",
    schema: { type: "object", additionalProperties: {} },
    shows: [],
    sends: {},
  },
  {
    from: "go-sdk (google/jsonschema-go)",
    name: "map[string]string",
    schema: { type: "object", additionalProperties: { type: "string" } },
    refused:
      "additionalProperties: It names no fields, and asks for values of any name (additionalProperties).",
  },
  {
    from: "go-sdk (google/jsonschema-go)",
    name: "a pattern with a flag",
    schema: {
      type: "object",
      properties: { a: { type: "string", pattern: "(?i)^ab$" } },
      required: ["a"],
    },
    shows: ["a* “A” text"],
    input: { a: "AB" },
    sends: { a: "AB" },
    notes: ["/properties/a/pattern unchecked"],
  },
  {
    from: "invopop/jsonschema",
    name: "a reflected struct: $ref at the root",
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://example.com/user",
      $ref: "#/$defs/User",
      $defs: {
        User: {
          properties: {
            name: { type: "string", title: "Name" },
            role: { type: "string", enum: ["admin", "user"], default: "user" },
          },
          additionalProperties: false,
          type: "object",
          required: ["name"],
        },
      },
    },
    shows: ["name* “Name” text", 'role “Role” select ["admin": admin, "user": user] = "user"'],
    input: { name: "Ann" },
    sends: { name: "Ann", role: "user" },
  },
  {
    from: "invopop/jsonschema",
    name: "a oneof_required pair",
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { mail: { type: "string" }, phone: { type: "string" } },
      oneOf: [
        { required: ["mail"], title: "mail" },
        { required: ["phone"], title: "phone" },
      ],
    },
    shows: ["mail “Mail” text", "phone “Phone” text"],
    input: { phone: "123" },
    sends: { phone: "123" },
    notes: ["/oneOf unchecked"],
  },
  {
    from: "invopop/jsonschema",
    name: "a POSIX class",
    schema: {
      type: "object",
      properties: { a: { type: "string", pattern: "^[[:alpha:]]+$" } },
      required: ["a"],
    },
    shows: ["a* “A” text"],
    input: { a: "Zoë" },
    sends: { a: "Zoë" },
    notes: ["/properties/a/pattern unchecked"],
  },
  {
    from: "invopop/jsonschema",
    name: "a $ref to another $id",
    schema: {
      type: "object",
      properties: { a: { $ref: "https://example.com/other.json#/$defs/A" } },
      required: ["a"],
    },
    refused:
      "$ref: It refers to https://example.com/other.json#/$defs/A, and this host follows only references within the schema (#/…).",
  },
  {
    from: "schemars 0.8",
    name: "an enum with descriptions",
    schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      required: ["level"],
      properties: { level: { $ref: "#/definitions/Level" } },
      definitions: {
        Level: {
          oneOf: [
            { description: "Few words", type: "string", enum: ["Low"] },
            { description: "All of it", type: "string", enum: ["High"] },
          ],
        },
      },
    },
    shows: ['level* “Level” select ["Low": Low – Few words, "High": High – All of it]'],
    input: { level: "High" },
    sends: { level: "High" },
  },
  {
    from: "schemars 0.8",
    name: "an enum, partly described",
    schema: {
      type: "object",
      required: ["level"],
      properties: { level: { $ref: "#/definitions/Level" } },
      definitions: {
        Level: {
          oneOf: [
            { type: "string", enum: ["Low", "Mid"] },
            { description: "All of it", type: "string", enum: ["High"] },
          ],
        },
      },
    },
    shows: ['level* “Level” select ["Low": Low, "Mid": Mid, "High": High – All of it]'],
    input: { level: "Mid" },
    sends: { level: "Mid" },
  },
  {
    from: "schemars 0.8",
    name: "Option<u32>",
    schema: {
      type: "object",
      properties: { n: { type: ["integer", "null"], format: "uint32", minimum: 0 } },
    },
    shows: ["n “N” integer"],
    input: { n: "5" },
    sends: { n: 5 },
  },
  {
    from: "schemars 0.8",
    name: "Option of an enum",
    schema: {
      type: "object",
      properties: { level: { anyOf: [{ $ref: "#/definitions/Level" }, { type: "null" }] } },
      definitions: { Level: { type: "string", enum: ["Low"] } },
    },
    shows: ['level “Level” select ["Low": Low]'],
    input: { level: "Low" },
    sends: { level: "Low" },
  },
  {
    from: "schemars 1",
    name: "an enum with const",
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        level: {
          description: "How much",
          oneOf: [
            { description: "Few words", type: "string", const: "low" },
            { type: "string", const: "high" },
          ],
        },
      },
      required: ["level"],
    },
    shows: ['level* “Level” select ["low": low – Few words, "high": high] (How much)'],
    input: { level: "low" },
    sends: { level: "low" },
  },
  {
    from: "schemars 1",
    name: "a $ref with a description",
    schema: {
      type: "object",
      $defs: { Level: { type: "string", enum: ["low", "high"] } },
      properties: { level: { description: "How much", $ref: "#/$defs/Level" } },
      required: ["level"],
    },
    shows: ['level* “Level” select ["low": low, "high": high] (How much)'],
    input: { level: "low" },
    sends: { level: "low" },
  },
  {
    from: "schemars 1",
    name: "an enum of structs",
    schema: {
      oneOf: [
        { type: "object", properties: { Cat: { type: "string" } }, required: ["Cat"] },
        { type: "object", properties: { Dog: { type: "string" } }, required: ["Dog"] },
      ],
    },
    refused:
      "oneOf: Its oneOf has a field of its own, Cat, and a form shows the same fields in every case.",
  },
  {
    from: "rmcp",
    name: "titled options with anyOf",
    schema: {
      type: "object",
      properties: {
        c: {
          type: "string",
          anyOf: [
            { const: "r", title: "Red" },
            { const: "g", title: "Green" },
          ],
        },
      },
      required: ["c"],
    },
    shows: ['c* “C” select ["r": Red, "g": Green]'],
    input: { c: "g" },
    sends: { c: "g" },
  },
];
