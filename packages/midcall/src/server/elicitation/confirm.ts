import type { RequestedSchema } from "../../schema/index.js";
import { QuestionError } from "../errors.js";
import type { ConfirmOptions } from "./question.js";

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

/** The schema behind `ctx.confirm`: one required boolean without a default, or the word to type. */
export function confirmSchema(options: ConfirmOptions): RequestedSchema {
  if (options.typed === undefined && options.title === undefined) return plainConfirm;
  if (
    options.typed !== undefined &&
    (typeof options.typed !== "string" || options.typed.trim() === "")
  ) {
    throw new QuestionError("typed must be a non-empty string: the word the user has to type.");
  }
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
