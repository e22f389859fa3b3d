import { isObject } from "../../internal/is-object.js";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

import { titleValue } from "./choices.js";
import { jsonSchemaToField } from "./json-schema-to-field.js";
import type { Conversion } from "./json-schema-to-field.js";
import { ownValue, setOwn } from "./json-copy.js";
import type { JsonObject } from "./json-copy.js";
import type { SchemaLimits } from "../parse/limits.js";
import {
  type FlaggedPattern,
  longestForPatterns,
  OTHER_PATTERNS,
} from "../pattern/native-patterns.js";
import { parseRequestedSchema } from "../parse/parse.js";
import type { FieldSchema, RequestedSchema } from "../requested-schema.js";
import { SchemaUnsupportedError } from "./unsupported-error.js";

/**
 * A Standard Schema that can also say what it is as JSON Schema: zod 4.2+, arktype 2.1.28+, and valibot
 * through `toStandardJsonSchema` of `@valibot/to-json-schema`.
 *
 * @see https://standardschema.dev/json-schema
 */
export interface StandardSchemaWithJson<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaV1.Props<Input, Output> &
    StandardJSONSchemaV1.Props<Input, Output>;
}

/** A converted schema, with what is needed to read the answers back. */
export interface StandardConversion {
  readonly requestedSchema: RequestedSchema;
  /** The schema was not an object: its answer is the one field `value`. */
  readonly scalar: boolean;
  /** Date-times that the schema takes in UTC only. */
  readonly utcFields: readonly string[];
  /** The longest text the library may be given to match with patterns of its own, by field. */
  readonly longest: ReadonlyMap<string, number>;
}

interface ZodCheck {
  readonly format?: string;
  readonly pattern?: RegExp;
}

/** The part of a zod schema that says which patterns were given with `.regex()`. */
interface ZodNode {
  readonly _zod: {
    readonly def: ZodCheck & {
      readonly checks?: readonly { readonly _zod: { readonly def: ZodCheck } }[];
    };
  };
}

/**
 * A pattern on the wire has no flags: without them it would refuse what the schema takes, which checks the answer in
 * any case. What it costs to check is still of interest.
 */
function dropFlaggedPatterns(given: { zodSchema: ZodNode; jsonSchema: JsonObject }): void {
  const { def } = given.zodSchema._zod;
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def);
  const flagged = checks.some(({ format, pattern }) => {
    return format === "regex" && /[ims]/.test(pattern?.flags ?? "");
  });
  if (!flagged) return;
  const patterns = [def, ...checks].flatMap(({ pattern }): FlaggedPattern[] =>
    pattern instanceof RegExp ? [{ source: pattern.source, flags: pattern.flags }] : [],
  );
  given.jsonSchema[OTHER_PATTERNS] = patterns;
  delete given.jsonSchema["pattern"];
  delete given.jsonSchema["allOf"];
}

/** Asks each library to leave out what JSON Schema cannot say, so that every such path can be named. */
const LIBRARY_OPTIONS: Readonly<Record<string, Record<string, unknown>>> = {
  zod: { unrepresentable: "any", override: dropFlaggedPatterns },
  valibot: { errorMode: "ignore" },
  arktype: { fallback: (context: { base: unknown }) => context.base },
};

/** Whether something follows Standard Schema, with or without JSON Schema output. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard = (value as Partial<StandardSchemaV1>)["~standard"];
  return typeof standard?.validate === "function";
}

function jsonSchemaOf(schema: StandardSchemaV1): JsonObject {
  const standard = schema["~standard"] as StandardSchemaWithJson["~standard"];
  const { vendor } = standard;
  if (typeof standard.jsonSchema?.input !== "function") {
    const fix =
      vendor === "valibot"
        ? "wrap it in toStandardJsonSchema() of @valibot/to-json-schema."
        : vendor === "zod"
          ? 'use zod 4.2 or later, imported from "zod" and not from "zod/mini" or "zod/v3".'
          : "use a library that implements Standard JSON Schema (zod 4.2+, arktype, valibot with its converter), or pass a requestedSchema.";
    throw new SchemaUnsupportedError([
      {
        path: "",
        code: "library",
        message: `This ${vendor} schema cannot be turned into JSON Schema: ${fix}`,
      },
    ]);
  }
  const libraryOptions = Object.hasOwn(LIBRARY_OPTIONS, vendor)
    ? LIBRARY_OPTIONS[vendor]
    : undefined;
  try {
    const json: unknown = standard.jsonSchema.input({ target: "draft-2020-12", libraryOptions });
    if (isObject(json)) return json;
    throw new TypeError(`The ${vendor} converter returned no object.`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const issue = {
      path: "",
      code: "library",
      message: `${vendor} cannot turn this schema into JSON Schema: ${reason}`,
    };
    throw new SchemaUnsupportedError([issue], { cause });
  }
}

/** Merges the object schemas of an intersection; anything else stays as it is. */
function mergeObjects(conversion: Conversion, given: JsonObject): JsonObject {
  const node = conversion.resolve(given);
  const parts = ownValue(node, "allOf");
  if (!Array.isArray(parts)) return node;
  const properties = {};
  const required: unknown[] = [];
  for (const part of [node, ...parts]) {
    const piece = part === node ? node : isObject(part) ? mergeObjects(conversion, part) : {};
    const found = ownValue(piece, "properties");
    if (part !== node && !isObject(found)) return node;
    for (const [name, field] of Object.entries(found ?? {})) setOwn(properties, name, field);
    const names = ownValue(piece, "required");
    if (Array.isArray(names)) required.push(...names);
  }
  return { type: "object", properties, required };
}

/** Converts, keeping what {@link fromStandardSchema} leaves out. */
export function convertStandardSchema(
  schema: StandardSchemaV1,
  limits?: Partial<SchemaLimits>,
): StandardConversion {
  const root = jsonSchemaOf(schema);
  const conversion = jsonSchemaToField(root);
  const node = mergeObjects(conversion, root);
  const properties: Record<string, FieldSchema> = {};
  const required: string[] = [];
  const longest = new Map<string, number>();
  const measure = (field: unknown, name: string): void => {
    const most = longestForPatterns(field, name, conversion.resolve);
    if (most < Infinity) longest.set(name, most);
  };
  const found = ownValue(node, "properties");
  const isForm = ownValue(node, "type") === "object" && isObject(found);
  if (isForm) {
    conversion.rejectOpenObject(node);
    const names = ownValue(node, "required");
    for (const name of Array.isArray(names) ? (names as string[]) : []) required.push(name);
    for (const [name, field] of Object.entries(found)) {
      const converted = conversion.field(field, name, required.includes(name));
      if (converted) setOwn(properties, name, converted);
      measure(field, name);
    }
  } else {
    const optional = acceptsUndefined(schema);
    if (!optional) required.push("value");
    const converted = conversion.field(node, "value", !optional, true);
    if (converted) properties["value"] = titleValue(converted);
    measure(node, "value");
  }
  if (conversion.issues.length > 0) throw new SchemaUnsupportedError(conversion.issues);
  const requestedSchema: RequestedSchema = {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
  };
  dropUnfitDefaults(requestedSchema, limits);
  return { requestedSchema, scalar: !isForm, utcFields: conversion.utcFields, longest };
}

/** Outside an object nothing marks a schema as optional, so it is asked; coercions do not count. */
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
 * A library may hold a default that its own field would refuse (an empty e-mail address). It stays
 * out of the form; the library fills it in when the answer comes without the field.
 */
function dropUnfitDefaults(
  schema: RequestedSchema,
  limits: Partial<SchemaLimits> | undefined,
): void {
  const fields = Object.entries(schema.properties);
  if (!fields.some(([, field]) => field.default !== undefined)) return;
  const parsed = parseRequestedSchema(schema, { unknown: "field", ...(limits && { limits }) });
  for (const field of parsed.fields) {
    if (field.kind === "unsupported" || field.default !== undefined) continue;
    delete (ownValue(schema.properties as unknown as JsonObject, field.name) as JsonObject)[
      "default"
    ];
  }
}

/**
 * Turns a Standard Schema into the restricted schema a form can carry. What the person types counts:
 * the input side is converted, so transforms, refinements and defaults of the library hold when the
 * answer is validated with it (see {@link answerSchema}).
 *
 * A schema that is not an object becomes a form with one field named `value`. Constraints with no
 * keyword on the wire (`multipleOf`, exclusive bounds of decimals, uuid, …) are left to that validation;
 * shapes with no field on the wire are errors.
 *
 * The library checks an answer with the engine's own regular expressions. A pattern that can be seen in its JSON
 * Schema and could take very long is refused; where the time grows with a power of the length, {@link answerSchema}
 * lets only texts through that are short enough. Patterns inside a refinement or with a backreference are not seen.
 *
 * @throws {@link SchemaUnsupportedError} naming each path a form cannot carry and what to use instead.
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
  return convertStandardSchema(schema, options.limits).requestedSchema;
}
