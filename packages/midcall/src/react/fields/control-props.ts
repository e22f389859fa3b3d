import type { ComponentProps, SyntheticEvent } from "react";
import type { Form, FormOptions } from "../../form/index.js";
import type { FieldState } from "../../form/form-types.js";
import { inputAttributes, type TypedField } from "../../form/input-attributes.js";
import { toLocal } from "../../form/local-time.js";

/** The attributes of an input for text of one or several lines, an address or a number. */
export function textProps(
  form: Form,
  field: TypedField,
  input: FieldState["input"],
  secret: boolean,
  locale: string | undefined,
): ComponentProps<"input"> & { readonly value: string } {
  const value = typeof input === "string" ? input : "";
  return {
    value,
    // An empty input has the direction of the page.
    dir: value ? "auto" : undefined,
    onChange: (event) => form.set(field.name, event.currentTarget.value),
    ...inputAttributes(field, locale),
    ...(secret && { autoComplete: "off", spellCheck: false }),
  };
}

/** The input that represents an incomplete date; it is not a valid date. */
const INCOMPLETE = "?";

/** With a maximum, a year has four digits, and the fourth one leads to the next part of the input. */
const LAST_DAY = "9999-12-31";

/** The attributes of a native date or date-and-time input. */
export function dateProps(
  form: Form,
  field: TypedField,
  given: FieldState["input"],
  timeZoneOffset: FormOptions["timeZoneOffset"],
): ComponentProps<"input"> {
  const withTime = field.kind === "date-time";
  const input = typeof given === "string" ? given : "";
  const value = withTime ? toLocal(timeZoneOffset, input) : input;
  const valid = /^\d{4,}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/.test(value);
  // An incomplete date has an empty value and fires no change event. It must not be treated as empty.
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void => {
    const next = currentTarget.validity.badInput ? INCOMPLETE : currentTarget.value;
    if (next !== (valid ? value : input)) form.set(field.name, next);
  };
  return {
    type: withTime ? "datetime-local" : "date",
    max: withTime ? `${LAST_DAY}T23:59:59.999` : LAST_DAY,
    value: valid ? value : "",
    onChange: read,
    onKeyUp: read,
    onBlur: read,
  };
}
