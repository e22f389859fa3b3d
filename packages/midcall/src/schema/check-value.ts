import type { Field, MultiSelectField, NumberField, TextField } from "./fields.js";
import { FORMATS } from "./formats.js";

/** What a field's value can fail on; `invalid` comes from the author's own schema. */
export type ContentIssueCode =
  | "required"
  | "type"
  | "minLength"
  | "maxLength"
  | "pattern"
  | "format"
  | "minimum"
  | "maximum"
  | "option"
  | "minItems"
  | "maxItems"
  | "uniqueItems"
  | "invalid";

/** One thing that is wrong with an answer. */
export interface ContentIssue {
  /** Name of the field, or an empty string for the answer as a whole. */
  readonly field: string;
  readonly code: ContentIssueCode;
  /** What the message is made of: `limit` (number), `format`, `pattern` or `kind` (string). */
  readonly params: Readonly<Record<string, string | number>>;
  /** One short sentence for the person who answers. */
  readonly message: string;
}

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  number: "Enter a number.",
  integer: "Enter a whole number.",
  boolean: "Answer yes or no.",
  select: "Choose one of the options.",
  "multi-select": "Choose from the options.",
};

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  email: "Enter an email address, such as name@example.com.",
  uri: "Enter a full address, such as https://example.com.",
  date: "Enter a date as year-month-day, such as 2026-01-31.",
  "date-time": "Enter a date and time with its offset, such as 2026-01-31T09:30:00+01:00.",
};

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function describe(code: ContentIssueCode, param: string | number): string {
  switch (code) {
    case "required":
      return "This is required.";
    case "type":
      return TYPE_MESSAGES[param] ?? "Enter text.";
    case "minLength":
      return `Enter at least ${plural(+param, "character")}.`;
    case "maxLength":
      return `Enter at most ${plural(+param, "character")}.`;
    case "pattern":
      return `Enter text of the expected form: ${String(param).slice(0, 100)}`;
    case "format":
      return FORMAT_MESSAGES[param]!;
    case "minimum":
      return `Enter ${param} or more.`;
    case "maximum":
      return `Enter ${param} or less.`;
    case "minItems":
      return `Choose at least ${param}.`;
    case "maxItems":
      return `Choose at most ${param}.`;
    case "uniqueItems":
      return "Choose each option once.";
    default:
      return "Choose only from the options.";
  }
}

/** Builds an issue with its English message. `param` is what the message is made of; else the kind is. */
export function contentIssue(
  { name, kind }: Pick<Field, "name" | "kind">,
  code: ContentIssueCode,
  param: string | number = kind,
): ContentIssue {
  const about =
    typeof param === "number" ? "limit" : code === "pattern" || code === "format" ? code : "kind";
  return { field: name, code, params: { [about]: param }, message: describe(code, param) };
}

// What matching one pattern may cost, in steps of the matcher: some tens of milliseconds.
const MAX_STEPS = 10_000_000;

/** Code points, counting no further than needed to know whether there are more than `enough`. */
function isLonger(text: string, enough: number): boolean {
  if (text.length <= enough) return false;
  if (text.length > enough * 2) return true;
  let count = 0;
  for (let index = 0; index < text.length; index++, count++) {
    if (text.codePointAt(index)! > 0xffff) index++;
  }
  return count > enough;
}

function checkText(field: TextField, value: unknown, limit: number): ContentIssue | undefined {
  const { kind, minLength = 0, maxLength = Infinity, pattern } = field;
  if (typeof value !== "string") return contentIssue(field, "type");
  if (isLonger(value, maxLength)) return contentIssue(field, "maxLength", maxLength);
  const longest = pattern ? Math.min(limit, Math.floor(MAX_STEPS / pattern.size)) : limit;
  if (value.length > longest) return contentIssue(field, "maxLength", longest);
  if (!isLonger(value, minLength - 1)) return contentIssue(field, "minLength", minLength);
  if (kind !== "text" && !FORMATS[kind](value)) return contentIssue(field, "format");
  if (pattern && !pattern.test(value)) return contentIssue(field, "pattern", pattern.source);
  return undefined;
}

function checkNumber(field: NumberField, value: unknown): ContentIssue | undefined {
  const { kind, minimum = -Infinity, maximum = Infinity } = field;
  if (kind === "integer" ? !Number.isInteger(value) : !Number.isFinite(value)) {
    return contentIssue(field, "type");
  }
  if ((value as number) < minimum) return contentIssue(field, "minimum", minimum);
  if ((value as number) > maximum) return contentIssue(field, "maximum", maximum);
  return undefined;
}

function checkSelection(field: MultiSelectField, value: unknown): ContentIssue | undefined {
  const { minItems = 0, maxItems = Infinity, values, uniqueItems } = field;
  if (!Array.isArray(value)) return contentIssue(field, "type");
  if (value.length > maxItems) return contentIssue(field, "maxItems", maxItems);
  if (value.length < minItems) return contentIssue(field, "minItems", minItems);
  for (const item of value) {
    if (!values.has(item)) return contentIssue(field, "option");
  }
  if (uniqueItems && new Set(value).size < value.length) return contentIssue(field, "uniqueItems");
  return undefined;
}

/** A value that may travel although this side does not know its schema. */
function isPlainValue(value: unknown): boolean {
  return (
    typeof value === "string" ||
    typeof value === "boolean" ||
    Number.isFinite(value) ||
    (Array.isArray(value) && value.every((item) => typeof item === "string"))
  );
}

/**
 * Checks one value against its field and gives the first thing that is wrong. Allocates only when
 * something is. `limit` is the longest text accepted, in UTF-16 units.
 */
export function checkValue(field: Field, value: unknown, limit: number): ContentIssue | undefined {
  switch (field.kind) {
    case "number":
    case "integer":
      return checkNumber(field, value);
    case "boolean":
      return typeof value === "boolean" ? undefined : contentIssue(field, "type");
    case "select":
      return field.values.has(value) ? undefined : contentIssue(field, "option");
    case "multi-select":
      return checkSelection(field, value);
    case "unsupported":
      return isPlainValue(value) ? undefined : contentIssue(field, "type");
    default:
      return checkText(field, value, limit);
  }
}
