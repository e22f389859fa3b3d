import type { Pattern } from "./pattern/index.js";
import type { RequestedSchema, TextFormat } from "./requested-schema.js";
import type { SchemaIssue } from "./parse/schema-error.js";

/** Properties of every parsed field. */
export interface FieldBase {
  /** Property name on the wire. May be any string, including `__proto__`. */
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
  /** Whether the field has a `pattern` that only the server can check (hosts only). */
  readonly patternUnchecked?: true;
  /** Whether letters of all scripts are valid in an address: the format is `iri` (hosts only). */
  readonly iri?: true;
  readonly default?: string;
}

export interface NumberField extends FieldBase {
  readonly kind: "number" | "integer";
  readonly minimum?: number;
  readonly maximum?: number;
  /** This and the next two keywords are not in the specification, but some servers send them (hosts only). */
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly default?: number;
}

export interface BooleanField extends FieldBase {
  readonly kind: "boolean";
  /** The only answer that the server accepts, as for "I agree" (hosts only). */
  readonly only?: boolean;
  readonly default?: boolean;
}

/** One option of a field. If it has no title on the wire, its value is the title. */
export interface FieldOption {
  /** Yes and no (hosts only) are options where the server gives them titles, or other options beside them. */
  readonly value: string | number | boolean;
  readonly title: string;
}

export interface SelectField extends FieldBase {
  readonly kind: "select";
  readonly options: readonly FieldOption[];
  /** The values of `options`, for look-ups. */
  readonly values: ReadonlySet<unknown>;
  readonly default?: string | number | boolean;
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

/** A field that this host cannot show (hosts only). */
export interface UnsupportedField extends FieldBase {
  readonly kind: "unsupported";
  /** The reason, as a sentence for the user. */
  readonly reason: string;
}

/** One field of a form, discriminated by `kind`. */
export type Field =
  | TextField
  | NumberField
  | BooleanField
  | SelectField
  | MultiSelectField
  | UnsupportedField;

/** The result of {@link parseRequestedSchema}: checked, typed and detached from its input. */
export interface ParsedSchema {
  /** The fields in the order of `properties`. */
  readonly fields: readonly Field[];
  /** A plain JSON copy of the schema, safe to keep and to send. */
  readonly requestedSchema: RequestedSchema;
  /** Problems that were ignored (hosts only). */
  readonly notes: readonly SchemaIssue[];
  /** Longest text accepted in one answer field, in UTF-16 units, whatever the schema says. */
  readonly answerLimit: number;
}
