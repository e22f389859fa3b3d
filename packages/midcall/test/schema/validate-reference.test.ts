import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRequestedSchema, validateContent } from "../../src/schema/index.js";
import { scaled } from "../../../../test/night.js";

/** A field as in a schema, with all keywords that the checks know. */
interface Wire {
  readonly type: "string" | "number" | "integer" | "boolean" | "array";
  readonly enum?: readonly unknown[];
  readonly items?: { readonly enum: readonly unknown[] };
  readonly format?: keyof typeof FORMATTED;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** All texts in a format that the generated answers contain. What else has a format, the comparison with Ajv says. */
const FORMATTED = {
  email: ["ada@example.com", "x.y+z@mail.example.org"],
  uri: [
    "https://a.b/c?d#e",
    "urn:x",
    "http://u:p@[::1.2.3.4]:80/%41",
    "http://[v1.x]",
    "a://[1:2:3:4:5:6:1.2.3.4]",
  ],
  date: ["2024-02-29", "2000-02-29", "2026-08-31"],
  "date-time": ["2026-01-31T09:30:00Z", "2016-12-31t23:59:60.5z", "2026-01-31 09:30:00+0130"],
};
const UNFORMATTED = [
  "ada@example",
  "a..b@c.de",
  "a:",
  "http://[::1",
  "http://[1.2.3.4::]",
  "http://é/",
  "1900-02-29",
  "2026-04-31",
  "2026-13-01",
  "2026-01-31T09:30:00",
  "2026-01-31T09:30:00.Z",
  "2026-01-31T24:00:00Z",
  "2016-12-31T23:58:60Z",
  "2026-01-31x09:30:00Z",
  "2026-01-31T09:30:00+1",
];

const ANSWER_LIMIT = 26;

/** The code of the first issue with a value and its limit, as the specification's keywords say it, one after another. */
function expected(field: Wire, value: unknown): [code: string, limit?: unknown] | undefined {
  if (field.type === "array") {
    if (!Array.isArray(value)) return ["type"];
    if (value.length > (field.maxItems ?? Infinity)) return ["maxItems", field.maxItems];
    if (value.length < (field.minItems ?? 0)) return ["minItems", field.minItems];
    if (!Array.from(value).every((item) => field.items!.enum.includes(item))) return ["option"];
    if (field.uniqueItems && new Set(value).size !== value.length) return ["uniqueItems"];
    return undefined;
  }
  if (field.enum) return field.enum.includes(value) ? undefined : ["option"];
  if (field.type === "boolean") return typeof value === "boolean" ? undefined : ["type"];
  if (field.type === "string") {
    if (typeof value !== "string") return ["type"];
    const length = [...value].length;
    if (length > (field.maxLength ?? Infinity)) return ["maxLength", field.maxLength];
    if (value.length > ANSWER_LIMIT) return ["maxLength", ANSWER_LIMIT];
    if (length < (field.minLength ?? 0)) return ["minLength", field.minLength];
    if (field.format && !FORMATTED[field.format].includes(value)) return ["format"];
    if (field.pattern && !new RegExp(field.pattern, "u").test(value)) return ["pattern"];
    return undefined;
  }
  if (typeof value !== "number" || !Number.isFinite(value)) return ["type"];
  if (field.type === "integer" && !Number.isInteger(value)) return ["type"];
  if (field.minimum !== undefined && value < field.minimum) return ["minimum", field.minimum];
  if (field.maximum !== undefined && value > field.maximum) return ["maximum", field.maximum];
  if (field.exclusiveMinimum !== undefined && value <= field.exclusiveMinimum)
    return ["exclusiveMinimum", field.exclusiveMinimum];
  if (field.exclusiveMaximum !== undefined && value >= field.exclusiveMaximum)
    return ["exclusiveMaximum", field.exclusiveMaximum];
  // All values are multiples of a quarter, which floating-point numbers represent exactly.
  if (field.multipleOf !== undefined && value % field.multipleOf !== 0)
    return ["multipleOf", field.multipleOf];
  return undefined;
}

const least = fc.integer({ min: 0, max: 3 });
const most = fc.integer({ min: 3, max: 6 });
const quarters = fc.integer({ min: -40, max: 40 }).map((count) => count / 4);

/** A field of one of the types with any of the keywords. */
const some = (
  types: readonly Wire["type"][],
  keywords: { [K in keyof Wire]?: fc.Arbitrary<NonNullable<Wire[K]>> },
): fc.Arbitrary<Wire> =>
  fc
    .tuple(fc.constantFrom(...types), fc.record(keywords, { requiredKeys: [] }))
    .map(([type, rest]) => ({ ...rest, type }));

const field: fc.Arbitrary<Wire> = fc.oneof(
  some(["string"], {
    minLength: least,
    maxLength: most,
    pattern: fc.constantFrom("^a", "\\bb\\b", "^\\w{2,4}$", "\\p{L}", "[^a]$"),
  }),
  some(["string"], { format: fc.constantFrom("email", "uri", "date", "date-time") }),
  some(["number", "integer"], {
    minimum: fc.integer({ min: -9, max: 0 }),
    maximum: fc.integer({ min: 1, max: 9 }),
    exclusiveMinimum: fc.integer({ min: -9, max: 0 }),
    exclusiveMaximum: fc.integer({ min: 2, max: 9 }),
    multipleOf: fc.constantFrom(0.25, 0.5, 2),
  }),
  fc.constantFrom<Wire>(
    { type: "boolean" },
    { type: "string", enum: ["a", "b", "", "toString"] },
    { type: "integer", enum: [1, 2] },
  ),
  some(["array"], { minItems: least, maxItems: most, uniqueItems: fc.boolean() }).map((list) => ({
    ...list,
    items: { enum: ["a", "b", "c", ""] },
  })),
);

const value = fc.oneof(
  quarters,
  fc
    .array(fc.constantFrom("a", "b", "_", " ", "é", "😀", "\ud800", "1"), { maxLength: 18 })
    .map((characters) => characters.join("")),
  fc.constantFrom(...Object.values(FORMATTED).flat(), ...UNFORMATTED),
  fc.array(fc.constantFrom("a", "b", "c", "", "d", 1, null), { maxLength: 7 }),
  fc.constantFrom<unknown>(
    "a",
    "toString",
    true,
    false,
    null,
    NaN,
    Infinity,
    1n,
    {},
    new String("a"),
  ),
  fc.constantFrom<unknown>(new Array(3), Object.assign(["a"], { 2: "b" }), { length: 1, 0: "a" }),
);

const names = ["a", "b", "1", "__proto__", "constructor", ""];
const named = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), one), { selector: ([name]) => name })
    // Unlike an assignment, this sets `__proto__` like any other name.
    .map((entries) => Object.fromEntries(entries));

const form = fc.record({ properties: named(field), required: fc.subarray(names) });

interface Form {
  readonly properties: Readonly<Record<string, Wire>>;
  readonly required: readonly string[];
}

function parse({ properties, required }: Form) {
  const own = required.filter((name) => Object.hasOwn(properties, name));
  return parseRequestedSchema(
    { type: "object", properties, required: own },
    { unknown: "field", limits: { answer: ANSWER_LIMIT } },
  );
}

/** What an answer's own, named values come to. */
function outcome({ properties, required }: Form, answer: object) {
  const issues: [string, ...unknown[]][] = [];
  const content: [string, unknown][] = [];
  for (const [name, one] of Object.entries(properties)) {
    const own: unknown = Object.getOwnPropertyDescriptor(answer, name)?.value;
    // The null of an optional field is no answer.
    const given = own === null && !required.includes(name) ? undefined : own;
    const issue =
      given === undefined ? required.includes(name) && ["required"] : expected(one, given);
    if (issue) issues.push([name, ...issue]);
    else if (given !== undefined) content.push([name, given]);
  }
  return issues.length > 0 ? { issues } : { content };
}

function received(schema: ReturnType<typeof parse>, answer: unknown) {
  const result = validateContent(schema, answer);
  if (result.valid) return { content: Object.entries(result.content) };
  const issues = result.issues.map(({ field: name, code, params }) =>
    "limit" in params ? [name, code, params["limit"]] : [name, code],
  );
  return { issues };
}

describe("the check of an answer", () => {
  it("says what the keywords say, for one schema after another and for both in turn", () => {
    const verdicts = { content: 0, issues: 0 };
    fc.assert(
      fc.property(form, form, fc.array(named(value), { maxLength: 6 }), (one, other, answers) => {
        const pairs = [one, other].map((each) => [each, parse(each)] as const);
        const [first, second] = pairs;
        for (const [given, schema] of [first!, first!, second!, first!, ...pairs]) {
          for (const answer of answers) {
            const found = received(schema, answer);
            expect(found).toEqual(outcome(given, answer));
            verdicts[found.content ? "content" : "issues"]++;
          }
        }
        for (const answer of answers)
          for (const [given, schema] of pairs)
            expect(received(schema, answer)).toEqual(outcome(given, answer));
      }),
      { numRuns: scaled(200, 1_500) },
    );
    expect(Math.min(verdicts.content, verdicts.issues)).toBeGreaterThan(scaled(130, 1_000));
  });

  const schema = parse({
    properties: { a: { type: "string" }, b: { type: "array", items: { enum: ["a"] } } },
    required: [],
  });

  it("reads each named property once, of the answer itself, and no other", () => {
    const log: string[] = [];
    const answer = new Proxy(
      { stranger: 1, b: ["a"], a: "x" },
      {
        getOwnPropertyDescriptor(target, key) {
          log.push(`own ${String(key)}`);
          return Reflect.getOwnPropertyDescriptor(target, key);
        },
        get(target, key) {
          log.push(`get ${String(key)}`);
          return Reflect.get(target, key) as unknown;
        },
        has: () => expect.fail("has"),
        ownKeys: () => expect.fail("ownKeys"),
        getPrototypeOf: () => expect.fail("getPrototypeOf"),
      },
    );
    expect(validateContent(schema, answer)).toEqual({
      valid: true,
      content: { a: "x", b: ["a"] },
    });
    expect(log).toEqual(["own a", "get a", "own b", "get b"]);
    const inherited = Object.create({
      get a() {
        return expect.fail("an inherited getter");
      },
    }) as object;
    expect(validateContent(schema, inherited)).toEqual({ valid: true, content: {} });
  });

  it("is not disturbed by an answer that has another answer checked meanwhile", () => {
    const other = parse({ properties: { b: { type: "integer" } }, required: [] });
    const answer = {
      get a() {
        expect(validateContent(other, { b: 1 }).valid).toBe(true);
        return "x";
      },
      b: ["a"],
    };
    expect(validateContent(schema, answer)).toEqual({ valid: true, content: { a: "x", b: ["a"] } });
  });

  it("takes no list with holes, nor one that is too long, and copies the others", () => {
    for (const b of [new Array(1), new Array(2 ** 32 - 1), { length: 0 }])
      expect(received(schema, { b })).toMatchObject({ issues: [["b", expect.any(String)]] });
    const list = ["a"];
    const result = validateContent(schema, { b: list });
    list.push("b");
    expect(result).toEqual({ valid: true, content: { b: ["a"] } });
  });
});
