import type { Field } from "../schema/fields.js";
import type { FormField } from "./form-types.js";
import { displayText, labelFrom, NO_TEXT, visibleText } from "./text.js";

/** Texts of this length or more get several lines. */
const LONG_TEXT = 200;
const LONGEST_NAME = 100;

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
      const options = field.options.map(({ value, title }) => ({
        value,
        title: displayText(title) || displayText(String(value)) || NO_TEXT,
      }));
      return { ...field, ...display, options };
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
