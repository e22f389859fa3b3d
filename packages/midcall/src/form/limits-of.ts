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

/**
 * The limits of a field, as the issues that exceeding them would cause, so that the user can be told in advance in the
 * same words.
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
  const limits: object & { readonly [code in (typeof LIMITS)[number]]?: number } = field;
  return LIMITS.flatMap((code) => {
    const limit = limits[code];
    const untold =
      limit === undefined ||
      (code === "minItems" && limit === 0) ||
      (code === "minLength" && limit < 2) ||
      (code === "maxLength" && limit > WORTH_TELLING) ||
      // Of any whole number that JSON can hold exactly: zod's `z.int()` has these.
      (code === "minimum" && limit <= Number.MIN_SAFE_INTEGER) ||
      (code === "maximum" && limit >= Number.MAX_SAFE_INTEGER);
    return untold ? [] : contentIssue(field, code, limit);
  });
}
