import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { scaled } from "../../../../test/night.js";
import { readSchema, validateContent } from "../../src/schema/index.js";
import type { ParsedSchema } from "../../src/schema/index.js";
import { resolvePointer } from "../../src/schema/parse/lenient-flatten.js";
import { contentFor, fieldSchema, requestedSchema } from "./samples.js";

/** The fields as plain data, to be compared. */
const fieldsOf = (schema: ParsedSchema | undefined): unknown =>
  schema?.fields.map((field) => ({
    ...field,
    ...("values" in field && { values: [...field.values] }),
    ...("pattern" in field && { pattern: field.pattern!.source }),
    // A reason may name what is no longer there.
    ...(field.kind === "unsupported" && { reason: "" }),
  }));

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The schema without the keyword, or the list member, that a path leads to; `undefined` if there is none. */
function without(schema: object, path: string): object | undefined {
  const less = copy(schema);
  const at = path.lastIndexOf("/");
  const key = path
    .slice(at + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  const parent = resolvePointer(less as Record<string, unknown>, path.slice(0, at));
  if (Array.isArray(parent)) {
    parent.splice(Number(key), 1);
    // The names of the other options are still theirs.
    const owner = resolvePointer(
      less as Record<string, unknown>,
      path.slice(0, path.slice(0, at).lastIndexOf("/")),
    ) as { enumNames?: unknown; enum?: unknown };
    if (owner.enum === parent && Array.isArray(owner.enumNames)) {
      if (owner.enumNames.length === parent.length + 1) owner.enumNames.splice(Number(key), 1);
      else delete owner.enumNames;
    }
    return less;
  }
  if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, key))
    return undefined;
  delete (parent as Record<string, unknown>)[key];
  return less;
}

const KEYWORDS =
  "type title description default format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf enum enumNames oneOf anyOf allOf const items minItems maxItems uniqueItems required $ref".split(
    " ",
  );
const values = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      "string",
      "number",
      "boolean",
      "array",
      "email",
      "uuid",
      "#/$defs/a",
      "[[:alpha:]]",
      "(?i)a",
    ],
    ...[null, true, false, 0, -1, 2.5, "2", {}, [], ["A"], ["A", "B"], ["a", "a"], [1, "1"]],
    ...[["A", 5], { type: "null" }, [{ type: "null" }], [{ const: "a", title: "A" }]],
    ...[[{ const: true, title: "Keep" }], ["string", "null"], [{ $ref: "#/$defs/a" }]],
  ),
  fc.jsonValue({ maxDepth: 1 }),
);

/** A valid field with some keywords of another kind. */
const bent = fc
  .tuple(fieldSchema, fc.array(fc.tuple(fc.constantFrom(...KEYWORDS), values), { maxLength: 3 }))
  .map(([field, more]) => ({ ...field, ...Object.fromEntries(more) }));
const foreign = fc
  .tuple(fc.dictionary(fc.constantFrom("a", "b", "c"), bent, { maxKeys: 3 }), bent)
  .map(([properties, a]) => ({ type: "object", properties, $defs: { a } }));

describe("a foreign schema", () => {
  it("has the same form without each keyword that is noted as ignored", () => {
    let compared = 0;
    fc.assert(
      fc.property(foreign, (schema) => {
        const read = readSchema(schema)!;
        for (const { path, message } of read.notes) {
          if (!message.includes("ignored")) continue;
          const less = without(schema, path);
          if (!less) continue;
          compared++;
          expect(fieldsOf(readSchema(less)), path).toEqual(fieldsOf(read));
        }
      }),
      { numRuns: scaled(800, 40_000) },
    );
    expect(compared).toBeGreaterThan(scaled(150, 8_000));
  });

  it("is the same when the host reads its plain form", () => {
    fc.assert(
      fc.property(foreign, (schema) => {
        const read = readSchema(schema)!;
        const plain = JSON.stringify(read.requestedSchema);
        expect(fieldsOf(readSchema(JSON.parse(plain)))).toEqual(fieldsOf(read));
      }),
      { numRuns: scaled(1_000, 20_000) },
    );
  });

  // What a form accepts is what the schema accepts: nothing that is shown is shown with less.
  it("accepts what Ajv accepts, wherever its parts stand", () => {
    const ajv = new Ajv2020({
      strict: false,
      validateSchema: false,
      unicodeRegExp: true,
      addUsedSchema: false,
      ownProperties: true,
    });
    ajvFormats.default(ajv);
    const place = fc.constantFrom(
      "here",
      "$ref",
      "allOf",
      "anyOf",
      "oneOf",
      "part",
      "both",
      "twice",
    );
    const spread = requestedSchema
      .filter(
        ({ properties }) => !["__proto__", ""].some((name) => Object.hasOwn(properties, name)),
      )
      .chain((schema) =>
        fc.tuple(
          fc.constant(schema),
          fc.array(fc.tuple(place, fieldSchema), { minLength: 4, maxLength: 4 }),
          fc.array(contentFor(schema), { minLength: 30, maxLength: 30 }),
        ),
      );
    const verdicts = { valid: 0, invalid: 0, unshown: 0 };
    fc.assert(
      fc.property(spread, ([schema, places, contents]) => {
        const $defs: Record<string, unknown> = {};
        const properties = Object.entries(schema.properties).map(([name, field], index) => {
          const [where, other] = places[index]!;
          $defs[`d${index}`] = field;
          const ref = { $ref: `#/$defs/d${index}` };
          const made: Record<string, unknown> = {
            here: field,
            $ref: { ...ref, title: "Here" },
            allOf: { allOf: [ref] },
            anyOf: { anyOf: [ref, { type: "null" }] },
            oneOf: { oneOf: [{ type: "null" }, field] },
            part: { allOf: [field, { title: "Two" }] },
            both: { allOf: [ref, other] },
            twice: { ...other, allOf: [ref] },
          };
          return [name, made[where]] as const;
        });
        const wire = copy({
          type: "object",
          properties: Object.fromEntries(properties),
          required: schema.required ?? [],
          $defs,
        });
        const read = readSchema(wire)!;
        const oracle = ajv.compile(wire);
        const isShown = read.fields.every(({ kind }) => kind !== "unsupported");
        for (const content of contents) {
          const answer = Object.fromEntries(
            Object.entries(content).filter(([, value]) => value !== null),
          );
          if (!isShown) {
            verdicts.unshown++;
            continue;
          }
          const { valid } = validateContent(read, answer);
          expect(valid, JSON.stringify({ wire, answer })).toBe(oracle(answer));
          verdicts[valid ? "valid" : "invalid"]++;
        }
      }),
      { numRuns: scaled(250, 6_000) },
    );
    for (const count of Object.values(verdicts)) expect(count).toBeGreaterThan(scaled(300, 6_000));
  });
});
