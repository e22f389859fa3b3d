import { checkValue } from "../schema/validate/check-value.js";
import type { NumberField, SelectField, MultiSelectField, TextField } from "../schema/fields.js";
import { FORMATS } from "../schema/validate/formats.js";
import type { ContentValue } from "../schema/requested-schema.js";
import type { FieldInput, FormField, FormIssueCode, FormOptions } from "./form-types.js";
import { offsetAt } from "./time-offset.js";

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const MOMENT =
  /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(?:(z)|([+-]\d\d):?(\d\d)?)?$/i;

/** The value an input stands for (nothing: the field is left out), or why it stands for none. */
export type Coerced = readonly [value?: ContentValue, wrong?: FormIssueCode];

/**
 * How a field shows a value, or whatever input a caller gives; what its kind cannot show is empty. An
 * option named by its title is shown as the option.
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
  if (typeof value !== "string" && typeof value !== "number") return select ? undefined : "";
  return String(select ? optionValue(field, String(value)) : value);
}

/** Reads what the person entered. Whether the value is one the schema takes is checked afterwards. */
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
      // Left out, a default that was cleared would come back: no choice is a choice then.
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
  return [field.kind === "date-time" ? toMoment(field, text, offset) : text];
}

/** An option goes by its value or, where just one has it, by the title the person reads. */
function optionValue({ options }: SelectField | MultiSelectField, input: string): string | number {
  const exact = options.find(({ value }) => String(value) === input);
  if (exact) return exact.value;
  const named = options.filter(({ title }) => title === input);
  return named.length === 1 ? named[0]!.value : input;
}

/** No thousands separators and no decimal comma: `1,5` and `1.500` mean different things to people. */
function toNumber(kind: NumberField["kind"], text: string): Coerced {
  const number = NUMBER.test(text) ? +text : NaN;
  if (!Number.isFinite(number)) return [undefined, "number"];
  const safe = Number.isSafeInteger(number);
  // What was typed must be what is sent, and not the nearest number there is.
  const lost = /e/i.test(text)
    ? kind === "integer"
      ? number % 1 === 0 && !safe
      : !number && /^[^e]*[1-9]/i.test(text)
    : number % 1 === 0 && (!safe || /\.\d*[1-9]/.test(text));
  return lost ? [undefined, "precision"] : [number];
}

/**
 * Completes seconds and offset; text of any other form is left for the format check. Where the field
 * takes it only so, it is the same moment in UTC, as it is or to the millisecond.
 */
function toMoment(field: TextField, text: string, offset: FormOptions["timeZoneOffset"]): string {
  const [, day, time, seconds = ":00", utc, hours, minutes = "00"] = MOMENT.exec(text) ?? [];
  if (!day) return text;
  const local = `${day}T${time}`;
  const zone = utc ? "Z" : hours ? `${hours}:${minutes}` : offsetAt(offset, local + seconds);
  const moment = local + seconds + zone;
  // Dates are read with days and hours that there are none of.
  if (!FORMATS["date-time"](moment)) return moment;
  // An offset has whole minutes: seconds and their fractions, however many digits, are not touched.
  const start = new Date(local + zone).toJSON()?.slice(0, 16) + seconds;
  const exact = (seconds[3] ? start : `${start}.`).padEnd(23, "0");
  return (
    [moment, `${start}Z`, `${exact}Z`].find((one) => !checkValue(field, one, Infinity)) ?? moment
  );
}
