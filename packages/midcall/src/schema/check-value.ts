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

/** Builds an issue with its English message. */
export function contentIssue(
  field: string,
  code: ContentIssueCode,
  name: string,
  param: string | number,
): ContentIssue {
  return { field, code, params: { [name]: param }, message: describe(code, param) };
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
  const { name, kind, minLength, maxLength, pattern } = field;
  if (typeof value !== "string") return contentIssue(name, "type", "kind", kind);
  if (maxLength !== undefined && isLonger(value, maxLength)) {
    return contentIssue(name, "maxLength", "limit", maxLength);
  }
  const longest = pattern ? Math.min(limit, Math.floor(MAX_STEPS / pattern.size)) : limit;
  if (value.length > longest) return contentIssue(name, "maxLength", "limit", longest);
  if (minLength && !isLonger(value, minLength - 1)) {
    return contentIssue(name, "minLength", "limit", minLength);
  }
  if (kind !== "text" && !FORMATS[kind](value)) return contentIssue(name, "format", "format", kind);
  if (pattern && !pattern.test(value))
    return contentIssue(name, "pattern", "pattern", pattern.source);
  return undefined;
}

function checkNumber(field: NumberField, value: unknown): ContentIssue | undefined {
  const { name, kind, minimum, maximum } = field;
  if (kind === "integer" ? !Number.isInteger(value) : !Number.isFinite(value)) {
    return contentIssue(name, "type", "kind", kind);
  }
  const number = value as number;
  if (minimum !== undefined && number < minimum)
    return contentIssue(name, "minimum", "limit", minimum);
  if (maximum !== undefined && number > maximum)
    return contentIssue(name, "maximum", "limit", maximum);
  return undefined;
}

function checkSelection(field: MultiSelectField, value: unknown): ContentIssue | undefined {
  const { name, minItems, maxItems, values } = field;
  if (!Array.isArray(value)) return contentIssue(name, "type", "kind", field.kind);
  if (maxItems !== undefined && value.length > maxItems) {
    return contentIssue(name, "maxItems", "limit", maxItems);
  }
  if (minItems !== undefined && value.length < minItems) {
    return contentIssue(name, "minItems", "limit", minItems);
  }
  for (const item of value) {
    if (!values.has(item)) return contentIssue(name, "option", "kind", field.kind);
  }
  if (field.uniqueItems && new Set(value).size < value.length) {
    return contentIssue(name, "uniqueItems", "kind", field.kind);
  }
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
      return typeof value === "boolean"
        ? undefined
        : contentIssue(field.name, "type", "kind", field.kind);
    case "select":
      return field.values.has(value)
        ? undefined
        : contentIssue(field.name, "option", "kind", field.kind);
    case "multi-select":
      return checkSelection(field, value);
    case "unsupported":
      return isPlainValue(value) ? undefined : contentIssue(field.name, "type", "kind", field.kind);
    default:
      return checkText(field, value, limit);
  }
}
