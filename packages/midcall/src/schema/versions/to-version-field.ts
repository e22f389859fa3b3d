import type { Field, MultiSelectField, SelectField } from "../fields.js";
import { ownValue, setOwn } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import type { BooleanSchema, EnumSchema, FieldSchema, TitledOption } from "../requested-schema.js";

/** Reverts the change to one field: reads from `content`, writes to (and deletes from) `decoded`. */
export type Decode = (content: JsonObject, decoded: JsonObject) => void;

const SHOWN = 120;

function withDescription<F extends FieldSchema>(field: F, text: string): F {
  return { ...field, description: field.description ? `${field.description} ${text}` : text };
}

/**
 * Changes `anyOf` of a single choice to `oneOf`, and `oneOf` of a multiple choice to `anyOf`, as in the specification.
 */
export function canonicalChoice(field: FieldSchema): FieldSchema {
  if (field.type === "array") {
    if (!("oneOf" in field.items)) return field;
    return { ...field, items: { anyOf: field.items.oneOf } };
  }
  if (!("anyOf" in field) || field.anyOf === undefined) return field;
  const { anyOf, ...rest } = field;
  return { ...rest, oneOf: anyOf } as FieldSchema;
}

/** Changes a choice of numbers, which no protocol version has, to a choice of strings that is decoded to numbers. */
export function numbersAsText(
  field: SelectField,
  given: FieldSchema,
): { schema: FieldSchema; decode: Decode } {
  const { title, description, default: preset } = given;
  const numbers = new Map(field.options.map(({ value }) => [String(value), value]));
  const titled = field.options.some((option) => option.title !== String(option.value));
  const schema: FieldSchema = {
    type: "string",
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(titled
      ? {
          oneOf: field.options.map((option) => ({
            const: String(option.value),
            title: option.title,
          })),
        }
      : { enum: [...numbers.keys()] }),
    ...(preset !== undefined && { default: String(preset) }),
  };
  return {
    schema,
    decode(content, decoded) {
      const value = ownValue(content, field.name);
      if (typeof value === "string" && numbers.has(value))
        setOwn(decoded, field.name, numbers.get(value));
    },
  };
}

export function withoutPattern(field: FieldSchema): FieldSchema {
  if (!("pattern" in field) || field.pattern === undefined) return field;
  const { pattern, ...rest } = field;
  if (rest.description !== undefined || pattern.length > SHOWN) return rest;
  return withDescription(rest, `Expected form: ${pattern}`);
}

/** Moves the default of a field to its description for 2025-06-18, where only booleans have a default. */
export function withoutDefault(given: FieldSchema, field: Field): FieldSchema {
  const { default: preset, ...rest } = given;
  if (preset === undefined || given.type === "boolean") return given;
  const shown =
    field.kind === "select"
      ? field.options.find(({ value }) => String(value) === String(preset))?.title
      : String(preset);
  // It applies where the user enters nothing, so it is shown in full.
  if (!shown) return rest as FieldSchema;
  return withDescription(rest as FieldSchema, `(Suggested: ${shown})`);
}

/** A titled single choice in the shape of 2025-06-18. */
export function enumWithNames(field: FieldSchema): FieldSchema {
  if (!("oneOf" in field) || field.oneOf === undefined) return field;
  const { oneOf, ...rest } = field;
  const options: readonly TitledOption<string | number>[] = oneOf;
  return {
    ...rest,
    enum: options.map((option) => option.const),
    enumNames: options.map((option) => option.title),
  } as EnumSchema;
}

/**
 * Replaces a multiple choice by one boolean for each option, because 2025-06-18 has no arrays.
 *
 * @param taken - all property names in use; the new ones are added
 */
export function splitChoice(
  field: MultiSelectField,
  taken: Set<string>,
): { booleans: ReadonlyMap<string, BooleanSchema>; decode: Decode } {
  const booleans = new Map<string, BooleanSchema>();
  const names = new Map<string, unknown>();
  for (const [index, { value, title }] of field.options.entries()) {
    let name = `${field.name}[${String(value).length <= 64 ? value : index}]`;
    while (taken.has(name)) name += "_";
    taken.add(name);
    names.set(name, value);
    booleans.set(name, {
      type: "boolean",
      title,
      description: describeGroup(field, index === 0),
      // Without a default, some hosts would tick every box.
      default: field.default?.includes(value as string) ?? false,
    });
  }
  const decode: Decode = (content, decoded) => {
    const picked: unknown[] = [];
    let answered = false;
    let wrong: unknown;
    for (const [name, value] of names) {
      const ticked = ownValue(content, name);
      delete decoded[name];
      if (ticked === undefined || ticked === null) continue;
      answered = true;
      if (ticked === true) picked.push(value);
      else if (ticked !== false) wrong = ticked;
    }
    // Hosts send false for every box that the user did not touch. If an empty choice is not valid, that counts as no
    // answer.
    const skipped =
      picked.length === 0 && !field.required && (!answered || (field.minItems ?? 0) > 0);
    if (wrong !== undefined) setOwn(decoded, field.name, wrong);
    else if (!skipped && (answered || ownValue(content, field.name) === undefined))
      setOwn(decoded, field.name, picked);
  };
  return { booleans, decode };
}

/** The first box of a group has the full description, so that a long one is sent only once. */
function describeGroup(
  { name, title, description, minItems, maxItems }: MultiSelectField,
  first: boolean,
): string {
  const counts = [
    minItems && `at least ${minItems}`,
    maxItems !== undefined && `at most ${maxItems}`,
  ].filter(Boolean);
  const rule = counts.length > 0 ? ` (choose ${counts.join(", ")})` : "";
  return `${title ?? name}${first && description ? `: ${description}` : ""}${rule}`;
}
