import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Choice, Choices, MultiChoices } from "../convert/choices.js";
import type { StandardSchemaWithJson } from "../convert/library-json-schema.js";
import type { ParsedSchema } from "../fields.js";
import type { SchemaLimits } from "../parse/limits.js";
import type { ContentOf, ElicitContent, RequestedSchema } from "../requested-schema.js";
import type { ContentIssue } from "../validate/check-value.js";

/** The schemas that a form can be made from. */
export type SchemaInput = StandardSchemaWithJson | RequestedSchema | Choices | MultiChoices;

type ChoiceOf<C> = C extends readonly (infer Item)[]
  ? Item extends Choice
    ? Item["value"]
    : Item
  : C extends object
    ? keyof C & string
    : never;

/** The type of `data` for a schema: the output of a Standard Schema, the bare value of a choice. */
export type AnswerOf<S> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<S>
  : S extends RequestedSchema
    ? ContentOf<S>
    : S extends readonly [infer Inner]
      ? Inner extends string
        ? Inner
        : Inner extends Choice
          ? Inner["value"]
          : ChoiceOf<Inner>[]
      : ChoiceOf<S>;

/** A checked answer: `content` as received and `data` as the schema returns it, or the issues found. */
export type CheckResult<T> =
  | { readonly ok: true; readonly content: ElicitContent; readonly data: T }
  | { readonly ok: false; readonly issues: readonly ContentIssue[] };

/** A prepared schema: sends a form and checks its answers. */
export interface AnswerSchema<T> {
  /** The form for the newest protocol version; see {@link toProtocolVersion}. */
  readonly requestedSchema: RequestedSchema;
  readonly parsed: ParsedSchema;
  /** Returns a promise only if the author's schema validates asynchronously. */
  check(content: unknown): CheckResult<T> | Promise<CheckResult<T>>;
}

/** Options of `answerSchema`. */
export interface AnswerSchemaOptions {
  /** Bounds that differ from `DEFAULT_LIMITS`. */
  readonly limits?: Partial<SchemaLimits>;
}
