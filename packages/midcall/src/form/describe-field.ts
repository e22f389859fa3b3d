import type { Field, FieldOption } from "../schema/fields.js";
import type { FormField } from "./form-types.js";
import { displayText, labelFrom, NO_TEXT, visibleText } from "./text.js";

/** Texts of this length or more get several lines. */
const LONG_TEXT = 200;
const LONGEST_NAME = 100;

/** Options with titles that are safe to show. Those of the same title have their value in it, to be told apart. */
function describeOptions(options: readonly FieldOption[]): FieldOption[] {
  const shown = (value: FieldOption["value"]): string => displayText(String(value)) || NO_TEXT;
  const titles = options.map(({ value, title }) => displayText(title) || shown(value));
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return options.map(({ value }, index) => {
    const title = titles[index]!;
    return { value, title: counts.get(title)! > 1 ? `${title} (${shown(value)})` : title };
  });
}

/** A field with a label and with texts that are safe to show. */
export function describeField(field: Field): FormField {
  const label =
    displayText(field.title ?? "") || labelFrom(field.name.slice(0, LONGEST_NAME)) || NO_TEXT;
  const display = {
    label,
    multiline: false,
    ...(field.title !== undefined && { title: label }),
    ...(field.description !== undefined && {
      description: displayText(field.description, { lines: true }),
    }),
  };
  switch (field.kind) {
    case "select":
    case "multi-select": {
      return { ...field, ...display, options: describeOptions(field.options) };
    }
    case "text": {
      // The user sends this text, so the default must contain nothing invisible.
      const preset = field.default && visibleText(field.default);
      const multiline = field.maxLength! > LONG_TEXT || !!preset?.includes("\n");
      const seen = field.default ? { default: preset || undefined } : {};
      return { ...field, ...display, multiline, ...seen };
    }
    default:
      return { ...field, ...display };
  }
}
