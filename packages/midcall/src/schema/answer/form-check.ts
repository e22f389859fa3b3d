import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { StandardSchemaWithJson } from "../convert/library-json-schema.js";
import type { Choices, MultiChoices } from "../convert/choices.js";
import type { FieldSchema, RequestedSchema } from "../requested-schema.js";

/*
 * What a form does not support, as far as the type of a schema shows it. The type is the one that is entered, before
 * transforms. What a type does not show (a refinement, an input of `unknown`) is left to the conversion at run time.
 *
 * `null` stands for "no problem". It is what `any` gives, so that a schema of a generic type is accepted in a generic
 * function: TypeScript then leaves out the branch of the messages.
 */

/**
 * The type of a parameter that takes a form: `S` itself or, if a form cannot be made of it, a message that says why and
 * what to do. With a reason `R` for asking, fields for secrets are not refused.
 */
export type CheckedForm<S, R = undefined> = [FormProblem<S, R>] extends [string]
  ? FormProblem<S, R>
  : S;

type FormProblem<S, R> = [Extract<ProblemOf<S, R>, string>] extends [never]
  ? null
  : Extract<ProblemOf<S, R>, string>;

type ProblemOf<S, R> = 0 extends 1 & S
  ? null
  : S extends URL | string
    ? null
    : S extends StandardSchemaV1
      ? S extends StandardSchemaWithJson
        ? InputProblem<StandardSchemaV1.InferInput<S>, R>
        : LibraryProblem<S>
      : S extends RequestedSchema
        ? RawProblem<S["properties"], R>
        : S extends Choices | MultiChoices
          ? null
          : DataProblem<S>;

type LibraryProblem<S> = S extends { readonly "~standard": { readonly vendor: "valibot" } }
  ? "valibot needs its converter: wrap the schema in toStandardJsonSchema() of @valibot/to-json-schema"
  : S extends { readonly _zod: unknown }
    ? "zod/mini needs its converter: pass z.toJSONSchema(schema, { io: 'input' }), or use 'zod' 4.2 or later"
    : "this schema has no JSON Schema: use zod 4.2 or later, arktype, or valibot with toStandardJsonSchema()";

/** The value of a form without an object is its only field. */
type InputProblem<I, R> = unknown extends I
  ? null
  : IsForm<Exclude<I, undefined>> extends true
    ? FieldProblems<Exclude<I, undefined>, R>
    : ValueProblem<I, "the schema">;

type IsForm<I> = [KindOf<I>] extends ["object"] ? (IsUnion<I> extends true ? false : true) : false;

type FieldProblems<I, R> = {
  [K in KnownKeys<I>]:
    | ValueProblem<I[K], `the field '${K}'`, Partial<Pick<I, K>> extends Pick<I, K> ? true : false>
    | SecretProblem<K, I[K], R>;
}[KnownKeys<I>];

type RawProblem<P, R> = string extends keyof P
  ? null
  : {
      [K in keyof P & string]: P[K] extends { readonly type: "string" }
        ? P[K] extends HasOptions
          ? null
          : SecretProblem<K, string, R>
        : null;
    }[keyof P & string];

type HasOptions =
  | { readonly enum: unknown }
  | { readonly oneOf: unknown }
  | { readonly anyOf: unknown };

/** Why data is neither a `requestedSchema` nor choices. */
type DataProblem<S> = S extends { readonly properties: infer P }
  ? {
      [K in keyof P & string]: P[K] extends FieldSchema ? never : RawFieldProblem<P[K], K>;
    }[keyof P & string] extends infer Found
    ? [Found] extends [never]
      ? 'a requestedSchema is { type: "object", properties: { … }, required: [ … ] }'
      : Found
    : never
  : S extends readonly unknown[]
    ? "choices are strings, or pairs such as { value: 'dev', title: 'Development' }"
    : [S[keyof S]] extends [never]
      ? NotAQuestion
      : S[keyof S] extends StandardSchemaV1
        ? "these are the fields of a form: wrap them in an object, such as z.object({ … })"
        : NotAQuestion;

type NotAQuestion = "a question takes a schema of an object, choices, a requestedSchema or a URL";

type RawFieldProblem<F, K extends string> = F extends { readonly type: "object" }
  ? `the field '${K}' is an object: move its fields to the top level of the form`
  : F extends { readonly type: "array"; readonly items: { readonly type: string } }
    ? FreeList<`the field '${K}'`>
    : `the field '${K}' has a type or keyword that a form does not support`;

/** The names of an object's properties, without index signatures. */
type KnownKeys<T> = Extract<
  keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: 0 },
  keyof T & string
>;

type KindOf<T> = T extends string
  ? "string"
  : T extends number
    ? "number"
    : T extends boolean
      ? "boolean"
      : T extends null
        ? "null"
        : T extends Date
          ? "date"
          : T extends readonly unknown[]
            ? "list"
            : T extends bigint | symbol | ((...args: never[]) => unknown)
              ? "other"
              : T extends Collection
                ? "other"
                : T extends object
                  ? "object"
                  : never;

type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;

/** Without `undefined`, an optional field; `null` is then left out of the form. */
type ValueProblem<T, Where extends string, Optional = false> = unknown extends T
  ? null
  : [Exclude<T, undefined | null>] extends [never]
    ? null extends T
      ? `${Where} can only be null: remove it`
      : null
    : KindProblem<
          Exclude<T, undefined | null>,
          KindOf<Exclude<T, undefined | null>>,
          Where
        > extends infer P extends string
      ? P
      : null extends T
        ? undefined extends T
          ? null
          : Optional extends true
            ? null
            : `${Where} can be null, which a form cannot send: make it optional`
        : null;

type KindProblem<T, Kind, Where extends string> =
  IsUnion<Kind> extends true
    ? `${Where} has more than one type: use one type, or a string and transform it`
    : Kind extends "date"
      ? `${Where} is a Date: use an ISO date string, such as z.iso.date(), and transform it`
      : Kind extends "object"
        ? Where extends "the schema"
          ? "a form is one object: use an object of plain fields, without a union or null"
          : `${Where} is an object: move its fields to the top level of the form`
        : Kind extends "list"
          ? ListProblem<T, Where>
          : Kind extends "other"
            ? `${Where} cannot be entered in a form: use a string, number, boolean or enum`
            : null;

type ListProblem<T, Where extends string> = T extends readonly (infer Item)[]
  ? unknown extends Item
    ? null
    : [KindOf<Item>] extends ["string"]
      ? string extends Item
        ? FreeList<Where>
        : number extends T["length"]
          ? null
          : FreeList<Where>
      : FreeList<Where>
  : null;

type FreeList<Where extends string> =
  `${Where} is a list of free values: use a list of an enum, or one string and split it`;

/** Names that are those of secrets, however they are written; the guard at run time knows many more. */
type SecretName =
  | "password"
  | "passphrase"
  | "apikey"
  | "accesstoken"
  | "refreshtoken"
  | "secretkey"
  | "privatekey"
  | "clientsecret"
  | "creditcard"
  | "cardnumber";

type SecretProblem<K extends string, T, R> = [R] extends [undefined]
  ? unknown extends T
    ? null
    : string extends T
      ? Lowercase<WithoutMarks<K>> extends SecretName
        ? `the field '${K}' is a secret, which a form shows to the host: use ctx.secret() or a URL, or say why in allowSensitive`
        : null
      : null
  : null;

type WithoutMarks<K extends string> = K extends `${infer A}_${infer B}`
  ? WithoutMarks<`${A}${B}`>
  : K extends `${infer A}-${infer B}`
    ? WithoutMarks<`${A}${B}`>
    : K;

type IsUnion<T, U = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [U] extends [T]
      ? false
      : true
    : never;
