import type { Field, MultiSelectField, NumberField, TextField } from "../fields.js";
import { theOnlyText } from "./the-only-text.js";
import { FORMATS, isIri } from "./formats.js";

/** The code of an issue with a field's value; `invalid` comes from the author's own schema. */
export type ContentIssueCode =
  | "required"
  | "type"
  | "minLength"
  | "maxLength"
  | "pattern"
  | "format"
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "option"
  | "minItems"
  | "maxItems"
  | "uniqueItems"
  | "invalid";

/** An issue with an answer. */
export interface ContentIssue {
  /** Name of the field, or an empty string for the answer as a whole. */
  readonly field: string;
  readonly code: ContentIssueCode;
  /** The parameters of the message: `limit` (number), `format`, `pattern` or `kind` (string). */
  readonly params: Readonly<Record<string, string | number>>;
  /** One short sentence for the user. */
  readonly message: string;
}

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  number: "Enter a number.",
  integer: "Enter a whole number.",
  boolean: "Answer yes or no.",
  "multi-select": "Choose only from the options.",
};

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  email: "Enter an email address, such as name@example.com.",
  uri: "Enter a full address, such as https://example.com.",
  date: "Enter a date as year-month-day, such as 2026-01-31.",
  "date-time": "Enter a date and time, such as 2026-01-31T09:30:00+01:00. The end is its offset.",
};

function describe(code: ContentIssueCode, param: string | number): string {
  const word = theOnlyText(param as string);
  const characters = `${param} character${param === 1 ? "" : "s"}`;
  const messages: Readonly<Partial<Record<ContentIssueCode, string | undefined>>> = {
    required: "This is required.",
    type: TYPE_MESSAGES[param] ?? "Enter text.",
    minLength: `Enter at least ${characters}.`,
    maxLength: `Enter at most ${characters}.`,
    pattern: word ? `This is not "${word}".` : "Enter it in the format that the server asks for.",
    format: FORMAT_MESSAGES[param],
    minimum: `Enter ${param} or more.`,
    maximum: `Enter ${param} or less.`,
    exclusiveMinimum: `Enter more than ${param}.`,
    exclusiveMaximum: `Enter less than ${param}.`,
    multipleOf: `Enter a multiple of ${param}.`,
    minItems: `Choose at least ${param}.`,
    maxItems: `Choose at most ${param}.`,
    uniqueItems: "Choose each option once.",
    option:
      param === "boolean" ? "Only the other answer can be sent." : "Choose only from the options.",
  };
  return messages[code]!;
}

/**
 * Creates an issue with its English message. `param` is the parameter of the message; default: the kind of the field.
 */
export function contentIssue(
  { name, kind }: Pick<Field, "name" | "kind">,
  code: ContentIssueCode,
  param: string | number = kind,
): ContentIssue {
  const about =
    typeof param === "number" ? "limit" : code === "pattern" || code === "format" ? code : "kind";
  return { field: name, code, params: { [about]: param }, message: describe(code, param) };
}

// Limit of the matcher's steps for one pattern: some tens of milliseconds.
const MAX_STEPS = 10_000_000;

/** Whether a text has more than `enough` code points. Counts only as far as necessary. */
function isLonger(text: string, enough: number): boolean {
  if (text.length <= enough) return false;
  return text.length > enough * 2 || text.replace(/[\u{10000}-\u{10ffff}]/gu, "-").length > enough;
}

/** Finds the first issue with a value, if any. Allocates memory only for an issue. */
export type Check = (value: unknown) => ContentIssue | undefined;

type Report = (code: ContentIssueCode, param?: string | number) => ContentIssue;

function textCheck(field: TextField, limit: number, issue: Report): Check {
  const { kind, minLength = 0, maxLength = Infinity, pattern } = field;
  const longest = pattern ? Math.min(limit, Math.floor(MAX_STEPS / pattern.size)) : limit;
  const isFormat = kind !== "text" && (field.iri ? isIri : FORMATS[kind]);
  return (value) => {
    if (typeof value !== "string") return issue("type");
    if (isLonger(value, maxLength)) return issue("maxLength", maxLength);
    if (value.length > longest) return issue("maxLength", longest);
    if (!isLonger(value, minLength - 1)) return issue("minLength", minLength);
    if (isFormat && !isFormat(value)) return issue("format");
    if (pattern && !pattern.test(value)) return issue("pattern", pattern.source);
    return undefined;
  };
}

function numberCheck(field: NumberField, issue: Report): Check {
  const { kind, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = field;
  const isNumber = kind === "integer" ? Number.isInteger : Number.isFinite;
  return (value) => {
    if (!isNumber(value)) return issue("type");
    const number = value as number;
    // Comparisons with an absent bound are false.
    if (number < minimum!) return issue("minimum", minimum);
    if (number > maximum!) return issue("maximum", maximum);
    if (number <= exclusiveMinimum!) return issue("exclusiveMinimum", exclusiveMinimum);
    if (number >= exclusiveMaximum!) return issue("exclusiveMaximum", exclusiveMaximum);
    const times = number / multipleOf!;
    // 0.07 must count as a multiple of 0.01 despite floating-point errors.
    if (Math.abs(times - Math.round(times)) > 1e-9) return issue("multipleOf", multipleOf);
    return undefined;
  };
}

function selectionCheck(field: MultiSelectField, issue: Report): Check {
  const { minItems = 0, maxItems = Infinity, values, uniqueItems } = field;
  return (value) => {
    if (!Array.isArray(value)) return issue("type");
    if (value.length > maxItems) return issue("maxItems", maxItems);
    if (value.length < minItems) return issue("minItems", minItems);
    for (const item of value) if (!values.has(item)) return issue("option");
    if (uniqueItems && new Set(value).size < value.length) return issue("uniqueItems");
    return undefined;
  };
}

/** Whether a value may be sent although this side does not know its schema. */
function isPlainValue(value: unknown): boolean {
  return (
    typeof value === "string" ||
    typeof value === "boolean" ||
    Number.isFinite(value) ||
    (Array.isArray(value) && value.every((item) => typeof item === "string"))
  );
}

/** The check of a field's values. `limit` is the longest accepted text in UTF-16 code units. */
export function checkOf(field: Field, limit: number): Check {
  const issue: Report = (code, param) => contentIssue(field, code, param);
  switch (field.kind) {
    case "number":
    case "integer":
      return numberCheck(field, issue);
    case "boolean":
      return (value) => {
        if (typeof value !== "boolean") return issue("type");
        return field.only === !value ? issue("option") : undefined;
      };
    case "select":
      return (value) => (field.values.has(value) ? undefined : issue("option"));
    case "multi-select":
      return selectionCheck(field, issue);
    case "unsupported":
      return (value) => (isPlainValue(value) ? undefined : issue("type"));
    default:
      return textCheck(field, limit, issue);
  }
}
