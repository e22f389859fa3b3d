import type { Form, FormField } from "midcall/form";

const YES = /^(y|yes|true|on)$/i;
const NO = /^(n|no|false|off)$/i;

const isScalar = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

/**
 * Sets a field of a form to a JSON value, or to a string as a user would type it; `null` clears the field.
 * `form.submit` validates the value.
 *
 * @returns a sentence that says what is wrong if the value has the wrong type for the field
 */
export function enterValue(form: Form, field: FormField, value: unknown): string | undefined {
  const { name } = field;
  if (field.kind === "unsupported") return "This field has an unsupported type.";
  if (value === null) {
    form.set(name, undefined);
    return undefined;
  }
  switch (field.kind) {
    case "boolean": {
      const chosen = typeof value === "boolean" ? value : typedYesOrNo(value);
      if (chosen === undefined) return "Must be true or false.";
      form.set(name, chosen);
      return undefined;
    }
    case "multi-select": {
      const picked = typeof value === "string" ? typedList(field, value) : value;
      if (!Array.isArray(picked) || !picked.every(isScalar)) return "Must be a list of options.";
      form.set(name, picked.map(String));
      return undefined;
    }
    case "select":
      if (!isScalar(value)) return "Must be one of the options.";
      form.set(name, String(value));
      return undefined;
    case "number":
    case "integer":
      if (!isScalar(value)) return "Must be a number.";
      form.set(name, String(value));
      return undefined;
    default:
      if (typeof value !== "string") return "Must be a string, in quotes.";
      form.set(name, value);
      return undefined;
  }
}

function typedYesOrNo(value: unknown): boolean | undefined {
  const typed = typeof value === "string" ? value.trim() : "";
  return YES.test(typed) ? true : NO.test(typed) ? false : undefined;
}

/** Parses options as a user would type them, separated by commas. */
function typedList(
  { options }: Extract<FormField, { kind: "multi-select" }>,
  typed: string,
): string[] {
  const isOption = options.some(
    ({ value, title }) => String(value) === typed || title === typed.trim(),
  );
  if (isOption) return [typed];
  return typed
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
