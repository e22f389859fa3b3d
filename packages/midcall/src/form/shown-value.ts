import type { FieldState } from "./form-types.js";

/** The value of a field as readable text, one for each choice; options are shown by their titles. */
export function shownValue(
  { field, value }: FieldState,
  { yes, no }: { readonly yes: string; readonly no: string },
): string[] {
  if (value === undefined) return [];
  return [value].flat().map((item) => {
    // Yes and no may be options with titles of their own.
    const options = "options" in field ? field.options : [];
    const option = options.find(({ value: one }) => one === item);
    return option?.title ?? (typeof item === "boolean" ? (item ? yes : no) : String(item));
  });
}

/** A date in long form, so that the user can recognise a wrong one. */
export function dateInWords(
  { field, value }: FieldState,
  locale: string | undefined,
): string | undefined {
  if (!value || !field.kind.startsWith("date")) return undefined;
  // Only the date is used; a calendar day has no time zone.
  const at = Date.parse(String(value).slice(0, 10));
  if (Number.isNaN(at)) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(at);
}
