import { checkOf } from "../schema/validate/check-value.js";
import type {
  FieldOption,
  MultiSelectField,
  NumberField,
  SelectField,
  TextField,
} from "../schema/fields.js";
import { FORMATS, toUri } from "../schema/validate/formats.js";
import type { ContentValue } from "../schema/requested-schema.js";
import type { FieldInput, FormField, FormIssueCode, FormOptions } from "./form-types.js";
import { offsetAt } from "./time-offset.js";

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const MOMENT =
  /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(?:(z)|([+-]\d\d):?(\d\d)?)?$/i;

/** The value of an input (none if the field is left out), or the code of the issue with it. */
export type Coerced = readonly [value?: ContentValue, wrong?: FormIssueCode];

/**
 * Converts a value, or any input that a caller passes, to the input of a field; a value that this kind of field cannot
 * show becomes empty. An option may be given by its title.
 */
export function toInput(field: FormField, value: unknown): FieldInput {
  switch (field.kind) {
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "multi-select":
      if (!Array.isArray(value)) return undefined;
      return value
        .filter((item) => typeof item === "string")
        .map((item) => String(optionValue(field, item)));
  }
  const select = field.kind === "select";
  const isOption = select && typeof value === "boolean";
  if (!isOption && typeof value !== "string" && typeof value !== "number")
    return select ? undefined : "";
  return String(select ? optionValue(field, String(value)) : value);
}

/** Converts the user's input to a value. The value is checked against the schema afterwards. */
export function coerce(
  field: FormField,
  input: FieldInput,
  offset: FormOptions["timeZoneOffset"],
): Coerced {
  switch (field.kind) {
    case "unsupported":
      return [];
    case "boolean":
      return [input as boolean | undefined];
    case "multi-select": {
      const picked = (input ?? []) as string[];
      // If a cleared field were left out, its default would apply. So an empty selection is sent.
      const cleared = input && field.default?.length && !field.minItems;
      return picked.length || field.required || cleared ? [picked] : [];
    }
    case "select": {
      const value = input === undefined ? input : optionValue(field, input as string);
      return value === "" && !field.values.has("") ? [] : [value];
    }
  }
  const text = field.kind === "text" ? (input as string) : (input as string).trim();
  if (!text) return [];
  if (field.kind === "number" || field.kind === "integer") return toNumber(field.kind, text);
  if (field.kind === "date-time") return [toMoment(field, text, offset)];
  // The same address, as a URI has to be written.
  return [field.kind === "uri" && !field.iri ? toUri(text) : text];
}

/** The value of an option, found by its value or by its title if that is unique. */
function optionValue(
  { options }: SelectField | MultiSelectField,
  input: string,
): FieldOption["value"] {
  const exact = options.find(({ value }) => String(value) === input);
  if (exact) return exact.value;
  const named = options.filter(({ title }) => title === input);
  return named.length === 1 ? named[0]!.value : input;
}

/** Parses a number without thousands separators and decimal comma, because `1,5` and `1.500` are ambiguous. */
function toNumber(kind: NumberField["kind"], text: string): Coerced {
  const number = NUMBER.test(text) ? +text : NaN;
  if (!Number.isFinite(number)) return [undefined, "number"];
  const safe = Number.isSafeInteger(number);
  // The number that is sent must be exactly the typed one, not the nearest representable one.
  const lost = /e/i.test(text)
    ? kind === "integer"
      ? number % 1 === 0 && !safe
      : !number && /^[^e]*[1-9]/i.test(text)
    : number % 1 === 0 && (!safe || /\.\d*[1-9]/.test(text));
  return lost ? [undefined, "precision"] : [number];
}

/**
 * Completes the seconds and the offset of a date and time; other text is left for the format check. If the field
 * accepts only UTC, the same moment is converted to UTC, unchanged otherwise or with milliseconds.
 */
function toMoment(field: TextField, text: string, offset: FormOptions["timeZoneOffset"]): string {
  const [, day, time, seconds = ":00", utc, hours, minutes = "00"] = MOMENT.exec(text) ?? [];
  if (!day) return text;
  const local = `${day}T${time}`;
  const zone = utc ? "Z" : hours ? `${hours}:${minutes}` : offsetAt(offset, local + seconds);
  const moment = local + seconds + zone;
  // `Date` accepts days and hours that do not exist.
  if (!FORMATS["date-time"](moment)) return moment;
  // An offset has whole minutes, so seconds and their fraction, of any length, are not changed.
  const start = new Date(local + zone).toJSON()?.slice(0, 16) + seconds;
  const exact = (seconds[3] ? start : `${start}.`).padEnd(23, "0");
  return [moment, `${start}Z`, `${exact}Z`].find((one) => !checkOf(field, Infinity)(one)) ?? moment;
}
