import type { FormField, FormIssue } from "../../../form/index.js";
import { hasCheckedFormat, limitsOf } from "../../../form/limits-of.js";
import { LIMIT_ENGLISH } from "../../../messages/shared-messages.js";
import type { PageMessages } from "../../messages.js";

const RANGES = [
  ["minimum", "maximum", "number"],
  ["minLength", "maxLength", "characters"],
  ["minItems", "maxItems", "options"],
] as const;

/** A longer text than this is rarely typed: its limit is told when it is exceeded. */
const SHORT = 20;

const limit = ({ params }: FormIssue): number => Number(params["limit"]);

/**
 * What a field accepts, in few words; `undefined` if there is nothing to know.
 *
 * @param issue - what is wrong with the field, if the page shows it: its limit is not told twice
 */
export function limitsText(
  field: FormField,
  texts: PageMessages,
  issue: FormIssue | undefined,
): string | undefined {
  let limits = limitsOf(field).filter((one) => one.code !== "maxLength" || limit(one) <= SHORT);
  const shown: string[] = [];
  for (const [low, high, of] of RANGES) {
    const from = limits.find(({ code }) => code === low);
    const to = limits.find(({ code }) => code === high);
    if (!from || !to) continue;
    limits = limits.filter((one) => one !== from && one !== to);
    if (issue?.code === low || issue?.code === high) continue;
    // An author with their own words for each of the limits, but none for both.
    const own =
      texts.between === LIMIT_ENGLISH.between &&
      texts.issue &&
      [from, to].map((one) => texts.issue!(one, field));
    shown.push(
      own && own.every(Boolean) ? own.join(" ") : texts.between(limit(from), limit(to), of),
    );
  }
  shown.push(...limits.map((one) => texts.issue?.(one, field) || one.message));
  if (hasCheckedFormat(field)) shown.push(texts.checkedFormat);
  return shown.join(" ") || undefined;
}
