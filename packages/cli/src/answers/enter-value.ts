import type { Form, FormField } from "midcall/form";

const YES = /^(y|yes|true|on)$/i;
const NO = /^(n|no|false|off)$/i;

const isScalar = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

/**
 * Puts a value into a field of a form: exact JSON, or a text as a person would type it; `null` empties
 * the field. Whether the form takes it is for `form.submit` to say.
 *
 * @returns what is wrong, in a sentence, where the value is of no kind the field can hold
 */
export function enterValue(form: Form, field: FormField, value: unknown): string | undefined {
  const { name } = field;
  if (field.kind === "unsupported") return "This field cannot be filled in from here.";
  if (value === null) {
    form.set(name, undefined);
    return undefined;
  }
  switch (field.kind) {
    case "boolean": {
      const chosen = typeof value === "boolean" ? value : typedYesOrNo(value);
      if (chosen === undefined) return "Give true or false.";
      form.set(name, chosen);
      return undefined;
    }
    case "multi-select": {
      const picked = typeof value === "string" ? typedList(field, value) : value;
      if (!Array.isArray(picked) || !picked.every(isScalar)) return "Give a list of options.";
      form.set(name, picked.map(String));
      return undefined;
    }
    case "select":
      if (!isScalar(value)) return "Give one of the options.";
      form.set(name, String(value));
      return undefined;
    case "number":
    case "integer":
      if (!isScalar(value)) return "Give a number.";
      form.set(name, String(value));
      return undefined;
    default:
      if (typeof value !== "string") return "Give a text, in quotes.";
      form.set(name, value);
      return undefined;
  }
}

function typedYesOrNo(value: unknown): boolean | undefined {
  const typed = typeof value === "string" ? value.trim() : "";
  return YES.test(typed) ? true : NO.test(typed) ? false : undefined;
}

/** Options as they are typed: one, or several with commas between. */
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
