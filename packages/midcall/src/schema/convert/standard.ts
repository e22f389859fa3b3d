import { isObject } from "../../internal/is-object.js";
import { assertOptions } from "../../internal/assert-options.js";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import { titleValue } from "./choices.js";
import { JsonSchemaDocument } from "./json-schema-document.js";
import { FieldConverter } from "./json-schema-to-field.js";
import { ownValue, setOwn } from "./json-copy.js";
import type { JsonObject } from "./json-copy.js";
import type { SchemaLimits } from "../parse/limits.js";
import { jsonSchemaOf, type StandardSchemaWithJson } from "./library-json-schema.js";
import { refuseSlowPatterns } from "../pattern/refuse-slow-patterns.js";
import { parseRequestedSchema } from "../parse/parse.js";
import type { FieldSchema, RequestedSchema } from "../requested-schema.js";
import { SchemaUnsupportedError } from "./unsupported-error.js";
import { refuseUnshownValues } from "./unshown-values.js";

export type { StandardSchemaWithJson } from "./library-json-schema.js";

/** A converted schema, with what is needed to decode its answers. */
export interface StandardConversion {
  readonly requestedSchema: RequestedSchema;
  /** The schema is not an object: its answer is the single field `value`. */
  readonly scalar: boolean;
  /** Names of the date-time fields that must be in UTC. */
  readonly utcFields: readonly string[];
  /** By field, the longest text that the library may check with its own patterns. */
  readonly longest: ReadonlyMap<string, number>;
}

/** Whether something follows Standard Schema, with or without JSON Schema output. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard = (value as Partial<StandardSchemaV1>)["~standard"];
  return typeof standard?.validate === "function";
}

/** Merges the object schemas of an intersection; anything else stays as it is. */
function mergeObjects(document: JsonSchemaDocument, given: JsonObject): JsonObject {
  const node = document.resolve(given);
  const parts = ownValue(node, "allOf");
  if (!Array.isArray(parts)) return node;
  const properties = {};
  const required: unknown[] = [];
  for (const part of [node, ...parts]) {
    const piece = part === node ? node : isObject(part) ? mergeObjects(document, part) : {};
    const found = ownValue(piece, "properties");
    if (part !== node && !isObject(found)) return node;
    for (const [name, field] of Object.entries(found ?? {})) setOwn(properties, name, field);
    const names = ownValue(piece, "required");
    if (Array.isArray(names)) required.push(...names);
  }
  return { type: "object", properties, required };
}

/** Like {@link fromStandardSchema}, but also returns what is needed to decode the answers. */
export function convertStandardSchema(
  schema: StandardSchemaV1,
  limits?: Partial<SchemaLimits>,
): StandardConversion {
  const root = jsonSchemaOf(schema);
  const document = new JsonSchemaDocument(root);
  const converter = new FieldConverter(document);
  const node = mergeObjects(document, root);
  const properties: Record<string, FieldSchema> = {};
  const required: string[] = [];
  const longest = new Map<string, number>();
  const measure = (field: unknown, name: string): void => {
    const most = refuseSlowPatterns(field, name, document);
    if (most < Infinity) longest.set(name, most);
  };
  const found = ownValue(node, "properties");
  const isForm = ownValue(node, "type") === "object" && isObject(found);
  if (isForm) {
    converter.rejectOpenObject(node);
    const names = ownValue(node, "required");
    for (const name of Array.isArray(names) ? (names as string[]) : []) required.push(name);
    for (const [name, field] of Object.entries(found)) {
      const converted = converter.convert(field, name, required.includes(name));
      if (converted) setOwn(properties, name, converted);
      measure(field, name);
    }
  } else {
    const optional = acceptsUndefined(schema);
    if (!optional) required.push("value");
    const converted = converter.convert(node, "value", !optional, true);
    if (converted) properties["value"] = titleValue(converted);
    measure(node, "value");
  }
  if (converter.issues.length > 0) throw new SchemaUnsupportedError(converter.issues);
  const requestedSchema: RequestedSchema = {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
  };
  const { fields } = parseRequestedSchema(requestedSchema, {
    unknown: "field",
    ...(limits && { limits }),
  });
  refuseUnshownValues(schema, requestedSchema, fields, !isForm);
  return { requestedSchema, scalar: !isForm, utcFields: converter.utcFields, longest };
}

/**
 * Whether a schema that is not an object is optional, which only validating `undefined` shows. Coercions do not count.
 */
function acceptsUndefined(schema: StandardSchemaV1): boolean {
  try {
    const result = schema["~standard"].validate(undefined);
    if ("then" in result) {
      result.then(undefined, () => undefined);
      return false;
    }
    if (result.issues) return false;
    return result.value === undefined || ownValue(jsonSchemaOf(schema), "default") !== undefined;
  } catch {
    return false;
  }
}

/**
 * Converts a Standard Schema to a `requestedSchema`. The input type is converted, as it is what the user
 * enters; transforms, refinements and defaults of the library apply when it validates the answer (see
 * {@link answerSchema}).
 *
 * A schema that is not an object becomes a form with one field named `value`. Constraints without
 * a keyword on the wire (`multipleOf`, exclusive bounds of decimals, uuid, …) are left to that validation;
 * types without a field on the wire are errors.
 *
 * The library checks an answer with the engine's own regular expressions. A pattern that appears in its JSON
 * Schema and could take very long is rejected; if the time grows with a power of the length, {@link answerSchema}
 * limits the length of the text. Patterns in a refinement, or with a backreference, are not checked.
 *
 * What a handler gets was shown to the user or entered, apart from what transforms make of it. So a default has to be a
 * valid answer that the form shows, and a wrong answer may not be replaced (`.catch()` of zod, `fallback()` of valibot).
 *
 * @param schema - a Standard Schema with JSON Schema output
 * @param options - limits
 * @returns the form
 * @throws {@link SchemaError} for such a default or replacement
 * @throws {@link SchemaUnsupportedError} listing each path that a form does not support and what to use instead
 * @throws {@link SlowPatternError} if a pattern could take very long
 *
 * @example
 * ```ts
 * fromStandardSchema(z.object({ email: z.email(), seats: z.int().min(1).default(1) }));
 * // { type: "object", properties: { email: { type: "string", format: "email" },
 * //   seats: { type: "integer", minimum: 1, default: 1 } }, required: ["email"] }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function fromStandardSchema(
  schema: StandardSchemaWithJson,
  options: { readonly limits?: Partial<SchemaLimits> } = {},
): RequestedSchema {
  assertOptions<typeof options>("fromStandardSchema", options, { limits: "object" });
  return convertStandardSchema(schema, options.limits).requestedSchema;
}
