import { displayText, type FormField } from "../../form/index.js";

/** The titles of options. Options with the same title are told apart by their values. */
export function optionTitles({
  options,
}: Extract<FormField, { kind: "select" | "multi-select" }>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { title } of options) counts.set(title, (counts.get(title) ?? 0) + 1);
  return options.map(({ value, title }) =>
    counts.get(title) === 1 ? title : `${title} (${displayText(String(value))})`,
  );
}
