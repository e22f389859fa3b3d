import type { RequestedSchema } from "../../schema/index.js";
import { isObject } from "../../internal/is-object.js";
import { QuestionError } from "../errors.js";
import { type ConfirmOptions, type FormQuestion, quoted } from "./question.js";

const plainConfirm: RequestedSchema = {
  type: "object",
  properties: { confirm: { type: "boolean", title: "Yes" } },
  required: ["confirm"],
};

const REFUSED = "Any other text is refused, and you are asked again. To say no, decline.";
/** Where no pattern refuses another text. */
const COUNTS_AS_NO = "Any other text counts as no.";

/** Longer patterns are not shown by every host, and no user types that much. */
const LONGEST_WORD = 400;

/**
 * The word as a rule of the schema, and what becomes of another text. The server checks it in every protocol version, also
 * where the host cannot see it.
 */
function wordRule(typed: string): { readonly description: string; readonly pattern?: string } {
  const word = typed.trim();
  if (word.length > LONGEST_WORD) return { description: COUNTS_AS_NO };
  return {
    description: REFUSED,
    pattern: `^\\s*${word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}\\s*$`,
  };
}

/** What a host shows first, and selects where it selects by itself: an accept with it has chosen nothing. */
const NOTHING = "Nothing chosen yet";
const NO = "No";

/**
 * A confirmation as a choice in words, for hosts of which nothing else is known. Several preselect a first choice or a
 * default and send it at one press of Enter, so the first is neither a yes nor a no; and none selects anything by a key
 * other than the digit of the choice (docs/hosts.md has what each does).
 *
 * @param question - the form that is asked
 * @returns `undefined` for a question that is no plain confirmation
 */
export function confirmAsChoice({ confirms, schema }: FormQuestion):
  | {
      readonly requestedSchema: RequestedSchema;
      /** The content for the form that is asked; or why there is none. */
      readonly decode: (content: unknown) => { readonly confirm: boolean } | string;
    }
  | undefined {
  const field = confirms && schema.requestedSchema.properties["confirm"];
  if (field === undefined || field.type !== "boolean") return undefined;
  const { title: yes = "Yes" } = field;
  const confirm = { type: "string", title: "Your choice", enum: [NOTHING, NO, yes] } as const;
  return {
    requestedSchema: { type: "object", properties: { confirm }, required: ["confirm"] },
    decode(content) {
      const chosen = isObject(content) ? content["confirm"] : undefined;
      if (chosen === yes) return { confirm: true };
      if (chosen === NO) return { confirm: false };
      return `Nothing was chosen. Choose "${yes}" or "${NO}".`;
    },
  };
}

/** The schema behind `ctx.confirm`: one required boolean without a default, or the word to type. */
export function confirmSchema(options: ConfirmOptions): RequestedSchema {
  if (options.typed === undefined && options.title === undefined) return plainConfirm;
  if (
    options.typed !== undefined &&
    (typeof options.typed !== "string" || options.typed.trim() === "")
  ) {
    throw new QuestionError("typed must be a non-empty string: the word the user has to type.");
  }
  const { title } = options;
  if (
    title !== undefined &&
    (typeof title !== "string" || [NO, NOTHING, ""].includes(title.trim()))
  )
    throw new QuestionError(
      `title must be a string that says what a yes is for, not ${quoted(String(title))}.`,
    );
  const field =
    options.typed === undefined
      ? ({ type: "boolean", title: options.title ?? "Yes" } as const)
      : ({
          type: "string",
          title: `Type "${options.typed}" to confirm`,
          ...wordRule(options.typed),
          // Short enough for hosts to show it as one line.
          maxLength: Math.max(200, 2 * options.typed.length),
        } as const);
  return { type: "object", properties: { confirm: field }, required: ["confirm"] };
}

/** Whether the data of an accepted confirmation is a yes: the box ticked, or the word typed. */
export function isYes(data: unknown, typed?: string): boolean {
  const { confirm } = data as { readonly confirm?: unknown };
  if (typed === undefined) return confirm === true;
  return typeof confirm === "string" && confirm.trim() === typed.trim();
}
