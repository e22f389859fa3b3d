import { describeIssues } from "../../schema/index.js";
import { type AnswerSchema, type SchemaInput } from "../../schema/answer/types.js";
import { answerSchema } from "../../schema/answer-schema.js";
import { type ContentValue } from "../../schema/requested-schema.js";
import type { CheckVerdict, StoredValue } from "../../contracts/pages.js";

/** A form of several fields: a Standard Schema of an object, or a raw `requestedSchema`. */
export type SecretSchema = Exclude<SchemaInput, readonly unknown[]>;

type Field = AnswerSchema<unknown>["parsed"]["fields"][number];

/** The form of a secret, and the check of its author's schema. */
export interface SecretForm extends Pick<AnswerSchema<unknown>, "requestedSchema"> {
  /** Whether the schema may check more than the form itself: only its own library knows its refinements. */
  readonly refines: boolean;
  /** Checks whether these texts satisfy the schema. Its output is ignored, as the texts themselves are stored. */
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
          ? [[field.name, valueOf(field, value[field.name]!)] as const]
          : [],
      );
      const result = await schema.check(Object.fromEntries(content));
      // Only the form was checked, not whether the secret works.
      if (result.ok) return { ok: true, tried: false };
      const [first, ...more] = result.issues;
      // A verdict is about one field, or about the whole form with a message that names the fields.
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

/** The value that the text of a field stands for. A text that stands for none is passed on as it is, for the schema to refuse. */
function valueOf(field: Field, text: string): ContentValue {
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
