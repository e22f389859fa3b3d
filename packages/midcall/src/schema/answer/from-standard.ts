import type { StandardSchemaV1 } from "@standard-schema/spec";
import { VALUE_FIELD } from "../convert/choices.js";
import { ownValue, setOwn } from "../convert/json-copy.js";
import { toUtc } from "../convert/known-patterns.js";
import { convertStandardSchema, type StandardConversion } from "../convert/standard.js";
import type { SchemaLimits } from "../parse/limits.js";
import { parseRequestedSchema } from "../parse/parse.js";
import type { ElicitContent } from "../requested-schema.js";
import { type ContentIssue, contentIssue } from "../validate/check-value.js";
import { copyOf } from "../validate/copy-of.js";
import { getDefaults } from "../validate/defaults.js";
import { validateContent } from "../validate/validate.js";
import type { AnswerSchema, CheckResult } from "./types.js";

function segment(part: PropertyKey | StandardSchemaV1.PathSegment | undefined): string {
  return part === undefined ? "" : String(typeof part === "object" ? part.key : part);
}

/** Prepares a Standard Schema: answers are checked against its form, and then by the library. */
export function fromStandard(
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
  /** Issues for texts that are too long for the library's own patterns. */
  const tooLong = (content: ElicitContent): ContentIssue[] =>
    [...longest].flatMap(([name, most]) => {
      const value = ownValue(content, name);
      const field = parsed.fields.find((each) => each.name === name);
      const isLong = typeof value === "string" && value.length > most;
      return isLong && field ? [contentIssue(field, "maxLength", most)] : [];
    });
  const presets = Object.entries(getDefaults(parsed));
  const inputOf = (content: ElicitContent): unknown => {
    const input: ElicitContent = { ...content };
    // A default that the library computes anew would not be the one that was shown.
    for (const [name, preset] of presets)
      if (!Object.hasOwn(content, name)) setOwn(input, name, copyOf(preset));
    for (const name of utcFields) {
      const value = ownValue(input, name);
      if (typeof value === "string") setOwn(input, name, toUtc(value));
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
