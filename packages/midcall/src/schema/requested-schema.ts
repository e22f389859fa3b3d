/**
 * The wire types of form mode: the `requestedSchema` that a server sends, and the `content` that is returned.
 *
 * A `requestedSchema` is a small, flat subset of JSON Schema. These types cover every protocol version and other shapes
 * that are used in practice; {@link toProtocolVersion} adapts a schema to a protocol version.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 * @module
 */

/** Properties of every field. */
export interface FieldText {
  /** Label shown to the user. */
  readonly title?: string;
  /** Help text shown next to the field. */
  readonly description?: string;
}

/** One option of a titled enum: the value on the wire and the title that the user reads. */
export interface TitledOption<V extends string | number = string> {
  readonly const: V;
  readonly title: string;
}

/** The text formats of the specification. A `date-time` always has an offset. */
export type TextFormat = "email" | "uri" | "date" | "date-time";

/** Free text. Lengths are in Unicode code points. */
export interface TextSchema extends FieldText {
  readonly type: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  /** ECMAScript regular expression, unanchored, without backreferences and lookaround. Only sent on 2025-11-25. */
  readonly pattern?: string;
  readonly format?: TextFormat;
  readonly default?: string;
}

/** A number or an integer. */
export interface NumberSchema extends FieldText {
  readonly type: "number" | "integer";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** A boolean. */
export interface BooleanSchema extends FieldText {
  readonly type: "boolean";
  readonly default?: boolean;
}

/** Single choice by value; `enumNames` contains the titles on 2025-06-18. */
export interface EnumSchema extends FieldText {
  readonly type: "string";
  readonly enum: readonly string[];
  readonly enumNames?: readonly string[];
  readonly default?: string;
}

/** Single choice with titles. `anyOf` is common, but not in the specification; it is sent as `oneOf`. */
export type TitledEnumSchema = FieldText & {
  readonly type: "string";
  readonly default?: string;
} & (
    | { readonly oneOf: readonly TitledOption[]; readonly anyOf?: undefined }
    | { readonly anyOf: readonly TitledOption[]; readonly oneOf?: undefined }
  );

/** Single choice of numbers. It is used in practice, but not in the specification; it is sent as strings. */
export type NumberEnumSchema = FieldText & {
  readonly type: "number" | "integer";
  readonly default?: number;
} & (
    | { readonly enum: readonly number[]; readonly enumNames?: readonly string[] }
    | { readonly oneOf: readonly TitledOption<number>[] }
    | { readonly anyOf: readonly TitledOption<number>[] }
  );

/** The options of a {@link MultiEnumSchema}. `oneOf` is sent as `anyOf`. */
export type MultiEnumItems =
  | { readonly type: "string"; readonly enum: readonly string[] }
  | { readonly type?: "string"; readonly anyOf: readonly TitledOption[] }
  | { readonly type?: "string"; readonly oneOf: readonly TitledOption[] };

/** Multiple choice, with or without titles. */
export interface MultiEnumSchema extends FieldText {
  readonly type: "array";
  readonly items: MultiEnumItems;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly default?: readonly string[];
}

/** Any field of a form. */
export type FieldSchema =
  | TextSchema
  | NumberSchema
  | BooleanSchema
  | EnumSchema
  | TitledEnumSchema
  | NumberEnumSchema
  | MultiEnumSchema;

/**
 * The schema of a form: one flat object whose properties are the fields.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export interface RequestedSchema {
  readonly $schema?: string;
  readonly type: "object";
  readonly properties: { readonly [name: string]: FieldSchema };
  readonly required?: readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly additionalProperties?: boolean;
}

/** A value that a user can enter into one field. */
export type ContentValue = string | number | boolean | string[];

/** The `content` of an accepted form on the wire. */
export interface ElicitContent {
  [name: string]: ContentValue;
}

type OptionOf<F> = F extends { readonly enum: readonly (infer V)[] }
  ? V
  : F extends { readonly oneOf: readonly { readonly const: infer V }[] }
    ? V
    : F extends { readonly anyOf: readonly { readonly const: infer V }[] }
      ? V
      : never;

/** The value type of one field: enums become unions of their literals. */
export type FieldContent<F> = F extends { readonly type: "array"; readonly items: infer I }
  ? OptionOf<I>[]
  : [OptionOf<F>] extends [never]
    ? F extends { readonly type: "boolean" }
      ? boolean
      : F extends { readonly type: "number" | "integer" }
        ? number
        : F extends { readonly type: "string" }
          ? string
          : ContentValue
    : OptionOf<F>;

type RequiredNames<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

type Flat<T> = { [K in keyof T]: T[K] };

/**
 * The content type of a literal `requestedSchema`: required fields are present, the others optional.
 *
 * @example
 * ```ts
 * const schema = {
 *   type: "object",
 *   properties: { color: { type: "string", enum: ["red", "green"] }, note: { type: "string" } },
 *   required: ["color"],
 * } as const satisfies RequestedSchema;
 * type Answer = ContentOf<typeof schema>; // { color: "red" | "green"; note?: string }
 * ```
 */
export type ContentOf<S extends RequestedSchema> = string extends keyof S["properties"]
  ? ElicitContent
  : Flat<
      {
        -readonly [
          K in keyof S["properties"] as K extends RequiredNames<S> ? K : never
        ]: FieldContent<S["properties"][K]>;
      } & {
        -readonly [
          K in keyof S["properties"] as K extends RequiredNames<S> ? never : K
        ]?: FieldContent<S["properties"][K]>;
      }
    >;
