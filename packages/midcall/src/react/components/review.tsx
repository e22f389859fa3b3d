import type { ReactNode } from "react";
import type { FieldState } from "../../form/form-types.js";
import { useLocalization } from "../context.js";
import type { ElicitationMessages } from "../messages.js";

/** What will be sent of a field, as people know it: options by their titles. */
function titles({ field, value }: FieldState, messages: ElicitationMessages): string[] {
  if (value === undefined) return [];
  return [value].flat().map((item) => {
    if (typeof item === "boolean") return item ? messages.yes : messages.no;
    const options = "options" in field ? field.options : [];
    return options.find((option) => option.value === item)?.title ?? String(item);
  });
}

/** A date in words, to be recognised as the one that was meant. */
function inWords({ field, value }: FieldState, locale: string | undefined): string | undefined {
  if (!value || !field.kind.startsWith("date")) return undefined;
  // The days of a calendar have no time zone.
  const at = Date.parse(String(value).slice(0, 10));
  if (Number.isNaN(at)) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(at);
}

/** All that will be sent, field by field, and what will not. */
export function Review({ fields }: { readonly fields: readonly FieldState[] }): ReactNode {
  const { messages, locale } = useLocalization();
  return (
    <dl data-midcall="review">
      {fields.map((state, index) => {
        const { field, value } = state;
        const shown = titles(state, messages);
        return (
          <div key={index}>
            <dt dir="auto">{field.label}</dt>
            {shown.map((title, position) => (
              <dd key={position} dir="auto">
                {title || "“”"}
                <small>{inWords(state, locale)}</small>
              </dd>
            ))}
            {shown.length === 0 && (
              <dd data-midcall="hint">
                {value && "options" in field
                  ? messages.chosenCount(0, field.options.length)
                  : messages.notAnswered}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
