import { describeIssues } from "../../schema/index.js";
import { type AnswerSchema, type SchemaInput } from "../../schema/answer/types.js";
import { answerSchema } from "../../schema/answer-schema.js";
import { type ContentValue } from "../../schema/requested-schema.js";
import type { CheckVerdict, StoredValue } from "../../contracts/pages.js";

/** A form of several fields: a Standard Schema of an object, or a raw `requestedSchema`. */
export type SecretSchema = Exclude<SchemaInput, readonly unknown[]>;

type Field = AnswerSchema<unknown>["parsed"]["fields"][number];

/** The form of a secret, and its author's word on what was entered. */
export interface SecretForm extends Pick<AnswerSchema<unknown>, "requestedSchema"> {
  /** Whether it says more than the form itself: a refinement is known to the library it was written with alone. */
  readonly refines: boolean;
  /** Whether these texts satisfy it. What it makes of them is not looked at: the texts themselves are kept. */
  check(value: StoredValue): Promise<Exclude<CheckVerdict, boolean>>;
}

/** Reads the schema of a secret. @throws SchemaError, SchemaUnsupportedError, PatternError */
export function secretForm(given: SecretSchema): SecretForm {
  const schema = answerSchema(given) as AnswerSchema<unknown>;
  const { parsed, requestedSchema } = schema;
  return {
    requestedSchema,
    refines: "~standard" in given,
    async check(value) {
      if (typeof value === "string") return { ok: false };
      const content = parsed.fields.flatMap((field) =>
        Object.hasOwn(value, field.name)
          ? [[field.name, entered(field, value[field.name]!)] as const]
          : [],
      );
      const result = await schema.check(Object.fromEntries(content));
      // It has the right form; nobody has tried whether it works.
      if (result.ok) return { ok: true, tried: false };
      const [first, ...more] = result.issues;
      // A verdict is about one field or about all of it, in words that then name the fields.
      return first !== undefined && more.every(({ field }) => field === first.field)
        ? {
            ok: false,
            field: first.field,
            message: result.issues.map(({ message }) => message).join(" "),
          }
        : { ok: false, message: describeIssues(parsed, result.issues) };
    },
  };
}

/** What the text of a field was entered as. One that cannot have been is given as it is, for the schema to refuse. */
function entered(field: Field, text: string): ContentValue {
  switch (field.kind) {
    case "number":
    case "integer":
      return text.trim() === "" ? text : Number(text);
    case "boolean":
      return text === "true" || (text === "false" ? false : text);
    case "select":
      return field.options.find(({ value }) => String(value) === text)?.value ?? text;
    case "multi-select":
      try {
        return JSON.parse(text) as string[];
      } catch {
        return text;
      }
    default:
      return text;
  }
}
