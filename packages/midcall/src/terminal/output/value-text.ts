import type { FieldState } from "../../form/form-types.js";
import { displayText } from "../../form/text.js";
import type { TerminalMessages } from "../messages.js";

/** What a field holds, as a person reads it. `undefined` where it is left out. */
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
      // Completed with seconds and an offset: what is sent, not what was typed.
      return displayText(String(value));
    default:
      return (
        displayText(String(typeof value === "string" ? value : input), { lines: true }) || '""'
      );
  }
}
