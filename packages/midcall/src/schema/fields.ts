import type { Pattern } from "./pattern/index.js";
import type { RequestedSchema, TextFormat } from "./requested-schema.js";
import type { SchemaIssue } from "./parse/schema-error.js";

/** What every parsed field has. */
export interface FieldBase {
  /** Property name on the wire. May be any string, `__proto__` included. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

/** Free text, or text in one of the four formats. Lengths in code points. */
export interface TextField extends FieldBase {
  readonly kind: "text" | TextFormat;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: Pattern;
  /** There is a `pattern`, but only the server can check it (hosts only). */
  readonly patternUnchecked?: true;
  readonly default?: string;
}

export interface NumberField extends FieldBase {
  readonly kind: "number" | "integer";
  readonly minimum?: number;
  readonly maximum?: number;
  /** Not of the form language, but sent by servers all the same; this and the next two, hosts only. */
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly default?: number;
}

export interface BooleanField extends FieldBase {
  readonly kind: "boolean";
  /** The one answer the server takes, such as "I agree" (hosts only). */
  readonly only?: boolean;
  readonly default?: boolean;
}

/** One thing to choose. Without a title on the wire, the value is the title. */
export interface FieldOption {
  readonly value: string | number;
  readonly title: string;
}

export interface SelectField extends FieldBase {
  readonly kind: "select";
  readonly options: readonly FieldOption[];
  /** The values of `options`, for look-ups. */
  readonly values: ReadonlySet<unknown>;
  readonly default?: string | number;
}

export interface MultiSelectField extends FieldBase {
  readonly kind: "multi-select";
  readonly options: readonly FieldOption[];
  /** The values of `options`, for look-ups. */
  readonly values: ReadonlySet<unknown>;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly default?: readonly string[];
}

/** A field this side cannot show (hosts only). */
export interface UnsupportedField extends FieldBase {
  readonly kind: "unsupported";
  /** Why, in a sentence for people. */
  readonly reason: string;
}

/** One field of a form, told apart by `kind`. */
export type Field =
  TextField | NumberField | BooleanField | SelectField | MultiSelectField | UnsupportedField;

/** The result of {@link parseRequestedSchema}: checked, typed and detached from its input. */
export interface ParsedSchema {
  /** In the order of `properties`. */
  readonly fields: readonly Field[];
  /** A plain JSON copy of the schema, safe to keep and to send. */
  readonly requestedSchema: RequestedSchema;
  /** What was wrong but let pass (hosts only). */
  readonly notes: readonly SchemaIssue[];
  /** Longest text accepted in one answer field, in UTF-16 units, whatever the schema says. */
  readonly answerLimit: number;
}
