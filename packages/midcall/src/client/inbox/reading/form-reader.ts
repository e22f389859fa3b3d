import { displayText } from "../../../form/text.js";
import { readSchema } from "../../../schema/parse/lenient-schema.js";
import type { ParsedSchema } from "../../../schema/fields.js";
import { type JsonObject, ownValue } from "../../../schema/convert/json-copy.js";
import { describeIssues, validateContent } from "../../../schema/validate/validate.js";
import type { FormQuestion } from "../question.js";
import type { RespondOutcome } from "../types.js";
import { accept, type ElicitResult } from "../../attach/results.js";
import { findSecrets } from "../../../schema/secrets/find-secrets.js";

/** A form that this host can show, or the reason why it cannot. */
export type ReadForm =
  | Pick<FormQuestion, "requestedSchema" | "schema" | "secretFields">
  | { readonly cannot: string; readonly schema?: ParsedSchema };

/** Parses an untrusted `requestedSchema` and looks for requests for secrets in it and in its message. Never throws. */
export function readForm(requestedSchema: unknown, message: string): ReadForm {
  const schema = readSchema(requestedSchema);
  if (!schema) return { cannot: "unreadable" };
  const unshown = schema.fields.filter(({ kind }) => kind === "unsupported");
  // A form without fields asks for confirmation and can be shown. A form with only unsupported fields cannot.
  const hopeless =
    unshown.some(({ required }) => required) ||
    (unshown.length > 0 && unshown.length === schema.fields.length);
  if (hopeless) return { cannot: "field", schema };
  return {
    requestedSchema: schema.requestedSchema,
    schema,
    secretFields: secretFieldsOf(schema, message),
  };
}

/**
 * Names of the fields that seem to ask for a secret, by the same guard that servers use. If only the message asks for
 * one, all fields that the user types into are returned.
 */
function secretFieldsOf({ fields, requestedSchema }: ParsedSchema, message: string): string[] {
  const typed = fields
    .filter(({ kind }) => /^(text|uri|number|integer)$/.test(kind))
    .map((field) => {
      const sent: object | undefined = requestedSchema.properties[field.name];
      return { ...field, format: sent && ownValue(sent as JsonObject, "format") };
    });
  const found = findSecrets(typed, message);
  const named = found.filter(({ source }) => source !== "message");
  return found.length > 0 && named.length === 0
    ? typed.map(({ name }) => name)
    : named.map(({ field }) => field);
}

/** The `accept` result with only the fields of the form, or the reasons why the content is invalid. */
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
