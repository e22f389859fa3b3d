import type { FormField } from "../../form/index.js";
import type { PageMessages } from "../messages.js";

type Limits = { readonly [name in "minimum" | "maximum" | "minItems" | "maxItems"]?: number };

/** What a field accepts, in one short sentence for each kind of limit; `undefined` if there is nothing to know. */
export function limitsText(field: FormField, texts: PageMessages): string | undefined {
  switch (field.kind) {
    case "number":
    case "integer": {
      const { exclusiveMinimum, exclusiveMaximum, multipleOf } = field;
      return joined([
        rangeText(field.minimum, field.maximum, texts.between, texts.atLeast, texts.atMost),
        exclusiveMinimum !== undefined && texts.moreThan(exclusiveMinimum),
        exclusiveMaximum !== undefined && texts.lessThan(exclusiveMaximum),
        multipleOf !== undefined && multipleOf !== 1 && texts.multipleOf(multipleOf),
      ]);
    }
    case "multi-select":
      return choicesText(field, field.options.length, texts);
    case "text": {
      // The most that fits is only worth knowing when it is exceeded, and the error says it then.
      const { minLength = 0, maxLength } = field;
      if (minLength > 1 && minLength === maxLength) return texts.characters(minLength);
      return minLength > 1 ? texts.charactersAtLeast(minLength) : undefined;
    }
    default:
      return undefined;
  }
}

function choicesText(
  { minItems = 0, maxItems = Infinity }: Limits,
  count: number,
  texts: PageMessages,
): string | undefined {
  const least = minItems > 1 || (minItems === 1 && maxItems < count) ? minItems : undefined;
  const most = maxItems < count ? maxItems : undefined;
  return rangeText(least, most, texts.chooseBetween, texts.chooseAtLeast, texts.chooseAtMost);
}

function rangeText(
  least: number | undefined,
  most: number | undefined,
  between: (least: number, most: number) => string,
  atLeast: (least: number) => string,
  atMost: (most: number) => string,
): string | undefined {
  if (least !== undefined && most !== undefined) return between(least, most);
  if (least !== undefined) return atLeast(least);
  return most === undefined ? undefined : atMost(most);
}

function joined(parts: readonly (string | false | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(" ") || undefined;
}
