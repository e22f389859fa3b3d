import type { FieldState } from "../../form/form-types.js";
import { displayText } from "../../form/text.js";
import type { TerminalMessages } from "../messages.js";

/** The value of a field as readable text; `undefined` if it is left out. */
export function valueText(
  { field, input, value }: FieldState,
  { yes, no }: TerminalMessages,
): string | undefined {
  if (value === undefined) return undefined;
  const titleOf = (one: unknown): string =>
    (field.kind === "select" || field.kind === "multi-select"
      ? field.options.find((option) => option.value === one)?.title
      : undefined) ?? displayText(String(one));
  switch (field.kind) {
    case "boolean":
      return value ? yes : no;
    case "select":
      return titleOf(value);
    case "multi-select":
      return Array.isArray(value) ? value.map(titleOf).join(", ") || "[]" : undefined;
    case "date-time":
      // The value that is sent, completed with seconds and an offset, not the typed text.
      return displayText(String(value));
    default:
      return (
        displayText(String(typeof value === "string" ? value : input), { lines: true }) || '""'
      );
  }
}
