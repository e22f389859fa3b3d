import { OptionError } from "../contracts/errors.js";
import { quoted } from "../internal/quoted.js";
import type { FieldState, FormField, FormState } from "./form-types.js";

type BooleanField = Extract<FormField, { kind: "boolean" }>;
type SelectField = Extract<FormField, { kind: "select" }>;

/**
 * How a form is answered with the fewest steps. Every user interface follows it.
 *
 * - `agree`: it has no fields. One button accepts it.
 * - `yes-no`: its only field is a yes/no field. A button for each answer sends it.
 * - `choice`: its only field is a choice among a few options. The user chooses, then sends.
 * - `fields`: the user fills in the fields, then sends.
 */
export type AnswerLayout =
  | { readonly layout: "agree" }
  | { readonly layout: "yes-no"; readonly field: BooleanField }
  | { readonly layout: "choice"; readonly field: SelectField }
  | { readonly layout: "fields" };

/** More options than this are searched, not listed. */
const FEW_OPTIONS = 15;

/** The layout for the fields of a form. */
export function answerLayout(fields: readonly FormField[]): AnswerLayout {
  const [field, ...others] = fields;
  if (!field) return { layout: "agree" };
  if (others.length > 0) return { layout: "fields" };
  if (field.kind === "boolean") return { layout: "yes-no", field };
  if (field.kind === "select" && field.options.length <= FEW_OPTIONS) {
    return { layout: "choice", field };
  }
  return { layout: "fields" };
}

/** Whether the label of a yes/no field only says what one of its buttons says, as that of a plain `ctx.confirm` does. */
export function labelSaysYes({ label, description }: BooleanField, yes: string): boolean {
  const said = label.trim().toLowerCase();
  return description === undefined && (said === "yes" || said === yes.toLowerCase());
}

/** When an answer is reviewed before it is sent. `auto`: where the review shows something that the form does not. */
export type ReviewMode = "auto" | "always" | "never";

/** All of them. */
export const REVIEW_MODES: readonly ReviewMode[] = ["auto", "always", "never"];

/**
 * Why a review shows something that the form does not.
 *
 * - `long`: the form or a text is too long to be seen as a whole.
 * - `suggested`: the server has filled in a value, and the user has not changed it.
 * - `offset`: a date and time is sent with an offset that the form does not show.
 * - `secret`: a field seems to ask for a secret.
 */
export type ReviewReason = "long" | "suggested" | "offset" | "secret";

/** What is known of the user interface and of the question. */
export interface ReviewContext {
  /** Names of the fields that seem to ask for a secret. */
  readonly secretFields: readonly string[];
  /** Whether the form shows, beside each date and time, exactly what will be sent. */
  readonly showsOffsets: boolean;
}

const MANY_FIELDS = 8;
const MANY_CHOSEN = 8;
const LONG_TEXT = 300;
const MANY_LINES = 5;

function isLong({ value }: FieldState): boolean {
  if (Array.isArray(value)) return value.length > MANY_CHOSEN;
  return (
    typeof value === "string" && (value.length > LONG_TEXT || value.split("\n").length > MANY_LINES)
  );
}

/**
 * Whether the server has filled in the value of a field, and the user has not changed it. An empty selection that is
 * nobody's choice is not a suggestion.
 */
export function isSuggested({ field, value, dirty }: FieldState): boolean {
  if (dirty || value === undefined) return false;
  return !(Array.isArray(value) && value.length === 0) || ("default" in field && !!field.default);
}

/** The reasons to review this answer; empty if everything in it is on the screen already. */
export function reviewReasons(
  { fields }: Pick<FormState, "fields">,
  { secretFields, showsOffsets }: ReviewContext,
): readonly ReviewReason[] {
  const given = fields.filter(({ value }) => value !== undefined);
  const found: Record<ReviewReason, boolean> = {
    long: fields.length > MANY_FIELDS || given.some(isLong),
    suggested: given.some(isSuggested),
    offset: !showsOffsets && given.some(({ field }) => field.kind === "date-time"),
    secret: given.some(({ field }) => secretFields.includes(field.name)),
  };
  return (Object.keys(found) as ReviewReason[]).filter((reason) => found[reason]);
}

/**
 * Whether to review this answer. With `auto`, a form of one yes/no field or one choice is its own review, unless the
 * server has chosen; a form without fields always is.
 */
export function needsReview(
  mode: ReviewMode,
  state: Pick<FormState, "fields">,
  context: ReviewContext,
): boolean {
  if (!REVIEW_MODES.includes(mode)) {
    throw new OptionError(
      `review must be ${REVIEW_MODES.map((one) => `"${one}"`).join(" or ")}, not ${quoted(mode)}.`,
    );
  }
  const { layout } = answerLayout(state.fields.map(({ field }) => field));
  if (layout === "agree" || mode === "never") return false;
  if (mode === "always") return true;
  const reasons = reviewReasons(state, context);
  if (layout === "choice") return reasons.includes("suggested");
  return layout === "fields" && reasons.length > 0;
}

/** Whether a form contains input that is worth a question before it is discarded: typed text, or several choices. */
export function isWorthKeeping({ fields }: Pick<FormState, "fields">): boolean {
  const changed = fields.filter(({ dirty, input }) => dirty && input !== undefined && input !== "");
  return (
    changed.length > 1 ||
    changed.some(({ field, input }) => typeof input === "string" && field.kind !== "select")
  );
}
