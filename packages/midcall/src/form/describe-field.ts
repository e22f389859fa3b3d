import type { Field } from "../schema/fields.js";
import type { FormField } from "./form-types.js";
import { displayText, labelFrom, NO_TEXT, visibleText } from "./text.js";

/** From this many characters on, one line is too narrow. */
const LONG_TEXT = 200;
const LONGEST_NAME = 100;

/** A field with its texts made safe to show, and a label. */
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
      // The person is going to send this: it has to be what is seen.
      const preset = field.default && visibleText(field.default);
      const multiline = field.maxLength! > LONG_TEXT || !!preset?.includes("\n");
      const seen = field.default ? { default: preset || undefined } : {};
      return { ...field, ...display, multiline, ...seen };
    }
    default:
      return { ...field, ...display };
  }
}
