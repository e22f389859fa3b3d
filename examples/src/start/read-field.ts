import type { ContentValue, Field } from "midcall/schema";
import { plainText } from "./plain-text.js";

/** What a typed line means for a field: a value, nothing, or something that is none. */
export type Typed =
  { readonly value: ContentValue } | { readonly omitted: true } | { readonly wrong: string };

/** Reads one typed line. An empty one takes the default, or leaves the field out. */
export function readField(field: Field, line: string): Typed {
  const typed = line.trim();
  if (field.kind === "unsupported") return { omitted: true };
  if (typed === "") {
    return field.default === undefined
      ? { omitted: true }
      : { value: field.default as ContentValue };
  }
  switch (field.kind) {
    case "number":
    case "integer":
      return Number.isFinite(Number(typed))
        ? { value: Number(typed) }
        : { wrong: "Type a number." };
    case "boolean":
      if (/^(y|yes|true)$/i.test(typed)) return { value: true };
      if (/^(n|no|false)$/i.test(typed)) return { value: false };
      return { wrong: "Type y or n." };
    case "select": {
      const option = pick(field.options, typed);
      return option === undefined ? { wrong: "Type the number of an option." } : { value: option };
    }
    case "multi-select": {
      if (typed === "-") return { value: [] };
      const picked = typed.split(",").map((part) => pick(field.options, part.trim()));
      if (picked.includes(undefined))
        return { wrong: "Type numbers of options with commas between, or - for none." };
      return { value: picked as string[] };
    }
    case "text":
      return { value: typed === '""' ? "" : line };
    default:
      return { value: typed };
  }
}

function pick(
  options: readonly { readonly value: string | number; readonly title: string }[],
  typed: string,
): string | number | undefined {
  return (options[Number(typed) - 1] ?? options.find(({ value }) => String(value) === typed))
    ?.value;
}

/** What the person reads before typing. */
export function fieldPrompt(field: Field): string {
  const label = plainText(field.title ?? field.name);
  const lines = [
    `${label}${field.required ? "" : " (optional)"}${field.description ? `\n  ${plainText(field.description)}` : ""}`,
  ];
  if (field.kind === "unsupported")
    return `${lines[0]}\n  This field cannot be shown here: ${plainText(field.reason)}`;
  if (field.kind === "select" || field.kind === "multi-select") {
    for (const [index, { title }] of field.options.entries())
      lines.push(`  ${index + 1}. ${plainText(title)}`);
  }
  const notes = [
    HINTS[field.kind],
    field.default === undefined ? "" : `Enter for ${shown(field)}`,
  ].filter(Boolean);
  return `${lines.join("\n")}\n  ${notes.length > 0 ? `[${notes.join("; ")}] ` : ""}> `;
}

const HINTS: Readonly<Record<Exclude<Field["kind"], "unsupported">, string>> = {
  text: "",
  email: "an e-mail address",
  uri: "an address such as https://example.com",
  date: "YYYY-MM-DD",
  "date-time": "YYYY-MM-DDThh:mm:ss+hh:mm",
  number: "a number",
  integer: "a whole number",
  boolean: "y or n",
  select: "a number from the list",
  "multi-select": "numbers with commas between, - for none",
};

function shown(field: Exclude<Field, { kind: "unsupported" }>): string {
  return plainText(JSON.stringify(field.default));
}
