import { theOnlyText } from "../schema/validate/the-only-text.js";
import { contentIssue } from "../schema/validate/check-value.js";
import type { FormField, FormIssue } from "./form-types.js";

const LIMITS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
] as const;

/** Limits of more characters than this are not shown. */
const WORTH_TELLING = 10_000;

const hasOneText = (field: FormField): unknown =>
  "pattern" in field && theOnlyText(field.pattern!.source);

/**
 * The limits of a field, as the issues that exceeding them would cause, so that the user can be told in advance in the
 * same words. Limits that nobody comes near, such as those of safe integers, are left out, and so are those of a text that
 * only one word is valid for.
 *
 * @param field - a field of a form
 * @returns one issue for each limit
 *
 * @example
 * ```ts
 * limitsOf(form.fields[0]!).map(({ message }) => message); // ["Enter more than 0.", "Enter a multiple of 5."]
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function limitsOf(field: FormField): FormIssue[] {
  if (hasOneText(field)) return [];
  const limits: object & { readonly [code in (typeof LIMITS)[number]]?: number } = field;
  return LIMITS.flatMap((code) => {
    const limit = limits[code] ?? Infinity;
    const untold =
      // Libraries add the limits of safe integers, 9.007e15, to every whole number.
      Math.abs(limit) >= 9e15 ||
      (code === "minItems" && limit === 0) ||
      (code === "minLength" && limit < 2) ||
      (code === "maxLength" && limit > WORTH_TELLING);
    return untold ? [] : contentIssue(field, code, limit);
  });
}

/** Whether a field has a format of its own, beyond that of its kind, that it does not say itself. */
export function hasCheckedFormat(field: FormField): boolean {
  return ("pattern" in field && !hasOneText(field)) || "patternUnchecked" in field;
}
