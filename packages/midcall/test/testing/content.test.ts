import { describe, expect, it } from "vitest";
import { validate } from "../../src/client/index.js";
import { invalidContent, validContent } from "../../src/testing/index.js";

const form = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const isValid = (requestedSchema: unknown, content: unknown): boolean =>
  validate({ message: "?", requestedSchema } as never, content).valid;

const FIELDS: Record<string, Record<string, unknown>> = {
  text: { type: "string" },
  "a short text": { type: "string", minLength: 3, maxLength: 3 },
  "a long text": { type: "string", minLength: 500 },
  "a text with a pattern": { type: "string", pattern: "^[A-Z]{2}-\\d{4}$" },
  email: { type: "string", format: "email" },
  uri: { type: "string", format: "uri" },
  date: { type: "string", format: "date" },
  "date-time": { type: "string", format: "date-time" },
  number: { type: "number", minimum: 0.25, maximum: 0.5 },
  integer: { type: "integer", minimum: 1_000, maximum: 1_001 },
  "a negative integer": { type: "integer", maximum: -7 },
  multiple: { type: "integer", multipleOf: 25, minimum: 30 },
  boolean: { type: "boolean" },
  enum: { type: "string", enum: ["red", "blue"] },
  options: { type: "string", oneOf: [{ const: "r", title: "Red" }] },
  list: { type: "array", items: { type: "string", enum: ["a", "b", "c"] }, minItems: 2 },
};

describe.each(Object.entries(FIELDS))("a form with %s", (_, field) => {
  it("has valid content, and content that is not", () => {
    const schema = form({ other: { type: "boolean" }, field });
    expect(isValid(schema, validContent(schema))).toBe(true);
    const invalid = invalidContent(schema);
    expect(invalid).toBeDefined();
    expect(isValid(schema, invalid)).toBe(false);
  });
});

it("keeps defaults, and says yes", () => {
  const schema = form({
    size: { type: "integer", default: 7 },
    color: { type: "string", enum: ["red", "blue"], default: "blue" },
    sure: { type: "boolean", default: false },
  });
  expect(validContent(schema)).toEqual({ size: 7, color: "blue", sure: true });
});

it("has none for what cannot be read or answered", () => {
  expect(validContent(undefined)).toBeUndefined();
  expect(validContent({ type: "object", properties: 3 })).toBeUndefined();
  const odd = form({ code: { type: "string", pattern: "^[xyz]{40}$" } });
  expect(validContent(odd)).toBeUndefined();
  expect(invalidContent(odd)).toBeUndefined();
  expect(validContent({ ...odd, required: [] })).toEqual({});
  expect(invalidContent(form({}))).toBeUndefined();
});

it("takes any name of a field", () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
  ) as unknown;
  expect(Object.keys(validContent(schema) ?? {})).toEqual(["__proto__"]);
});
