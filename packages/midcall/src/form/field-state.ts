import { checkOf, contentIssue } from "../schema/validate/check-value.js";
import { copyOf } from "../schema/validate/copy-of.js";
import { DEFAULT_LIMITS } from "../schema/parse/limits.js";
import type { ContentValue } from "../schema/requested-schema.js";
import { coerce, toInput } from "./coerce.js";
import type { FieldInput, FieldState, FormField, FormOptions } from "./form-types.js";
import { createIssue } from "./issues.js";

const LIMIT = DEFAULT_LIMITS.answer;

/** A new state for a field with an input. Its value is `exact` if given, otherwise the value of the input. */
export function fieldState(
  field: FormField,
  input: FieldInput,
  exact: ContentValue | undefined,
  { messages, timeZoneOffset }: FormOptions,
): FieldState {
  const { name, kind, required } = field;
  const [value, wrong] = exact !== undefined ? [exact] : coerce(field, input, timeZoneOffset);
  const found = wrong
    ? { field: name, code: wrong, params: { kind } }
    : value !== undefined
      ? checkOf(field, LIMIT)(value)
      : required &&
        (kind === "unsupported" ? { field: name, code: kind } : contentIssue(field, "required"));
  const issue = found ? createIssue(found, field, messages) : undefined;
  return {
    field,
    input,
    value: issue ? undefined : value,
    issue,
    error: undefined,
    touched: false,
    dirty: false,
  };
}

/**
 * A new state for a field with a value. A valid value is kept exactly, however its input looks (`1e21`, an empty text).
 */
export function holdValue(field: FormField, value: unknown, options: FormOptions): FieldState {
  const exact =
    value === undefined || field.kind === "unsupported" || checkOf(field, LIMIT)(value)
      ? undefined
      : copyOf(value as ContentValue);
  return fieldState(field, toInput(field, value), exact, options);
}

/** The state of a field that the user has visited. An address that is sent in another spelling is shown in it. */
export function touchedState(state: FieldState): FieldState {
  if (state.touched) return state;
  const { field, input, value, issue } = state;
  const respelled =
    field.kind === "uri" && typeof value === "string" && /[^\0-\x7f]/.test(String(input));
  return {
    ...state,
    ...(respelled && !field.iri && { input: value }),
    touched: true,
    error: issue?.message,
  };
}
