import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  toProtocolVersion,
  parseRequestedSchema,
  validateContent,
} from "../../src/schema/index.js";
import type { RequestedSchema } from "../../src/schema/index.js";
import type { ProtocolVersion } from "../../src/schema/versions/to-version.js";
import { contentFor, optionsOf, requestedSchema } from "./samples.js";
import { scaled } from "../../../../test/night.js";

const PROTOCOL_VERSIONS: readonly ProtocolVersion[] = ["2025-06-18", "2025-11-25", "2026-07-28"];

const form = (properties: RequestedSchema["properties"], required?: string[]): RequestedSchema => ({
  type: "object",
  properties,
  ...(required && { required }),
});

describe("writing a schema for a protocol version", () => {
  // A member of this name once made it pass for a schema that had been parsed.
  it("does not take a schema for a parsed one, whatever members it has", () => {
    const odd = { ...form({ name: { type: "string" } }), answerLimit: 1, fields: [] };
    expect(() => toProtocolVersion(odd, "2025-06-18")).toThrow(
      expect.objectContaining({ code: "ERR_MIDCALL_SCHEMA_INVALID" }),
    );
  });

  it("gives back the same object when there is nothing to change", () => {
    const plain = form({
      a: { type: "string", format: "email" },
      b: { type: "boolean", default: true },
      c: { type: "string", enum: ["x"], enumNames: ["X"] },
    });
    for (const protocolVersion of PROTOCOL_VERSIONS) {
      const { requestedSchema, decode } = toProtocolVersion(plain, protocolVersion);
      expect(requestedSchema).toBe(plain);
      const content = {};
      expect(decode(content)).toBe(content);
    }
    const rich = form({
      a: { type: "string", default: "x" },
      b: { type: "string", oneOf: [{ const: "x", title: "X" }] },
      c: { type: "array", items: { anyOf: [{ const: "x", title: "X" }] } },
    });
    expect(toProtocolVersion(rich, "2025-11-25").requestedSchema).toBe(rich);
    expect(toProtocolVersion(rich, "2026-07-28").requestedSchema).toBe(rich);
    expect(toProtocolVersion(rich, "2025-06-18")).toBe(toProtocolVersion(rich, "2025-06-18"));
  });

  it("sends a pattern on 2025-11-25 only, and mentions it where nothing else is said", () => {
    const schema = form({
      a: { type: "string", pattern: "^x" },
      b: { type: "string", pattern: "^x", description: "Said" },
    });
    expect(toProtocolVersion(schema, "2025-11-25").requestedSchema).toBe(schema);
    for (const protocolVersion of ["2025-06-18", "2026-07-28"] as const) {
      expect(toProtocolVersion(schema, protocolVersion).requestedSchema.properties).toEqual({
        a: { type: "string", description: "Expected form: ^x" },
        b: { type: "string", description: "Said" },
      });
    }
  });

  it("writes choices the way the specification does", () => {
    const titled = [{ const: "a", title: "A" }];
    const schema = form({
      one: { type: "string", anyOf: titled },
      many: { type: "array", items: { oneOf: titled } },
    });
    for (const protocolVersion of ["2025-11-25", "2026-07-28"] as const) {
      expect(toProtocolVersion(schema, protocolVersion).requestedSchema.properties).toEqual({
        one: { type: "string", oneOf: titled },
        many: { type: "array", items: { anyOf: titled } },
      });
    }
  });

  it("sends numbers to choose from as strings, and reads them back", () => {
    const schema = form({
      n: { type: "integer", enum: [1, 2], default: 2 },
      t: { type: "number", oneOf: [{ const: 0.5, title: "Half" }], title: "T" },
    });
    const { requestedSchema, decode } = toProtocolVersion(schema, "2026-07-28");
    expect(requestedSchema.properties).toEqual({
      n: { type: "string", enum: ["1", "2"], default: "2" },
      t: { type: "string", oneOf: [{ const: "0.5", title: "Half" }], title: "T" },
    });
    expect(decode({ n: "1", t: "0.5" })).toEqual({ n: 1, t: 0.5 });
    expect(decode({ n: 1, t: "9" })).toEqual({ n: 1, t: "9" });
  });

  describe("to 2025-06-18", () => {
    const rewrite = (
      properties: RequestedSchema["properties"],
      required?: string[],
    ): ReturnType<typeof toProtocolVersion> =>
      toProtocolVersion(form(properties, required), "2025-06-18");

    it("names titles in enumNames, defaults in descriptions", () => {
      const schema: RequestedSchema = {
        ...form({
          a: {
            type: "string",
            oneOf: [
              { const: "x", title: "X" },
              { const: "y", title: "Y" },
            ],
            default: "y",
          },
          b: { type: "integer", default: 0, description: "How many" },
          c: { type: "boolean", default: false },
          d: { type: "string", default: "" },
        }),
        $schema: "https://json-schema.org/draft/2020-12/schema",
      };
      expect(toProtocolVersion(schema, "2025-06-18").requestedSchema).toEqual(
        form({
          a: {
            type: "string",
            enum: ["x", "y"],
            enumNames: ["X", "Y"],
            description: "(Suggested: Y)",
          },
          b: { type: "integer", description: "How many (Suggested: 0)" },
          c: { type: "boolean", default: false },
          d: { type: "string" },
        }),
      );
    });

    it("asks a multiple choice as one yes/no per option", () => {
      const { requestedSchema, decode } = rewrite(
        {
          days: {
            type: "array",
            title: "Days",
            description: "When you can",
            items: {
              anyOf: [
                { const: "mo", title: "Monday" },
                { const: "tu", title: "Tuesday" },
              ],
            },
            minItems: 1,
            default: ["tu"],
          },
          x: { type: "string" },
        },
        ["days", "x"],
      );
      expect(requestedSchema).toEqual({
        type: "object",
        properties: {
          "days[mo]": {
            type: "boolean",
            title: "Monday",
            description: "Days: When you can (choose at least 1)",
            default: false,
          },
          "days[tu]": {
            type: "boolean",
            title: "Tuesday",
            description: "Days (choose at least 1)",
            default: true,
          },
          x: { type: "string" },
        },
        required: ["x"],
      });
      expect(decode({ "days[tu]": true, "days[mo]": true, x: "y" })).toEqual({
        days: ["mo", "tu"],
        x: "y",
      });
      expect(decode({ "days[tu]": false, x: "y" })).toEqual({ days: [], x: "y" });
      expect(decode({ x: "y" })).toEqual({ days: [], x: "y" });
      expect(decode(undefined)).toEqual({ days: [] });
      expect(decode({ "days[tu]": "yes" })).toEqual({ days: "yes" });
      expect(decode({ days: ["mo"] })).toEqual({ days: ["mo"] });
      expect(decode("junk")).toBe("junk");
    });

    it("reads an optional choice left alone as no answer, and boxes all empty as an empty one", () => {
      const optional = rewrite({ m: { type: "array", items: { type: "string", enum: ["a"] } } });
      expect(optional.decode({})).toEqual({});
      expect(optional.decode({ "m[a]": false })).toEqual({ m: [] });
      const counted = rewrite({
        m: { type: "array", items: { type: "string", enum: ["a"] }, minItems: 1 },
      });
      expect(counted.decode({ "m[a]": false })).toEqual({});
    });

    it("preselects none of the boxes unless the author did, as some hosts would preselect all", () => {
      const days = { type: "array", items: { type: "string", enum: ["mo", "tu"] } } as const;
      const presets = (field: RequestedSchema["properties"][string]): unknown[] =>
        Object.values(rewrite({ days: field }).requestedSchema.properties).map(
          (box) => box.default,
        );
      expect(presets(days)).toEqual([false, false]);
      expect(presets({ ...days, default: [] })).toEqual([false, false]);
      expect(presets({ ...days, default: ["tu"] })).toEqual([false, true]);
    });

    it("reads the null of a box as a box left alone", () => {
      const { decode } = rewrite({
        m: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      });
      expect(decode({ "m[a]": null, "m[b]": true })).toEqual({ m: ["b"] });
      expect(decode({ "m[a]": null, "m[b]": null })).toEqual({});
    });

    it("shows a long default in full, since it is what an empty field means", () => {
      const text = "word ".repeat(60).trim();
      const { requestedSchema } = rewrite({ a: { type: "string", default: text } });
      expect(requestedSchema.properties["a"]?.description).toBe(`(Suggested: ${text})`);
    });

    it("finds names that nothing else has", () => {
      const { requestedSchema, decode } = rewrite({
        m: { type: "array", items: { type: "string", enum: ["a", "v".repeat(100), "b"] } },
        "m[a]": { type: "string" },
        "m[1]": { type: "array", items: { type: "string", enum: ["x"] } },
      });
      expect(Object.keys(requestedSchema.properties)).toEqual([
        "m[a]_",
        "m[1]_",
        "m[b]",
        "m[a]",
        "m[1][x]",
      ]);
      expect(decode({ "m[a]_": true, "m[1]_": true, "m[a]": "text", "m[1][x]": true })).toEqual({
        m: ["a", "v".repeat(100)],
        "m[a]": "text",
        "m[1]": ["x"],
      });
    });
  });

  /** What a host of a protocol version answers, for content a person means. */
  function answerAs(
    schema: RequestedSchema,
    rewritten: RequestedSchema,
    content: Record<string, unknown>,
    protocolVersion: ProtocolVersion,
  ): Record<string, unknown> {
    const answer: Record<string, unknown> = {};
    const put = (name: string, value: unknown): void =>
      void Object.defineProperty(answer, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    // In the order of their fields, which is not that of all names: "1" comes before "0[a]".
    const boxes = Object.keys(rewritten.properties).filter(
      (name) => !Object.hasOwn(schema.properties, name),
    );
    for (const name of Object.keys(schema.properties)) {
      const field = Object.getOwnPropertyDescriptor(schema.properties, name)!
        .value as RequestedSchema["properties"][string];
      const options = optionsOf(field);
      const split = protocolVersion === "2025-06-18" && field.type === "array";
      const own = split ? boxes.splice(0, options.length) : [];
      if (!Object.hasOwn(content, name)) continue;
      const value = content[name];
      if (split)
        own.forEach((box, index) => put(box, (value as unknown[]).includes(options[index])));
      else if (options.length > 0 && typeof value === "number") put(name, String(value));
      else put(name, value);
    }
    return answer;
  }

  it("loses nothing on the way there and back, and stays within the protocol version", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        requestedSchema.chain((schema) =>
          fc.tuple(
            fc.constant(schema),
            fc.array(contentFor(schema), { minLength: 8, maxLength: 8 }),
          ),
        ),
        fc.constantFrom(...PROTOCOL_VERSIONS),
        ([schema, contents], protocolVersion) => {
          const parsed = parseRequestedSchema(schema);
          const { requestedSchema: rewritten, decode } = toProtocolVersion(
            parsed.requestedSchema,
            protocolVersion,
          );
          const check = parseRequestedSchema(rewritten);
          expect(toProtocolVersion(rewritten, protocolVersion).requestedSchema).toBe(rewritten);
          for (const content of contents) {
            const valid = validateContent(parsed, content);
            if (!valid.valid) continue;
            // Yes/no boxes know neither order nor repetition.
            const canonical: Record<string, unknown> = valid.content;
            for (const field of parsed.fields) {
              const value = Object.getOwnPropertyDescriptor(canonical, field.name)
                ?.value as unknown;
              if (
                protocolVersion !== "2025-06-18" ||
                field.kind !== "multi-select" ||
                !Array.isArray(value)
              )
                continue;
              const set = field.options
                .map((option) => option.value)
                .filter((option) => value.includes(option));
              Object.defineProperty(canonical, field.name, {
                value: set,
                enumerable: true,
                configurable: true,
                writable: true,
              });
            }
            if (!validateContent(parsed, canonical).valid) continue;
            // A required choice left alone comes back as an empty one, and so it did here.
            const answer = answerAs(schema, rewritten, canonical, protocolVersion);
            expect(validateContent(check, answer)).toMatchObject({ valid: true });
            const decoded = validateContent(parsed, decode(answer));
            const expected = validateContent(parsed, canonical);
            expect(JSON.stringify(decoded)).toBe(JSON.stringify(expected));
            compared++;
          }
        },
      ),
      { numRuns: scaled(250, 2_000) },
    );
    expect(compared).toBeGreaterThan(scaled(250, 2_000));
  });
});
