import type { JsonObject } from "../schema/convert/json-copy.js";
import type { Field, FieldOption } from "../schema/fields.js";
import { DEFAULT_LIMITS } from "../schema/parse/limits.js";
import type { FormField } from "./form-types.js";
import { displayText, labelFrom, NO_TEXT, printedValue, visibleText } from "./text.js";

/** Texts of this length or more get several lines. */
const LONG_TEXT = 200;

/**
 * Options with titles that are safe to show. An empty title is replaced by the value. Where two options have the same
 * title, or one has the value of another for a title, their titles have the value in them: what is shown is what is sent.
 */
function describeOptions(options: readonly FieldOption[]): FieldOption[] {
  const shown = ({ value }: FieldOption): string => printedValue(String(value));
  const owners = new Map(
    options.flatMap((option) =>
      [shown(option), ...wordsFor(option.value)].map((word) => [folded(word), option] as const),
    ),
  );
  let titles = options.map((option) => {
    const title = displayText(option.title) || shown(option);
    const owner = owners.get(folded(title)) ?? option;
    return owner === option ? title : `${title} (${shown(option)})`;
  });
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

/** Texts that look the same but for their case and width are one to somebody who reads them. */
const folded = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** What else a value is called. */
const wordsFor = (value: FieldOption["value"]): readonly string[] =>
  typeof value === "boolean" ? [value ? "yes" : "no"] : [];

/** A field with a label and with texts that are safe to show. */
export function describeField(field: Field): FormField {
  const { name, title, description } = field;
  const label =
    displayText(title ?? "") || labelFrom(name.slice(0, DEFAULT_LIMITS.name)) || NO_TEXT;
  // Asserted to be a field again at the end.
  const shown: JsonObject = {};
  Object.assign(shown, field, { label, multiline: false });
  if (title !== undefined) shown["title"] = label;
  if (description !== undefined) shown["description"] = displayText(description, { lines: true });
  if (field.kind === "select" || field.kind === "multi-select") {
    shown["options"] = describeOptions(field.options);
  }
  if (field.kind === "text") {
    // The user sends this text, so the default must contain nothing invisible.
    const preset = field.default && visibleText(field.default);
    shown["multiline"] = field.maxLength! > LONG_TEXT || !!preset?.includes("\n");
    if (preset !== field.default) shown["default"] = preset || undefined;
  }
  return shown as unknown as FormField;
}
