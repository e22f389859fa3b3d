import { fromChoices, isMultiChoices, VALUE_FIELD } from "../convert/choices.js";
import type { Choices, MultiChoices } from "../convert/choices.js";
import { ownValue } from "../convert/json-copy.js";
import { isObject } from "../../internal/is-object.js";
import type { SchemaLimits } from "../parse/limits.js";
import { parseRequestedSchema } from "../parse/parse.js";
import { validateContent } from "../validate/validate.js";
import type { AnswerSchema } from "./types.js";

/** Prepares a raw `requestedSchema` or choices. */
export function fromData(
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
