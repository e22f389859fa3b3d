import * as fc from "fast-check";

import type { RequestedSchema } from "../../src/schema/index.js";
import type { FieldSchema } from "../../src/schema/requested-schema.js";
import { codePoint } from "../../../../test/code-points.js";

/** Generators of valid schemas and of contents that often fit them. */

const name = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "__proto__",
      "constructor",
      "toString",
      "hasOwnProperty",
      "",
      "a[b]",
      "a/b~c",
      "0",
    ),
  },
);

const texts = fc.record(
  { title: fc.string({ maxLength: 10 }), description: fc.string({ maxLength: 10 }) },
  { requiredKeys: [] },
);

const PATTERNS = ["^a", "b$", "^[a-z]*$", "\\d", "^(ab|c)+$", "é", "^.{2}$", "^\\p{L}+$"];

const EMAILS = ["a@b.co", "x.y@mail.example.org"];
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  email: [...EMAILS, "a@b", "a.@b.co", "é@b.co", ""],
  uri: ["https://a.b/c?d#e", "urn:x", "a:", "/x", "http://[::1]:80/", "http://é/", "x://y z"],
  date: ["2024-02-29", "2023-02-29", "2026-01-31", "2026-1-1", "2026-13-01"],
  "date-time": [
    "2026-01-31T09:30:00Z",
    "2026-01-31t09:30:00.5+01:00",
    "2026-01-31T09:30:00",
    "2026-01-31 09:30:00z",
    "2016-12-31T23:59:60Z",
  ],
};

/** A few values near what a field takes, right and wrong. */
export function valuesFor(field: FieldSchema): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom("", 0, -0, 1.5, true, false, null, [], {}),
  );
  const options = optionsOf(field);
  if (field.type === "array") {
    const item = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...options) },
      { weight: 1, arbitrary: anything },
    );
    return fc.oneof(
      { weight: 6, arbitrary: fc.array(item, { maxLength: 4 }) },
      { weight: 1, arbitrary: anything },
    );
  }
  if (options.length > 0)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...options) }, anything);
  switch (field.type) {
    case "boolean":
      return fc.oneof({ weight: 3, arbitrary: fc.boolean() }, anything);
    case "number":
    case "integer":
      return fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: -12, max: 12 }) },
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        anything,
      );
    default: {
      const format = "format" in field ? field.format : undefined;
      const text = fc.oneof(
        fc.string({ maxLength: 6, unit: codePoint }),
        fc.string({ maxLength: 6, unit: fc.constantFrom("a", "b", "c", "1", "é", "😀", "\ud83d") }),
        fc.constantFrom(...(EXAMPLES[format ?? ""] ?? ["ab"])),
      );
      return fc.oneof({ weight: 6, arbitrary: text }, anything);
    }
  }
}

/** The values a choice offers, in order. */
export function optionsOf(field: FieldSchema): readonly (string | number)[] {
  const node = (field.type === "array" ? field.items : field) as Record<string, unknown>;
  if (Array.isArray(node["enum"])) return node["enum"] as string[];
  const titled = node["oneOf"] ?? node["anyOf"];
  return Array.isArray(titled) ? titled.map((option: { const: string }) => option.const) : [];
}

const withDefault = (
  field: Record<string, unknown>,
  values: fc.Arbitrary<unknown>,
): fc.Arbitrary<FieldSchema> =>
  fc
    .option(values, { nil: undefined })
    .map((value) => ({ ...field, ...(value !== undefined && { default: value }) }) as FieldSchema);

const bounds = (
  low: string,
  high: string,
  limit: fc.Arbitrary<number>,
): fc.Arbitrary<Record<string, number>> =>
  fc
    .tuple(fc.option(limit, { nil: undefined }), fc.option(limit, { nil: undefined }))
    .map(([a, b]) => ({
      ...(a !== undefined && { [low]: b !== undefined ? Math.min(a, b) : a }),
      ...(b !== undefined && { [high]: a !== undefined ? Math.max(a, b) : b }),
    }));

const textField = fc.oneof(
  fc
    .record({
      texts,
      bounds: bounds("minLength", "maxLength", fc.nat({ max: 5 })),
      pattern: fc.option(fc.constantFrom(...PATTERNS), { nil: undefined }),
    })
    .map(
      ({ texts, bounds, pattern }) =>
        ({ type: "string", ...texts, ...bounds, ...(pattern && { pattern }) }) as FieldSchema,
    ),
  fc
    .record({
      texts,
      format: fc.constantFrom("email", "uri", "date", "date-time"),
      preset: fc.boolean(),
    })
    .map(
      ({ texts, format, preset }) =>
        ({
          type: "string",
          format,
          ...texts,
          ...(preset && { default: EXAMPLES[format]![0] }),
        }) as FieldSchema,
    ),
);

const numberField = fc
  .record({
    texts,
    type: fc.constantFrom("number", "integer"),
    bounds: bounds("minimum", "maximum", fc.integer({ min: -9, max: 9 })),
  })
  .chain(({ texts, type, bounds: { minimum, maximum } }) =>
    withDefault(
      {
        type,
        ...texts,
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      },
      fc.integer({ min: minimum ?? (maximum ?? 0) - 5, max: maximum ?? (minimum ?? 0) + 5 }),
    ),
  );

const optionValue = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.constantFrom("__proto__", "", "toString"),
);

const choiceField = fc
  .record({
    texts,
    values: fc.uniqueArray(optionValue, { minLength: 1, maxLength: 6 }),
    shape: fc.constantFrom("enum", "enumNames", "oneOf", "anyOf"),
    several: fc.boolean(),
    counts: bounds("minItems", "maxItems", fc.nat({ max: 4 })),
  })
  .chain(({ texts, values, shape, several, counts }) => {
    const titled = values.map((value, index) => ({ const: value, title: `Option ${index}` }));
    const node =
      shape === "enum" || (several && shape === "enumNames")
        ? { type: "string", enum: values }
        : shape === "enumNames"
          ? { type: "string", enum: values, enumNames: values.map((_, index) => `Option ${index}`) }
          : { ...(!several && { type: "string" }), [shape]: titled };
    if (!several) return withDefault({ ...node, ...texts }, fc.constantFrom(...values));
    const { minItems = 0, maxItems } = counts;
    const fits = fc
      .subarray([...values], {
        minLength: Math.min(minItems, values.length, maxItems ?? Infinity),
        maxLength: Math.min(maxItems ?? Infinity, values.length),
      })
      .map((items) => (items.length >= minItems ? items : undefined));
    return withDefault({ type: "array", items: node, ...texts, ...counts }, fits);
  });

const numberChoice = fc
  .record({
    texts,
    type: fc.constantFrom("number", "integer"),
    values: fc.uniqueArray(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 4 }),
    titled: fc.boolean(),
  })
  .chain(({ texts, type, values, titled }) =>
    withDefault(
      {
        type,
        ...texts,
        ...(titled
          ? { oneOf: values.map((value) => ({ const: value, title: `#${value}` })) }
          : { enum: values }),
      },
      fc.constantFrom(...values),
    ),
  );

const booleanField = texts.chain((texts) =>
  withDefault({ type: "boolean", ...texts }, fc.boolean()),
);

/** Any valid field. */
export const fieldSchema: fc.Arbitrary<FieldSchema> = fc.oneof(
  textField,
  numberField,
  booleanField,
  choiceField,
  choiceField,
  numberChoice,
);

function assemble(
  entries: readonly (readonly [string, FieldSchema])[],
  required: readonly boolean[],
): RequestedSchema {
  const properties = {};
  for (const [key, field] of entries) {
    Object.defineProperty(properties, key, {
      value: field,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  const names = entries.map(([key]) => key).filter((_, index) => required[index]);
  return { type: "object", properties, ...(names.length > 0 && { required: names }) };
}

/** Any valid form. */
export const requestedSchema: fc.Arbitrary<RequestedSchema> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(name, fieldSchema), { maxLength: 4, selector: ([key]) => key }),
    fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  )
  .map(([entries, required]) => assemble(entries, required));

/** Content near a schema: each field mostly there, mostly of its kind, and at times a stranger. */
export function contentFor(schema: RequestedSchema): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(schema.properties);
  const slots = names.map((key) =>
    fc.option(
      valuesFor(Object.getOwnPropertyDescriptor(schema.properties, key)!.value as FieldSchema),
      { nil: undefined, freq: 5 },
    ),
  );
  return fc
    .tuple(fc.tuple(...slots), fc.option(fc.string(), { nil: undefined, freq: 3 }))
    .map(([values, stranger]) => {
      const content = {};
      const put = (key: string, value: unknown): void =>
        void Object.defineProperty(content, key, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      if (stranger !== undefined) put(stranger, "stranger");
      names.forEach((key, index) => {
        if (values[index] !== undefined) put(key, values[index]);
      });
      return content;
    });
}
