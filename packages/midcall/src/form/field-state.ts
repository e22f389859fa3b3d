import { checkValue, contentIssue } from "../schema/validate/check-value.js";
import { DEFAULT_LIMITS } from "../schema/parse/limits.js";
import type { ContentValue } from "../schema/requested-schema.js";
import { coerce, toInput } from "./coerce.js";
import type { FieldInput, FieldState, FormField, FormOptions } from "./form-types.js";
import { createIssue } from "./issues.js";

const LIMIT = DEFAULT_LIMITS.answer;

/** A list of one's own, so that nobody else's changes reach it. */
export const copyOf = <T>(value: T): T => (Array.isArray(value) ? ([...value] as T) : value);

/** A field with an input, fresh. With an `exact` value that is sent; without, what the input says. */
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
      ? checkValue(field, value, LIMIT)
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

/** A field with a value. One that fits stays as it is, however it looks (`1e21`, an empty text). */
export function holdValue(field: FormField, value: unknown, options: FormOptions): FieldState {
  const exact =
    value === undefined || field.kind === "unsupported" || checkValue(field, value, LIMIT)
      ? undefined
      : copyOf(value as ContentValue);
  return fieldState(field, toInput(field, value), exact, options);
}

/** A field once the person has been there. */
export function touchedState(state: FieldState): FieldState {
  return state.touched ? state : { ...state, touched: true, error: state.issue?.message };
}
