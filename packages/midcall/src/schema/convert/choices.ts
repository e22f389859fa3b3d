import { isObject } from "../../internal/is-object.js";
import { ownValue } from "./json-copy.js";
import type { JsonObject } from "./json-copy.js";
import type { FieldSchema, RequestedSchema, TitledOption } from "../requested-schema.js";
import { SchemaError } from "../parse/schema-error.js";

/** One option, with the title that the user sees. */
export interface Choice {
  readonly value: string;
  readonly title: string;
}

/** The options of a single choice: an array of values, an object from value to title, or an array of both. */
export type Choices = readonly string[] | { readonly [value: string]: string } | readonly Choice[];

/** The options of a multiple choice: {@link Choices} wrapped in an array. */
export type MultiChoices = readonly [Choices];

/** The name of the field that holds a choice, or the answer to a schema that is not an object. */
export const VALUE_FIELD = "value";

function isChoice(value: unknown): value is Choice {
  return (
    isObject(value) && typeof value["value"] === "string" && typeof value["title"] === "string"
  );
}

/** Whether the input is a multiple choice. `[{ value, title }]` is a single choice with one option. */
export function isMultiChoices(input: unknown): input is MultiChoices {
  if (!Array.isArray(input) || input.length !== 1) return false;
  return Array.isArray(input[0]) || (isObject(input[0]) && !isChoice(input[0]));
}

/**
 * Gives the `value` field a title, unless the author gave it one. Without a title, hosts would show its
 * name, "value"; with the question as its title, the question would appear twice.
 */
export function titleValue(field: FieldSchema): FieldSchema {
  if (field.title !== undefined) return field;
  if (field.type === "boolean") return { ...field, title: "Yes" };
  if (field.type === "array") return { ...field, title: "Your choices" };
  const isChoice = "enum" in field || "oneOf" in field || "anyOf" in field;
  return { ...field, title: isChoice ? "Your choice" : "Your answer" };
}

const JSON_TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];
/** The keywords of JSON Schema with string values. Any other string is the title of an option. */
const TEXT_KEYWORDS = "type,title,description,format,pattern,default,const,$schema,$id".split(",");

function isJsonSchema(map: JsonObject): boolean {
  if (isObject(ownValue(map, "properties"))) return true;
  const texts = Object.keys(map).filter((key) => typeof map[key] === "string");
  return (
    JSON_TYPES.includes(ownValue(map, "type") as string) &&
    texts.every((key) => TEXT_KEYWORDS.includes(key))
  );
}

type Options = { enum: readonly string[] } | { titled: readonly TitledOption[] };

function readChoices(choices: unknown): Options {
  const fail = (message: string): never => {
    throw new SchemaError([{ path: "", code: "options", message }]);
  };
  if (isObject(choices) && isJsonSchema(choices)) {
    fail(
      'This JSON Schema is not a form: use { type: "object", properties: { … } }. If "type" is one of the choices, list them as [{ value, title }].',
    );
  }
  const list: readonly unknown[] = Array.isArray(choices)
    ? choices
    : Object.entries(choices as object).map(([value, title]) => ({ value, title }) as Choice);
  if (list.length === 0) fail("There are no options: check for an empty list before asking.");
  const untitled = list.every((item) => typeof item === "string");
  if (!untitled && !list.every(isChoice)) {
    fail(
      'Choices must be strings, { value, title } pairs, or an object such as { dev: "Development" }.',
    );
  }
  const values = untitled ? (list as string[]) : (list as Choice[]).map(({ value }) => value);
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) fail(`The option ${JSON.stringify(value).slice(0, 80)} is listed twice.`);
    seen.add(value);
  }
  return untitled
    ? { enum: values }
    : { titled: (list as Choice[]).map(({ value, title }) => ({ const: value, title })) };
}

/**
 * A form with one field named `value`, titled "Your choice" or, for choices wrapped in an array, "Your choices".
 *
 * @param choices - `["a", "b"]`, `{ a: "Title" }`, `[{ value: "a", title: "Title" }]`, or any of them in `[…]`
 * @returns the form
 * @throws {@link SchemaError} for an empty list, a repeated value, or an input that is not a list of choices
 *
 * @example
 * ```ts
 * fromChoices({ dev: "Development", prod: "Production" }); // pick one
 * fromChoices([["red", "green", "blue"]]); // pick any number
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function fromChoices(choices: Choices | MultiChoices): RequestedSchema {
  const multiple = isMultiChoices(choices);
  const options = readChoices(multiple ? choices[0] : choices);
  let field: FieldSchema;
  if (multiple) {
    field = {
      type: "array",
      items: "enum" in options ? { type: "string", ...options } : { anyOf: options.titled },
    };
  } else {
    field =
      "enum" in options
        ? { type: "string", ...options }
        : { type: "string", oneOf: options.titled };
  }
  return {
    type: "object",
    properties: { [VALUE_FIELD]: titleValue(field) },
    required: [VALUE_FIELD],
  };
}
