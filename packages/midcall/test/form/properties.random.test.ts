import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { scaled } from "../../../../test/night.js";
import { createForm } from "../../src/form/index.js";
import type { Form } from "../../src/form/index.js";
import type { FieldInput } from "../../src/form/form-types.js";
import type { RequestedSchema } from "../../src/schema/index.js";
import type { FieldSchema } from "../../src/schema/requested-schema.js";
import { contentFor, optionsOf, requestedSchema, valuesFor } from "../schema/samples.js";
import { codePoint } from "../../../../test/code-points.js";

const SCHEMAS = scaled(300, 20_000);
const NO_SCHEMAS = scaled(2000, 200_000);
const PER_SCHEMA = 3;
// Ajv leaves a property named __proto__ unchecked and misses that "" is required; the golden table has both.
const UNSEEN = ["__proto__", ""];

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  unicodeRegExp: true,
  addUsedSchema: false,
  ownProperties: true,
  code: { optimize: false },
});
ajvFormats.default(ajv);

const anyInput: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ maxLength: 6, unit: codePoint }),
  fc.constantFrom("", " ", "1e999", "0x10", "1,5", "2026-01-31T09:30", true, false, undefined),
  fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 1 }),
);

/** What a person might enter: mostly near a right value, as text, at times nonsense. */
function inputFor(field: FieldSchema): fc.Arbitrary<unknown> {
  const options = optionsOf(field).map(String);
  const near =
    field.type === "array"
      ? fc.array(fc.constantFrom(...options), { maxLength: 4 })
      : field.type === "boolean"
        ? fc.option(fc.boolean(), { nil: undefined })
        : options.length
          ? fc.constantFrom(...options, "")
          : valuesFor(field).map((value) => (typeof value === "object" ? "" : String(value)));
  return fc.oneof({ weight: 5, arbitrary: near }, anyInput);
}

type Act = readonly ["set" | "unset" | "touch" | "setAll" | "reset" | "submit", string, unknown];

function actsFor(schema: RequestedSchema): fc.Arbitrary<readonly Act[]> {
  const names = Object.keys(schema.properties);
  const act = fc.oneof(
    ...names.map((name) =>
      fc.tuple(
        fc.constantFrom<Act[0]>("set", "set", "set", "set", "set", "set", "unset", "touch"),
        fc.constant(name),
        inputFor(schema.properties[name]!),
      ),
    ),
    fc.tuple(fc.constantFrom<Act[0]>("reset", "submit"), fc.string({ maxLength: 3 }), anyInput),
    fc.tuple(fc.constant<Act[0]>("setAll"), fc.constant(""), contentFor(schema)),
  );
  return fc.array(act, { maxLength: 8 });
}

function perform(form: Form, [action, name, input]: Act): void {
  if (action === "set") form.set(name, input as FieldInput);
  else if (action === "unset") form.set(name, undefined);
  else if (action === "touch") form.touch(name);
  else if (action === "setAll") form.setAll(input);
  else if (action === "reset") form.reset();
  else form.submit();
}

describe("against Ajv", () => {
  it("sends nothing Ajv rejects, and can send whatever Ajv accepts", () => {
    let pairs = 0;
    let sent = 0;
    let accepted = 0;
    fc.assert(
      fc.property(
        requestedSchema
          .filter(({ properties }) => !UNSEEN.some((name) => Object.hasOwn(properties, name)))
          .chain((schema) =>
            fc.tuple(
              fc.constant(schema),
              fc.array(fc.tuple(actsFor(schema), contentFor(schema)), {
                minLength: PER_SCHEMA,
                maxLength: PER_SCHEMA,
              }),
            ),
          ),
        ([schema, inputs]) => {
          const wire = JSON.parse(JSON.stringify(schema)) as object;
          const oracle = ajv.compile(wire);
          for (const [acts, content] of inputs) {
            pairs++;
            const shown = (): string => JSON.stringify({ schema, acts, content });
            const form = createForm(schema);
            for (const act of acts) perform(form, act);
            const result = form.submit();
            expect(form.getSnapshot().valid, shown()).toBe(result.ok);
            if (result.ok) {
              sent++;
              expect(oracle(result.content), shown()).toBe(true);
            } else expect(result.issues.length).toBeGreaterThan(0);

            form.setAll(content);
            const again = form.submit();
            if (oracle(content)) {
              accepted++;
              // On the wire there is one zero.
              const named = JSON.parse(JSON.stringify(content)) as Record<string, unknown>;
              for (const name of Object.keys(named)) {
                if (!Object.hasOwn(schema.properties, name)) delete named[name];
              }
              expect(JSON.parse(JSON.stringify(again)), shown()).toEqual({
                ok: true,
                content: named,
              });
            } else if (again.ok) expect(oracle(again.content), shown()).toBe(true);
          }
          ajv.removeSchema(wire);
        },
      ),
      { numRuns: SCHEMAS },
    );
    expect(pairs).toBeGreaterThanOrEqual(SCHEMAS * PER_SCHEMA);
    expect(sent / pairs).toBeGreaterThan(0.1);
    expect(accepted / pairs).toBeGreaterThan(0.1);
  });
});

describe("schemas that are none", () => {
  const keyword = fc.constantFrom(
    ...["type", "properties", "required", "enum", "enumNames", "oneOf", "anyOf", "items", "const"],
    ...["default", "minLength", "maxLength", "pattern", "format", "minimum", "maximum", "minItems"],
    ...["maxItems", "uniqueItems", "title", "description", "__proto__", "constructor"],
  );
  const word = fc.constantFrom(
    ...["object", "string", "number", "integer", "boolean", "array", "null", "email", "date-time"],
    ...["a", "(", "[", "\\", "__proto__", "\u202e"],
  );
  const { node } = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, depthSize: "medium" },
      word,
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(keyword, tie("node"), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));
  const almost = fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(keyword, node, { maxKeys: 4 }),
    required: fc.oneof(fc.array(keyword, { maxLength: 3 }), node),
  });
  /** Names that edits often meet. */
  const name = fc.oneof(keyword, fc.constantFrom("type", "title", "__proto__"));
  /** What can be filled in. */
  const fillable = fc
    .array(fc.tuple(name, fc.constantFrom("string", "integer", "boolean")), {
      minLength: 1,
      maxLength: 3,
    })
    .map((fields) => ({
      type: "object",
      properties: Object.fromEntries(fields.map(([field, type]) => [field, { type }])),
      required: [fields[0]![0]],
    }));

  it("never throw, never show what is not text, never give an answer that fits no field", () => {
    let submitted = 0;
    let required = 0;
    let answered = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: almost }, node, { weight: 3, arbitrary: fillable }),
        fc.array(fc.tuple(name, fc.oneof(anyInput, fc.constantFrom("x", "7", true))), {
          maxLength: 6,
        }),
        anyInput,
        (schema, edits, content) => {
          const form = createForm(schema, { previous: content, reason: "again" });
          for (const [name, input] of edits) form.set(name, input as FieldInput);
          form.setAll(content);
          form.reset();
          for (const [name, input] of edits) form.set(name, input as FieldInput);
          const result = form.submit();
          const { fields, canSubmit, issues } = form.getSnapshot();
          for (const { message } of issues) expect(message).not.toBe("");
          for (const { field } of fields) expect(typeof field.label).toBe("string");
          if (!result.ok) {
            expect(result.issues).not.toEqual([]);
            return;
          }
          submitted++;
          expect(canSubmit).toBe(true);
          const shown = fields.filter(({ field }) => field.kind !== "unsupported");
          expect(shown.length > 0 || fields.length === 0).toBe(true);
          for (const { field } of fields) {
            if (!field.required) continue;
            required++;
            expect(Object.hasOwn(result.content, field.name)).toBe(true);
          }
          for (const name of Object.keys(result.content)) {
            answered++;
            expect(shown.some(({ field }) => field.name === name)).toBe(true);
          }
        },
      ),
      { numRuns: NO_SCHEMAS },
    );
    expect(submitted).toBeGreaterThan(NO_SCHEMAS / 40);
    expect(required).toBeGreaterThan(NO_SCHEMAS / 200);
    expect(answered).toBeGreaterThan(NO_SCHEMAS / 100);
  });
});
