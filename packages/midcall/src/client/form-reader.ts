import { displayText } from "../form/text.js";
import { readSchema } from "../schema/read-schema.js";
import type { ParsedSchema } from "../schema/fields.js";
import { describeIssues, validateContent } from "../schema/validate.js";
import type { FormQuestion } from "./question.js";
import type { RespondOutcome } from "./inbox-types.js";
import { accept, type ElicitResult } from "./results.js";
import { secretFieldsOf } from "./secret-hint.js";

/** A form this host can show, or why it cannot. */
export type ReadForm =
  | Pick<FormQuestion, "requestedSchema" | "schema" | "secretFields">
  | { readonly cannot: string; readonly schema?: ParsedSchema };

/** Reads a `requestedSchema`, whoever sent it. Never throws. */
export function readForm(requestedSchema: unknown): ReadForm {
  const schema = readSchema(requestedSchema);
  if (!schema) return { cannot: "unreadable" };
  const unshown = schema.fields.filter(({ kind }) => kind === "unsupported");
  // A form without fields is a question to agree to; one without a field that can be shown is not.
  const hopeless =
    unshown.some(({ required }) => required) ||
    (unshown.length > 0 && unshown.length === schema.fields.length);
  if (hopeless) return { cannot: "field", schema };
  return {
    requestedSchema: schema.requestedSchema,
    schema,
    secretFields: secretFieldsOf(schema),
  };
}

/** The accept to send, with nothing but the form's fields; or why the content is none. */
export function checkForm(
  schema: ParsedSchema,
  content: unknown,
): ElicitResult | Extract<RespondOutcome, { ok: false }> {
  const checked = validateContent(schema, content);
  if (checked.valid) return accept(checked.content);
  const { issues } = checked;
  const errors = issues.map((issue) => displayText(describeIssues(schema, [issue])));
  return { ok: false, errors, issues };
}
