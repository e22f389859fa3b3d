import { fromData } from "./answer/from-data.js";
import { fromStandard } from "./answer/from-standard.js";
import type { AnswerOf, AnswerSchema, AnswerSchemaOptions, SchemaInput } from "./answer/types.js";
import { copyJson } from "./convert/json-copy.js";
import { isStandardSchema } from "./convert/standard.js";
import { resolveLimits } from "./parse/limits.js";
import type { SchemaLimits } from "./parse/limits.js";
import { SchemaError } from "./parse/schema-error.js";

export type {
  AnswerOf,
  AnswerSchema,
  AnswerSchemaOptions,
  CheckResult,
  SchemaInput,
} from "./answer/types.js";

/*
 * Conversion is expensive, and the same question is asked in every round. A Standard Schema does not
 * change, so it is cached by identity. Plain data may be changed, or created again by each call, so it is
 * cached by its JSON text. The text cache removes its oldest entry when it is full.
 */
const byIdentity = new WeakMap<object, { limits: string; schema: AnswerSchema<unknown> }>();
const byText = new Map<string, AnswerSchema<unknown>>();
const MAX_TEXTS = 200;
const MAX_TEXT_LENGTH = 20_000;

/**
 * Prepares a schema for a form: a Standard Schema with JSON Schema output, a raw
 * `requestedSchema` (an object with `type: "object"` and `properties`), or choices. Prepared
 * schemas are cached.
 *
 * @param schema - see {@link SchemaInput}
 * @throws {@link SchemaError} if a raw schema is not a form or there are no options
 * @throws {@link SchemaUnsupportedError} if a Standard Schema contains what no form supports
 * @throws {@link SlowPatternError} if a pattern could take very long to match
 *
 * @example
 * ```ts
 * const colors = answerSchema(["red", "green"]);
 * colors.check({ value: "red" }); // { ok: true, content: { value: "red" }, data: "red" }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function answerSchema<const S extends SchemaInput>(
  schema: S,
  options: AnswerSchemaOptions = {},
): AnswerSchema<AnswerOf<S>> {
  return prepare(schema, options.limits) as AnswerSchema<AnswerOf<S>>;
}

function prepare(
  schema: unknown,
  limits: Partial<SchemaLimits> | undefined,
): AnswerSchema<unknown> {
  const key = limits ? JSON.stringify(limits) : "";
  if (isStandardSchema(schema)) {
    const known = byIdentity.get(schema);
    if (known?.limits === key) return known.schema;
    const made = fromStandard(schema, limits);
    byIdentity.set(schema, { limits: key, schema: made });
    return made;
  }
  if (typeof schema !== "object" || schema === null) {
    const message =
      "The schema must be a Standard Schema, a requestedSchema, or an array or object of choices.";
    throw new SchemaError([{ path: "", code: "shape", message }]);
  }
  if (Object.values(schema).some(isStandardSchema)) {
    const message =
      "These are the fields of a form: wrap them in an object, such as z.object({ … }).";
    throw new SchemaError([{ path: "", code: "shape", message }]);
  }
  const copy = copyJson(schema, resolveLimits(limits));
  const text = `${key}${JSON.stringify(copy)}`;
  const known = byText.get(text);
  if (known) return known;
  const made = fromData(copy, limits);
  if (text.length <= MAX_TEXT_LENGTH) {
    if (byText.size >= MAX_TEXTS) byText.delete(byText.keys().next().value!);
    byText.set(text, made);
  }
  return made;
}
