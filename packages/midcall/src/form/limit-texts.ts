import { LIMIT_ENGLISH, type LimitMessages } from "../messages/shared-messages.js";
import type { FieldState, FormField, FormIssue } from "./form-types.js";
import { hasCheckedFormat, limitsOf } from "./limits-of.js";

/** The words of a host for the limits of a field. */
export interface LimitWords extends LimitMessages {
  /** Its own words for an issue, if it has any. */
  readonly issue?:
    | ((issue: FormIssue, field: FormField | undefined) => string | undefined)
    | undefined;
}

const RANGES = [
  ["minimum", "maximum", "number"],
  ["minLength", "maxLength", "characters"],
  ["minItems", "maxItems", "options"],
] as const;

/** A limit of at most this many characters is mentioned from the start. */
const SHORT = 20;
/** A longer one is mentioned when this much of it is used. */
const NEARLY = 0.8;

const limit = ({ params }: FormIssue): number => Number(params["limit"]);

/** The limits of a field in few words, so that the user knows them before an error. */
export function limitTexts(
  { field, input, error, issue }: FieldState,
  messages: LimitWords,
  textOf: (issue: FormIssue) => string,
): string[] {
  const length = typeof input === "string" ? input.length : 0;
  let limits = limitsOf(field).filter(
    (one) => one.code !== "maxLength" || limit(one) <= SHORT || length > limit(one) * NEARLY,
  );
  const texts: string[] = [];
  for (const [low, high, of] of RANGES) {
    const from = limits.find(({ code }) => code === low);
    const to = limits.find(({ code }) => code === high);
    if (!from || !to) continue;
    limits = limits.filter((one) => one !== from && one !== to);
    // The error beside it tells the limit that matters now.
    if (error !== undefined && (issue?.code === low || issue?.code === high)) continue;
    // A host with its own words for each of the limits, but none for both.
    const own =
      messages.between === LIMIT_ENGLISH.between &&
      messages.issue &&
      [from, to].map((one) => messages.issue!(one, field));
    texts.push(
      own && own.every(Boolean) ? own.join(" ") : messages.between(limit(from), limit(to), of),
    );
  }
  texts.push(...limits.map(textOf));
  if (hasCheckedFormat(field)) texts.push(messages.checkedFormat);
  return texts;
}
