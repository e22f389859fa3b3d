import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  describeIssues,
  getDefaults,
  parseRequestedSchema,
  validateContent,
} from "../../src/schema/index.js";
import type { ContentIssue } from "../../src/schema/index.js";
import { requestedSchema } from "./samples.js";
import { scaled } from "../../../../test/night.js";

const parse = (
  properties: Record<string, unknown>,
  required: string[] = [],
): ReturnType<typeof parseRequestedSchema> =>
  parseRequestedSchema({ type: "object", properties, required });

function issueFor(field: unknown, value: unknown): ContentIssue | undefined {
  const result = validateContent(parse({ x: field }), { x: value });
  return result.valid ? undefined : result.issues[0];
}

describe("validating content", () => {
  it.each<[unknown, unknown, string, string]>([
    [{ type: "string" }, 1, "type", "Enter text."],
    [{ type: "string", minLength: 2 }, "😀", "minLength", "Enter at least 2 characters."],
    [{ type: "string", maxLength: 1 }, "ab", "maxLength", "Enter at most 1 character."],
    [
      { type: "string", pattern: "^a" },
      "b",
      "pattern",
      "Enter it in the format that the server asks for.",
    ],
    [
      { type: "string", format: "email" },
      "x",
      "format",
      "Enter an email address, such as name@example.com.",
    ],
    [
      { type: "string", format: "date-time" },
      "2026-01-31T09:30:00",
      "format",
      "Enter a date and time, such as 2026-01-31T09:30:00+01:00. The end is its offset.",
    ],
    [{ type: "number" }, "1", "type", "Enter a number."],
    [{ type: "number" }, Number.NaN, "type", "Enter a number."],
    [{ type: "number" }, Infinity, "type", "Enter a number."],
    [{ type: "integer" }, 1.5, "type", "Enter a whole number."],
    [{ type: "integer", minimum: 3 }, 2, "minimum", "Enter 3 or more."],
    [{ type: "number", maximum: 3 }, 3.1, "maximum", "Enter 3 or less."],
    [{ type: "boolean" }, "true", "type", "Answer yes or no."],
    [{ type: "string", enum: ["a"] }, "b", "option", "Choose only from the options."],
    [{ type: "integer", enum: [1] }, "1", "option", "Choose only from the options."],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] } },
      "a",
      "type",
      "Choose only from the options.",
    ],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] } },
      ["c"],
      "option",
      "Choose only from the options.",
    ],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1 },
      [],
      "minItems",
      "Choose at least 1.",
    ],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 1 },
      ["a", "b"],
      "maxItems",
      "Choose at most 1.",
    ],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, uniqueItems: true },
      ["a", "a"],
      "uniqueItems",
      "Choose each option once.",
    ],
  ])("%j refuses %j: %s", (field, value, code, message) => {
    expect(issueFor(field, value)).toMatchObject({ field: "x", code, message });
  });

  it.each<[unknown, unknown]>([
    [{ type: "string", minLength: 2, maxLength: 2 }, "😀😀"],
    [{ type: "string", maxLength: 1 }, "\ud83d"],
    [{ type: "string", minLength: 0 }, ""],
    [{ type: "integer" }, 1.0],
    [{ type: "integer" }, 1e300],
    [{ type: "number" }, -0],
    [{ type: "boolean" }, false],
    [{ type: "array", items: { type: "string", enum: ["a"] } }, ["a", "a"]],
    [{ type: "array", items: { type: "string", enum: ["a"] } }, []],
  ])("%j takes %j", (field, value) => {
    expect(issueFor(field, value)).toBeUndefined();
  });

  it("reports each field once, required ones that are missing too", () => {
    const schema = parse(
      { a: { type: "string", title: "Your name" }, b: { type: "integer" }, c: { type: "boolean" } },
      ["a", "c"],
    );
    const result = validateContent(schema, { b: "x" });
    expect(result).toMatchObject({
      valid: false,
      issues: [
        { field: "a", code: "required" },
        { field: "b", code: "type" },
        { field: "c", code: "required" },
      ],
    });
    expect(result.valid ? "" : describeIssues(schema, result.issues)).toBe(
      "Your name: This is required. b: Enter a whole number. c: This is required.",
    );
  });

  it("reads the null of an emptied optional field as no answer, and keeps the rest", () => {
    const schema = parse(
      {
        name: { type: "string" },
        note: { type: "string" },
        size: { type: "string", enum: ["s", "m"] },
        tags: { type: "array", items: { type: "string", enum: ["a"] } },
        ok: { type: "boolean" },
        count: { type: "integer" },
      },
      ["name"],
    );
    const empty = { note: null, size: null, tags: null, ok: null, count: null };
    expect(validateContent(schema, { name: "Ann", ...empty })).toEqual({
      valid: true,
      content: { name: "Ann" },
    });
    expect(validateContent(schema, { ...empty, name: null })).toMatchObject({
      valid: false,
      issues: [{ field: "name", code: "type" }],
    });
    expect(validateContent(schema, { name: "Ann", tags: [null] })).toMatchObject({
      issues: [{ field: "tags", code: "option" }],
    });
  });

  it("keeps only named properties, in a new object, and copies lists", () => {
    const picked = ["a"];
    const given = { m: picked, n: 1, stranger: "x", extra: { deep: true } };
    const result = validateContent(
      parse({
        m: { type: "array", items: { type: "string", enum: ["a"] } },
        n: { type: "number" },
      }),
      given,
    );
    expect(result).toEqual({ valid: true, content: { m: ["a"], n: 1 } });
    picked.push("b");
    expect(result).toEqual({ valid: true, content: { m: ["a"], n: 1 } });
  });

  it("takes missing content as an empty answer, and nothing else that is no object", () => {
    expect(validateContent(parse({ a: { type: "string" } }), undefined)).toEqual({
      valid: true,
      content: {},
    });
    expect(validateContent(parse({ a: { type: "string" } }, ["a"]), undefined)).toMatchObject({
      valid: false,
    });
    for (const content of [null, [], "x", 1, true]) {
      expect(validateContent(parse({}), content)).toMatchObject({
        valid: false,
        issues: [{ field: "", code: "type" }],
      });
    }
  });

  it("treats odd property names like any other", () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"toString":{"type":"boolean"},"":{"type":"string"}}',
    ) as Record<string, unknown>;
    const schema = parse(properties, ["__proto__", "constructor", "toString", ""]);
    expect(schema.fields.map(({ name }) => name)).toEqual([
      "__proto__",
      "constructor",
      "toString",
      "",
    ]);
    expect(validateContent(schema, {})).toMatchObject({
      valid: false,
      issues: [
        { field: "__proto__", code: "required" },
        { field: "constructor", code: "required" },
        { field: "toString", code: "required" },
        { field: "", code: "required" },
      ],
    });
    expect(
      validateContent(schema, JSON.parse('{"__proto__":1,"constructor":1,"toString":true,"":""}')),
    ).toMatchObject({ valid: false, issues: [{ field: "__proto__", code: "type" }] });
    const result = validateContent(
      schema,
      JSON.parse('{"__proto__":"p","constructor":1,"toString":true,"":""}'),
    );
    expect(JSON.stringify(result)).toBe(
      '{"valid":true,"content":{"__proto__":"p","constructor":1,"toString":true,"":""}}',
    );
    expect(result.valid && Object.getPrototypeOf(result.content)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["p"]).toBeUndefined();
  });

  it("bounds the text it reads and the work of a pattern", () => {
    expect(issueFor({ type: "string" }, "a".repeat(100_001))).toMatchObject({
      code: "maxLength",
      params: { limit: 100_000 },
    });
    const heavy = { type: "string", pattern: "(([a-z]{1,20}){1,20})*!" };
    const issue = issueFor(heavy, "a".repeat(100_000));
    expect(issue).toMatchObject({ code: "maxLength" });
    expect(issue?.params["limit"]).toBeLessThan(20_000);
    const roomy = parseRequestedSchema(
      { type: "object", properties: { x: { type: "string" } } },
      { limits: { answer: 200_000 } },
    );
    expect(validateContent(roomy, { x: "a".repeat(150_000) }).valid).toBe(true);
  });

  it("passes on what it does not know in a host, but not what cannot travel", () => {
    const schema = parseRequestedSchema(
      { type: "object", properties: { x: { type: "object" } }, required: ["x"] },
      { unknown: "field" },
    );
    expect(validateContent(schema, {})).toMatchObject({
      valid: false,
      issues: [{ code: "required" }],
    });
    expect(validateContent(schema, { x: ["a"] }).valid).toBe(true);
    expect(validateContent(schema, { x: { a: 1 } }).valid).toBe(false);
  });
});

describe("defaults", () => {
  it("counts those that are falsy", () => {
    const schema = parse({
      a: { type: "string", default: "" },
      b: { type: "integer", default: 0 },
      c: { type: "boolean", default: false },
      d: { type: "array", items: { type: "string", enum: ["x"] }, default: [] },
      e: { type: "string" },
      f: { type: "string", enum: ["x", "y"], default: "y" },
    });
    expect(getDefaults(schema)).toEqual({ a: "", b: 0, c: false, d: [], f: "y" });
  });

  it("are always valid where nothing required is missing", () => {
    fc.assert(
      fc.property(requestedSchema, (schema) => {
        const parsed = parseRequestedSchema(schema);
        const result = validateContent(parsed, getDefaults(parsed));
        const missing = parsed.fields
          .filter((field) => field.required && !("default" in field))
          .map(({ name }) => name);
        expect(
          result.valid ? [] : result.issues.map(({ field, code }) => `${code} ${field}`),
        ).toEqual(missing.map((name) => `required ${name}`));
      }),
      { numRuns: scaled(150, 1_000) },
    );
  });
});
