import type { Field, FieldOption } from "../schema/fields.js";
import { DEFAULT_LIMITS } from "../schema/parse/limits.js";
import type { FormField } from "./form-types.js";
import { displayText, labelFrom, NO_TEXT, printedValue, visibleText } from "./text.js";

/** Texts of this length or more get several lines. */
const LONG_TEXT = 200;

/**
 * Options with titles that are safe to show. An empty title is replaced by the value, and options of the same title have
 * their value in it, to be told apart.
 */
function describeOptions(options: readonly FieldOption[]): FieldOption[] {
  const shown = ({ value }: FieldOption): string => printedValue(String(value));
  let titles = options.map((option) => displayText(option.title) || shown(option));
  // A title can also equal one that got its value.
  for (let round = 0; round < 2; round++) {
    const counts = new Map<string, number>();
    for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
    titles = titles.map((title, index) =>
      counts.get(title)! > 1 ? `${title} (${shown(options[index]!)})` : title,
    );
  }
  return options.map(({ value }, index) => ({ value, title: titles[index]! }));
}

/** A field with a label and with texts that are safe to show. */
export function describeField(field: Field): FormField {
  const label =
    displayText(field.title ?? "") ||
    labelFrom(field.name.slice(0, DEFAULT_LIMITS.name)) ||
    NO_TEXT;
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
