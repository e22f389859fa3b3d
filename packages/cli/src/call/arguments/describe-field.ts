import { displayText, type FormField } from "midcall/form";
import { patternWords } from "./pattern-words.js";
import { safeLine } from "../../safe-text.js";

const MOST_OPTIONS = 12;

/** The values a field accepts, as text that is safe to print: `integer from 1 to 12, required`. */
export function describeField(field: FormField): string {
  const words = [kindText(field)];
  if (field.required) words.push("required");
  if ("default" in field && field.default !== undefined) {
    words.push(`default ${safeLine(JSON.stringify(field.default), 80)}`);
  }
  return words.join(", ");
}

function kindText(field: FormField): string {
  switch (field.kind) {
    case "unsupported":
      return `cannot be entered here (${displayText(field.reason)})`;
    case "boolean":
      return field.only === undefined ? "true or false" : `only ${field.only}`;
    case "number":
    case "integer":
      return numberText(field);
    case "select":
      return `one of ${optionsText(field.options)}`;
    case "multi-select":
      return `any of ${optionsText(field.options)}${range(field.minItems, field.maxItems)}`;
    default: {
      const { kind, minLength, maxLength, pattern } = field;
      const length = range(minLength, maxLength);
      const like = pattern && kind === "text" ? `, ${formatText(pattern.source)}` : "";
      return `${kind}${length && `${length} characters`}${like}`;
    }
  }
}

/** A pattern in words, or else quoted. */
function formatText(source: string): string {
  const words = patternWords(source);
  return words === undefined
    ? `in the format of the regular expression "${safeLine(source, 80)}"`
    : `made of: ${safeLine(words, 200)}`;
}

function numberText({
  kind,
  minimum,
  maximum,
  exclusiveMinimum: above,
  exclusiveMaximum: below,
  multipleOf: step,
}: FormField & { readonly kind: "number" | "integer" }): string {
  const more = [
    near(above) !== undefined && `greater than ${above}`,
    near(below) !== undefined && `less than ${below}`,
    step !== undefined && `a multiple of ${step}`,
  ].filter((words) => words !== false);
  return [kind + range(minimum, maximum), ...more].join(", ");
}

/** Libraries add the limits of safe integers to every whole number. Nobody comes near them. */
const near = (limit: number | undefined): number | undefined =>
  Math.abs(limit ?? Infinity) >= Number.MAX_SAFE_INTEGER ? undefined : limit;

function range(minimum: number | undefined, maximum: number | undefined): string {
  const [least, most] = [near(minimum), near(maximum)];
  if (least === undefined && most === undefined) return "";
  if (least === undefined) return ` up to ${most}`;
  return most === undefined ? ` from ${least}` : ` from ${least} to ${most}`;
}

function optionsText(
  options: readonly { readonly value: string | number | boolean; readonly title: string }[],
): string {
  const shown = options.slice(0, MOST_OPTIONS).map(({ value, title }) => {
    const written = safeLine(JSON.stringify(value), 60);
    return title === String(value) ? written : `${written} (${safeLine(title, 60)})`;
  });
  const more = options.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` … (${more} more)` : "");
}
