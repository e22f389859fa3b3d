import type { Form, FormField } from "../../form/index.js";
import type { FieldInput } from "../../form/form-types.js";
import { fieldId } from "./fields/fields.js";
import { html, type Html } from "./html.js";
import { joinDateTime } from "./fields/date-time.js";

/**
 * Puts submitted values into a form. Values that do not belong to the form are ignored.
 *
 * @param keeps - Selects fields that keep their default if nothing was typed, because a hidden default cannot be seen and
 * removed.
 */
export function fillForm(
  form: Form,
  sent: URLSearchParams,
  keeps: (field: FormField) => boolean = () => false,
): void {
  for (const [index, field] of form.fields.entries()) {
    if (field.kind === "unsupported") continue;
    const given = read(field, index, sent);
    if (given !== "" || !keeps(field)) form.set(field.name, given);
  }
}

function read(field: FormField, index: number, sent: URLSearchParams): FieldInput {
  const name = fieldId(index);
  const value = sent.get(name);
  switch (field.kind) {
    case "boolean":
      return value === "yes" ? true : value === "no" ? false : undefined;
    case "select":
      return option(field, value);
    case "multi-select": {
      const picked = sent
        .getAll(name)
        .map((position) => option(field, position))
        .filter((item) => item !== undefined);
      return [...new Set(picked)];
    }
    case "date-time":
      return joinDateTime(value ?? "", sent.get(`${name}z`) ?? "");
    default:
      // Browsers submit every line break as CR LF.
      return (value ?? "").replace(/\r\n?/g, "\n");
  }
}

function option(
  { options }: Extract<FormField, { kind: "select" | "multi-select" }>,
  position: string | null,
): string | undefined {
  if (position === null || !/^\d{1,4}$/.test(position)) return undefined;
  const found = options[Number(position)];
  return found && String(found.value);
}

/** The submitted values that belong to the form, without the fields that are left out. */
export function valuesFor(
  form: Form,
  sent: URLSearchParams,
  leaveOut: (field: FormField) => boolean = () => false,
): URLSearchParams {
  const names = form.fields.flatMap((field, index) =>
    leaveOut(field) ? [] : [fieldId(index), `${fieldId(index)}z`],
  );
  return new URLSearchParams(
    names.flatMap((name) => sent.getAll(name).map((value): [string, string] => [name, value])),
  );
}

/** The submitted values as hidden inputs, to be submitted again. */
export function hiddenInputs(form: Form, sent: URLSearchParams): Html {
  return html`${[...valuesFor(form, sent)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}
