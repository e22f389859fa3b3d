import type { FormField, FormOptions } from "../../form/form-types.js";
import { hasCheckedFormat, limitsOf } from "../../form/limits-of.js";
import type { TerminalMessages } from "../messages.js";
import { LONG_LIST, MOST_DIGITS } from "./list-sizes.js";

/** A longer text than this is rarely typed: its limit is told when it is exceeded. */
const SHORT = 20;

/** A short text that says what can be entered in a field; may be empty. */
export function fieldHint(
  field: FormField,
  messages: TerminalMessages,
  offset: FormOptions["timeZoneOffset"],
): string {
  return [...kindHints(field, messages, offset)].filter((hint) => hint).join("; ");
}

function* kindHints(
  field: FormField,
  { hints, yes, no }: TerminalMessages,
  offset: FormOptions["timeZoneOffset"],
): Generator<string> {
  const told = new Map(limitsOf(field).map(({ code, params }) => [code, Number(params["limit"])]));
  switch (field.kind) {
    case "number":
    case "integer":
      yield hints[field.kind];
      yield limits(hints.between, told.get("minimum"), told.get("maximum"));
      if (told.has("exclusiveMinimum")) yield hints.moreThan(told.get("exclusiveMinimum")!);
      if (told.has("exclusiveMaximum")) yield hints.lessThan(told.get("exclusiveMaximum")!);
      if (field.multipleOf !== undefined) yield hints.steps(field.multipleOf);
      return;
    case "multi-select":
      yield limits(hints.count, field.minItems, field.maxItems);
      if (field.options.length <= LONG_LIST) yield hints.ticks;
      return;
    case "boolean":
      if (field.only !== undefined) yield hints.only(field.only ? yes : no);
      return;
    case "select":
      // One choice more than the options: the one for no answer.
      if (field.options.length > MOST_DIGITS && field.options.length < LONG_LIST) yield hints.list;
      return;
    case "unsupported":
      return;
    case "text":
      break;
    case "date-time":
      yield hints.dateTime(zoneName(offset));
      break;
    default:
      yield hints[field.kind];
  }
  const longest = told.get("maxLength");
  yield limits(hints.length, told.get("minLength"), longest! > SHORT ? undefined : longest);
  if (field.pattern && hasCheckedFormat(field)) yield hints.pattern;
  if (field.patternUnchecked) yield hints.patternUnchecked;
  if (field.multiline) yield hints.lines;
}

function limits(
  say: (minimum: number | undefined, maximum: number | undefined) => string,
  minimum: number | undefined,
  maximum: number | undefined,
): string {
  return minimum === undefined && maximum === undefined ? "" : say(minimum, maximum);
}

/** The time zone of a time without an offset; `undefined` if only the host knows it. */
function zoneName(given: FormOptions["timeZoneOffset"]): string | undefined {
  if (typeof given === "function") return undefined;
  if (given !== undefined) return /^(?:Z|[+-]00:00)$/i.test(given) ? "UTC" : `UTC${given}`;
  return new Intl.DateTimeFormat("en").resolvedOptions().timeZone;
}
