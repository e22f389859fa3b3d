import { isObject } from "../internal/is-object.js";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import { contentIssue } from "./validate/check-value.js";
import type { ContentIssue } from "./validate/check-value.js";
import { fromChoices, isMultiChoices, VALUE_FIELD } from "./convert/choices.js";
import type { Choice, Choices, MultiChoices } from "./convert/choices.js";
import type { ParsedSchema } from "./fields.js";
import { copyJson, ownValue, setOwn } from "./convert/json-copy.js";
import { toUtc } from "./convert/known-patterns.js";
import { resolveLimits } from "./parse/limits.js";
import type { SchemaLimits } from "./parse/limits.js";
import { parseRequestedSchema } from "./parse/parse.js";
import type { ContentOf, ElicitContent, RequestedSchema } from "./requested-schema.js";
import { SchemaError } from "./parse/schema-error.js";
import { convertStandardSchema, isStandardSchema } from "./convert/standard.js";
import type { StandardConversion, StandardSchemaWithJson } from "./convert/standard.js";
import { validateContent } from "./validate/validate.js";

/** Everything a form can be asked with. */
export type SchemaInput = StandardSchemaWithJson | RequestedSchema | Choices | MultiChoices;

type ChoiceOf<C> = C extends readonly (infer Item)[]
  ? Item extends Choice
    ? Item["value"]
    : Item
  : C extends object
    ? keyof C & string
    : never;

/** The type of `data` for a schema: the output of a Standard Schema, the bare value of a choice. */
export type AnswerOf<S> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<S>
  : S extends RequestedSchema
    ? ContentOf<S>
    : S extends readonly [infer Inner]
      ? Inner extends string
        ? Inner
        : Inner extends Choice
          ? Inner["value"]
          : ChoiceOf<Inner>[]
      : ChoiceOf<S>;

/** A checked answer: `content` as it travelled, `data` as the author wants it; or what is wrong. */
export type CheckResult<T> =
  | { readonly ok: true; readonly content: ElicitContent; readonly data: T }
  | { readonly ok: false; readonly issues: readonly ContentIssue[] };

/** A schema ready to be asked and to check answers with. */
export interface AnswerSchema<T> {
  /** For the wire, in the newest form of the language; see {@link toProtocolVersion}. */
  readonly requestedSchema: RequestedSchema;
  readonly parsed: ParsedSchema;
  /** Never a promise unless the author's own schema validates asynchronously. */
  check(content: unknown): CheckResult<T> | Promise<CheckResult<T>>;
}

export interface AnswerSchemaOptions {
  readonly limits?: Partial<SchemaLimits>;
}

function segment(part: PropertyKey | StandardSchemaV1.PathSegment | undefined): string {
  return part === undefined ? "" : String(typeof part === "object" ? part.key : part);
}

function fromStandard(
  schema: StandardSchemaV1,
  limits: Partial<SchemaLimits> | undefined,
): AnswerSchema<unknown> {
  const { requestedSchema, scalar, utcFields, longest }: StandardConversion = convertStandardSchema(
    schema,
    limits,
  );
  const parsed = parseRequestedSchema(requestedSchema, limits && { limits });
  const standard = schema["~standard"];
  const finish = (
    content: ElicitContent,
    result: StandardSchemaV1.Result<unknown>,
  ): CheckResult<unknown> => {
    if (!result.issues) return { ok: true, content, data: result.value };
    const issues = result.issues.map(({ message, path }): ContentIssue => {
      return {
        field: scalar ? VALUE_FIELD : segment(path?.[0]),
        code: "invalid",
        params: {},
        message,
      };
    });
    return { ok: false, issues };
  };
  /** Texts that the library's own patterns could take too long for. */
  const tooLong = (content: ElicitContent): ContentIssue[] =>
    [...longest].flatMap(([name, most]) => {
      const value = ownValue(content, name);
      const field = parsed.fields.find((each) => each.name === name);
      const isLong = typeof value === "string" && value.length > most;
      return isLong && field ? [contentIssue(field, "maxLength", most)] : [];
    });
  const inputOf = (content: ElicitContent): unknown => {
    let input = content;
    for (const name of utcFields) {
      const value = ownValue(content, name);
      if (typeof value !== "string") continue;
      if (input === content) input = { ...content };
      setOwn(input, name, toUtc(value));
    }
    return scalar ? ownValue(input, VALUE_FIELD) : input;
  };
  return {
    requestedSchema: parsed.requestedSchema,
    parsed,
    check(given) {
      const checked = validateContent(parsed, given);
      if (!checked.valid) return { ok: false, issues: checked.issues };
      const { content } = checked;
      const issues = tooLong(content);
      if (issues.length > 0) return { ok: false, issues };
      const result = standard.validate(inputOf(content));
      return "then" in result
        ? Promise.resolve(result).then((late) => finish(content, late))
        : finish(content, result);
    },
  };
}

function fromData(
  input: unknown,
  limits: Partial<SchemaLimits> | undefined,
): AnswerSchema<unknown> {
  const raw =
    isObject(input) &&
    ownValue(input, "type") === "object" &&
    isObject(ownValue(input, "properties"));
  const choices = raw ? undefined : (input as Choices | MultiChoices);
  const parsed = parseRequestedSchema(choices ? fromChoices(choices) : input, limits && { limits });
  const several = choices !== undefined && isMultiChoices(choices);
  return {
    requestedSchema: parsed.requestedSchema,
    parsed,
    check(given) {
      const checked = validateContent(parsed, given);
      if (!checked.valid) return { ok: false, issues: checked.issues };
      const { content } = checked;
      if (!choices) return { ok: true, content, data: content };
      const value = content[VALUE_FIELD];
      return { ok: true, content, data: several ? [...new Set(value as string[])] : value };
    },
  };
}

/*
 * Converting is the expensive part and the same question is asked in every round. A Standard Schema does
 * not change once made, so identity finds it; plain data may be changed or made anew by each call, so
 * its JSON text finds it. The text cache forgets its oldest entry.
 */
const byIdentity = new WeakMap<object, { limits: string; schema: AnswerSchema<unknown> }>();
const byText = new Map<string, AnswerSchema<unknown>>();
const MAX_TEXTS = 200;
const MAX_TEXT_LENGTH = 20_000;

/**
 * Prepares anything a form can be asked with: a Standard Schema with JSON Schema output, a raw
 * `requestedSchema` (an object with `type: "object"` and `properties`), or choices. Cheap when the same
 * schema comes again.
 *
 * @param schema - see {@link SchemaInput}
 * @throws {@link SchemaError} if a raw schema is no form or there is nothing to choose from
 * @throws {@link SchemaUnsupportedError} if a Standard Schema says what no form can carry
 * @throws {@link SlowPatternError} if it has a pattern that could take very long to match
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
    const message = "Ask with a Standard Schema, a requestedSchema, or a list or map of choices.";
    throw new SchemaError([{ path: "", code: "shape", message }]);
  }
  if (Object.values(schema).some(isStandardSchema)) {
    const message =
      "These are the fields of a form: make an object of them, such as z.object({ … }).";
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
