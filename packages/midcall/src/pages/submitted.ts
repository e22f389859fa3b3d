import type { FieldInput, Form, FormField } from "../form/index.js";
import { fieldId } from "./fields.js";
import { markup, type Markup } from "./markup.js";
import { joinMoment } from "./moment.js";

/** Puts what was sent into a form. What does not belong to it is passed over. */
export function fill(form: Form, sent: URLSearchParams): void {
  for (const [index, field] of form.fields.entries()) {
    if (field.kind !== "unsupported") form.set(field.name, read(field, index, sent));
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
      return joinMoment(value ?? "", sent.get(`${name}z`) ?? "");
    default:
      // Forms send line ends as CR LF, whatever they were.
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

/** What was sent, to be sent once more. */
export function again(form: Form, sent: URLSearchParams): Markup {
  const names = form.fields.flatMap((_, index) => [fieldId(index), `${fieldId(index)}z`]);
  return markup`${names.flatMap((name) =>
    sent
      .getAll(name)
      .map((value) => markup`<input type="hidden" name="${name}" value="${value}" />`),
  )}`;
}
