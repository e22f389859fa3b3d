import type { ComponentProps, ReactNode } from "react";
import type { FormField } from "../../form/index.js";
import { useLocalization } from "../context.js";
import { type FieldProps, FieldBox, useExplained } from "./field-parts.js";

/** A field with a text input. */
export type TypedField = Exclude<
  FormField,
  { kind: "boolean" | "select" | "multi-select" | "unsupported" }
>;

type Keyboard = Pick<
  ComponentProps<"input">,
  "type" | "inputMode" | "autoComplete" | "spellCheck" | "dir"
>;

/** The attributes of the native input for a field, including the on-screen keyboard. */
function keyboardFor(field: TypedField, locale: string | undefined): Keyboard {
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

/** An input for text of one or several lines, an address or a number. */
export function TextControl(props: FieldProps<TypedField>): ReactNode {
  const { form, field, state, secret } = props;
  const { locale } = useLocalization();
  const value = typeof state.input === "string" ? state.input : "";
  const explained = useExplained(props);
  const common = {
    ...explained.control,
    value,
    // An empty input has the direction of the page.
    dir: value ? "auto" : undefined,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      form.set(field.name, event.currentTarget.value),
    ...keyboardFor(field, locale),
    ...(secret && { autoComplete: "off", spellCheck: false }),
  };
  // An `<input>` would show several lines as one, which differs from what is sent.
  const several = field.multiline || value.includes("\n");
  const { type, ...textarea } = common;
  return (
    <FieldBox of={props} explained={explained}>
      {several ? <textarea rows={5} {...textarea} /> : <input type={type} {...textarea} />}
    </FieldBox>
  );
}
