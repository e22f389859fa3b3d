import type { FormField } from "./form-types.js";

/** A field with a text input. */
export type TypedField = Exclude<
  FormField,
  { kind: "boolean" | "select" | "multi-select" | "unsupported" }
>;

/** Attributes of a native input, by the names of its properties. */
export interface InputAttributes {
  readonly type: "text" | "email" | "url";
  readonly inputMode?: "text" | "numeric" | "decimal";
  readonly autoComplete?: string;
  readonly spellCheck?: boolean;
  readonly dir?: string;
}

/** The attributes of the native input for a field, including the on-screen keyboard. */
export function inputAttributes(field: TypedField, locale: string | undefined): InputAttributes {
  const { kind } = field;
  if (kind === "text") return { type: "text" };
  const exact = { autoComplete: "off", spellCheck: false, dir: "ltr" };
  if (kind === "email") return { ...exact, type: "email", autoComplete: "email" };
  if (kind === "uri") return { ...exact, type: "url", autoComplete: "url" };
  // Numbers use a text input, which keeps the typed text. Numeric keyboards of phones have no minus sign, and in some
  // languages a comma instead of a point.
  const point = kind === "integer" || (1.5).toLocaleString(locale).includes(".");
  const pad = point && "minimum" in field && field.minimum! >= 0;
  const inputMode = !pad ? "text" : kind === "integer" ? "numeric" : "decimal";
  return { ...exact, type: "text", inputMode };
}
