import type { ForeignForm } from "./foreign-form.js";

export const byHand: readonly ForeignForm[] = [
  {
    from: "by hand",
    name: "enumNames one too many",
    schema: {
      type: "object",
      properties: {
        what: {
          type: "string",
          enum: ["delete", "keep"],
          enumNames: ["Choose…", "Delete", "Keep"],
        },
      },
      required: ["what"],
    },
    shows: ['what* “What” select ["delete": delete, "keep": keep]'],
    input: { what: "Delete" },
    issues: ["what option"],
    notes: ["/properties/what/enumNames ignored"],
  },
  {
    from: "by hand",
    name: "enumNames one too few",
    schema: {
      type: "object",
      properties: { what: { type: "string", enum: ["delete", "keep"], enumNames: ["Keep"] } },
      required: ["what"],
    },
    shows: ['what* “What” select ["delete": delete, "keep": keep]'],
    input: { what: "keep" },
    sends: { what: "keep" },
    notes: ["/properties/what/enumNames ignored"],
  },
  {
    from: "by hand",
    name: "titles that are each other's values",
    schema: {
      type: "object",
      properties: {
        what: {
          type: "string",
          oneOf: [
            { const: "delete", title: "keep" },
            { const: "keep", title: "delete" },
          ],
        },
      },
      required: ["what"],
    },
    shows: ['what* “What” select ["delete": keep (delete), "keep": delete (keep)]'],
    input: { what: "keep" },
    sends: { what: "keep" },
  },
  {
    from: "by hand",
    name: "a yes that is shown as a no",
    schema: {
      type: "object",
      properties: {
        sure: {
          oneOf: [
            { const: true, title: "No" },
            { const: false, title: "Yes" },
          ],
        },
      },
      required: ["sure"],
    },
    shows: ["sure* “Sure” select [true: No (true), false: Yes (false)]"],
    input: { sure: false },
    sends: { sure: false },
  },
  {
    from: "by hand",
    name: "titles that are each other's values in another case",
    schema: {
      type: "object",
      properties: { what: { type: "string", enum: ["NO", "YES"], enumNames: ["yes", "no "] } },
      required: ["what"],
    },
    shows: ['what* “What” select ["NO": yes (NO), "YES": no (YES)]'],
    input: { what: "NO" },
    sends: { what: "NO" },
  },
  {
    from: "by hand",
    name: "a list with choices of its own",
    schema: {
      type: "object",
      properties: {
        tags: { type: "array", enum: ["a"], items: { type: "string", enum: ["a", "b"] } },
      },
      required: ["tags"],
    },
    refused: "enum: It is a list, and its enum names values that are none, so no answer is right.",
  },
  {
    from: "by hand",
    name: "two options of one title",
    schema: {
      type: "object",
      properties: {
        what: {
          type: "string",
          oneOf: [
            { const: "a", title: "Same" },
            { const: "b", title: "Same" },
          ],
        },
      },
      required: ["what"],
    },
    shows: ['what* “What” select ["a": Same (a), "b": Same (b)]'],
    input: { what: "Same" },
    issues: ["what option"],
  },
  {
    from: "by hand",
    name: "a boolean with titles",
    schema: {
      type: "object",
      properties: {
        wipe: {
          type: "boolean",
          oneOf: [
            { const: true, title: "Delete everything" },
            { const: false, title: "Keep everything" },
          ],
        },
      },
      required: ["wipe"],
    },
    shows: ["wipe* “Wipe” select [true: Delete everything, false: Keep everything]"],
    input: { wipe: "Keep everything" },
    sends: { wipe: false },
  },
  {
    from: "by hand",
    name: "a boolean with an enum",
    schema: {
      type: "object",
      properties: { ok: { type: "boolean", enum: [true, false] } },
      required: ["ok"],
    },
    shows: ["ok* “Ok” boolean"],
    input: { ok: false },
    sends: { ok: false },
  },
  {
    from: "by hand",
    name: "numbers listed for a string",
    schema: {
      type: "object",
      properties: { n: { type: "string", enum: [1, 2, 3] } },
      required: ["n"],
    },
    shows: ["n* “N” select [1: 1, 2: 2, 3: 3]"],
    input: { n: "2" },
    sends: { n: 2 },
    notes: ["/properties/n/type ignored"],
  },
  {
    from: "by hand",
    name: '1 and "1"',
    schema: { type: "object", properties: { n: { enum: [1, "1"] } }, required: ["n"] },
    refused: "enum: Its choices (enum) cannot be read: 1 is both a text and another kind of value.",
  },
  {
    from: "by hand",
    name: "1,001 options",
    schema: {
      type: "object",
      properties: {
        n: { type: "string", enum: Array.from({ length: 1001 }, (_, at) => `o${at}`) },
      },
      required: ["n"],
    },
    refused:
      "enum: It has 1,001 choices (enum), and this host shows at most 1,000. That is a limit of this host, not of the protocol.",
  },
  {
    from: "by hand",
    name: "101 fields",
    schema: {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 101 }, (_, at) => [`f${at}`, { type: "string" }]),
      ),
    },
    refused:
      "limit: The form has 101 fields, and this host shows at most 100. That is a limit of this host, not of the protocol.",
  },
  {
    from: "by hand",
    name: "an enum and its titles in two keywords",
    schema: {
      type: "object",
      properties: {
        c: {
          type: "string",
          enum: ["a", "b"],
          oneOf: [
            { const: "a", title: "A" },
            { const: "b", title: "B" },
            { const: "c", title: "C" },
          ],
        },
      },
      required: ["c"],
    },
    shows: ['c* “C” select ["a": A, "b": B]'],
    input: { c: "b" },
    sends: { c: "b" },
  },
  {
    from: "by hand",
    name: "constraints that exclude each other",
    schema: {
      type: "object",
      properties: { n: { allOf: [{ type: "integer", minimum: 5 }, { maximum: 3 }] } },
      required: ["n"],
    },
    refused: "minimum: Its limits (minimum) allow no answer.",
  },
  {
    from: "by hand",
    name: "types that exclude each other",
    schema: {
      type: "object",
      properties: { n: { type: "string", allOf: [{ type: "integer" }] } },
      required: ["n"],
    },
    refused:
      'type: Its parts contradict each other: type is ["string"] in one and ["integer"] in another.',
  },
  {
    from: "by hand",
    name: "a reference to itself",
    schema: { type: "object", properties: { n: { $ref: "#/properties/n" } }, required: ["n"] },
    refused: "$ref: Its reference to #/properties/n leads back to itself.",
  },
  {
    from: "by hand",
    name: "a reference to nowhere",
    schema: { type: "object", properties: { n: { $ref: "#/$defs/Gone" } }, required: ["n"] },
    refused: "$ref: It refers to #/$defs/Gone, which is not in the schema.",
  },
  {
    from: "by hand",
    name: "a field that must not be one value",
    schema: {
      type: "object",
      properties: { name: { type: "string", not: { const: "root" } } },
      required: ["name"],
    },
    shows: ["name* “Name” text"],
    input: { name: "x" },
    sends: { name: "x" },
    notes: ["/properties/name/not unchecked"],
  },
  {
    from: "by hand",
    name: "a condition between fields",
    schema: {
      type: "object",
      properties: { kind: { type: "string", enum: ["a", "other"] }, other: { type: "string" } },
      required: ["kind"],
      if: { properties: { kind: { const: "other" } } },
      then: { required: ["other"] },
    },
    shows: ['kind* “Kind” select ["a": a, "other": other]', "other “Other” text"],
    input: { kind: "a" },
    sends: { kind: "a" },
    notes: ["/if unchecked", "/then unchecked"],
  },
  {
    from: "by hand",
    name: "a condition with a field of its own",
    schema: {
      type: "object",
      properties: { kind: { type: "string", enum: ["a", "other"] } },
      required: ["kind"],
      if: { properties: { kind: { const: "other" } } },
      then: { properties: { other: { type: "string" } }, required: ["other"] },
    },
    refused:
      "then: Its then has a field of its own, other, and a form shows the same fields in every case.",
  },
  {
    from: "by hand",
    name: "an international address",
    schema: {
      type: "object",
      properties: { link: { type: "string", format: "iri" } },
      required: ["link"],
    },
    shows: ["link* “Link” uri"],
    input: { link: "https://例え.jp/パス" },
    sends: { link: "https://例え.jp/パス" },
  },
  {
    from: "by hand",
    name: "a default that does not fit",
    schema: { type: "object", properties: { n: { type: "integer", maximum: 3, default: 9 } } },
    shows: ["n “N” integer"],
    sends: {},
    notes: ["/properties/n/default ignored"],
  },
  {
    from: "by hand",
    name: "a required name without a property",
    schema: { type: "object", properties: { a: { type: "string" } }, required: ["a", "b"] },
    refused: "required: names a field that is not in properties.",
  },
  {
    from: "by hand",
    name: "a schema of texts alone",
    schema: { type: "string" },
    refused:
      "type: The requested schema must be an object with type “object” and “properties”. Its type is string.",
  },
  {
    from: "by hand",
    name: "a list as the whole",
    schema: { type: "array", items: { type: "string" } },
    refused:
      "type: The requested schema must be an object with type “object” and “properties”. Its type is array.",
  },
  {
    from: "by hand",
    name: "the shape of a field in place of a form",
    schema: { name: { type: "string" } },
    refused:
      "properties: It has no “properties”, and a member name that looks like a field in their place.",
  },
];
