import { isObject } from "../../internal/is-object.js";
import { assertOptions } from "../../internal/assert-options.js";
import { createFieldReader } from "./field-reader.js";
import type { FieldReader } from "./field-reader.js";
import type { Field, ParsedSchema } from "../fields.js";
import { copyJson, ownValue, pointer } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import { resolveLimits } from "./limits.js";
import type { SchemaLimits } from "./limits.js";
import { parseField } from "./parse-field.js";
import { readSchema } from "./lenient-schema.js";
import type { RequestedSchema } from "../requested-schema.js";
import { SchemaError } from "./schema-error.js";

/** Options of {@link parseRequestedSchema}. */
export interface ParseOptions {
  /** Bounds that differ from `DEFAULT_LIMITS`. */
  readonly limits?: Partial<SchemaLimits>;
  /**
   * `"error"` (default, for servers): anything that a form does not support is an error.
   * `"field"` (for hosts): a field of unknown shape becomes an `unsupported` field, an invalid keyword or
   * default is ignored, and a pattern that midcall cannot run is left to the server; `notes` lists them.
   */
  readonly unknown?: "error" | "field";
}

/**
 * Parses a `requestedSchema`, from a trusted or a hostile source, into typed fields.
 *
 * The input is first copied as JSON data, so getters, proxies, cycles and names such as `__proto__` do
 * no harm. All five enum shapes are supported, with `oneOf` or `anyOf` in single and multiple choices.
 * `additionalProperties` is removed: extra properties of an answer are ignored anyway.
 *
 * @param input - the schema as it was received or as the author wrote it
 * @param options - limits, and how to treat what a form does not support
 * @returns fields in the order of `properties`, and a plain copy of the schema
 * @throws {@link OptionError} if a limit is not a non-negative number
 * @throws {@link SchemaError} listing every problem with its path. With `unknown: "field"`, only if
 *   there is no form at all: not an object schema, not JSON, or over a limit as a whole.
 *
 * @example
 * ```ts
 * const schema = parseRequestedSchema({
 *   type: "object",
 *   properties: { email: { type: "string", format: "email", title: "Your e-mail" } },
 *   required: ["email"],
 * });
 * schema.fields[0]; // { kind: "email", name: "email", title: "Your e-mail", required: true }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function parseRequestedSchema(input: unknown, options: ParseOptions = {}): ParsedSchema {
  assertOptions<ParseOptions>("parseRequestedSchema", options, {
    limits: "object",
    unknown: { oneOf: ["error", "field"] },
  });
  const limits = resolveLimits(options.limits);
  // If a host cannot read it at all, the strict parser explains why.
  return (options.unknown === "field" && readSchema(input, limits)) || parse(input, limits);
}

function parse(input: unknown, limits: SchemaLimits): ParsedSchema {
  const reader = createFieldReader(limits);
  const root = copyJson(input, limits);
  const properties = isObject(root) && ownValue(root, "properties");
  if (!isObject(root) || ownValue(root, "type") !== "object" || !isObject(properties)) {
    const message = 'must be { type: "object", properties: { ... } }.';
    throw new SchemaError([{ path: "", code: "shape", message: `The schema ${message}` }]);
  }
  const names = Object.keys(properties);
  if (names.length > limits.fields) {
    const message = `has ${names.length} fields; at most ${limits.fields} are allowed.`;
    throw new SchemaError([{ path: "/properties", code: "limit", message }]);
  }
  reader.onlyKeys(root, "", ["$schema", "properties", "required", "additionalProperties"]);
  checkRoot(reader, root);
  const required = readRequired(reader, root, properties);
  const fields = names.map((name) => {
    const path = pointer("/properties", name);
    if (name.length > limits.name)
      reader.problem("/properties", "limit", `has a name longer than ${limits.name} characters.`);
    return parseField(reader, name, ownValue(properties, name), path, required.has(name));
  });
  for (const name of required) {
    if (Object.hasOwn(properties, name)) continue;
    reader.problem(
      "/required",
      "required",
      `names ${JSON.stringify(name).slice(0, 80)}, which is not in properties.`,
    );
  }
  if (reader.issues.length > 0) throw new SchemaError(reader.issues);
  delete root["additionalProperties"];
  return {
    // If there is no issue, all fields could be read.
    fields: fields as Field[],
    requestedSchema: root as unknown as RequestedSchema,
    notes: [],
    answerLimit: limits.answer,
  };
}

function checkRoot(reader: FieldReader, root: JsonObject): void {
  for (const key of ["$schema", "title", "description"])
    reader.text(root, key, "", reader.limits.description);
  const extra = ownValue(root, "additionalProperties");
  if (
    extra !== undefined &&
    typeof extra !== "boolean" &&
    !(isObject(extra) && Object.keys(extra).length === 0)
  ) {
    reader.problem(
      "/additionalProperties",
      "keyword",
      "must be true or false: a form has only the fields it names.",
    );
  }
}

function readRequired(reader: FieldReader, root: JsonObject, properties: JsonObject): Set<string> {
  const required = ownValue(root, "required");
  if (required === undefined) return new Set();
  if (!Array.isArray(required)) {
    reader.problem("/required", "required", "must be an array of property names.");
    return new Set();
  }
  const names = new Set<string>();
  for (const name of required.slice(0, Object.keys(properties).length + reader.limits.fields)) {
    if (typeof name !== "string")
      reader.problem("/required", "required", "must contain only property names.");
    else if (names.has(name))
      reader.problem("/required", "required", `names ${JSON.stringify(name).slice(0, 80)} twice.`);
    else names.add(name);
  }
  return names;
}
