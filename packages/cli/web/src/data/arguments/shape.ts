import { type JsonObject } from "./json-data.js";

/** What a schema says for people. */
export interface Described {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** `undefined`: none. */
  readonly preset?: unknown;
  readonly examples: readonly unknown[];
}

/** A property of an object. */
export interface Property {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** One way to enter a value of a union. */
export interface Variant {
  readonly title: string;
  readonly schema: unknown;
}

/** An object: a field for each property, and rows for further members. */
export interface GroupShape extends Described {
  readonly kind: "group";
  readonly properties: readonly Property[];
  /** The schema of further members. */
  readonly rest: unknown;
  /** Whether the schema offers further members, and whether it forbids them. */
  readonly further: "offered" | "possible" | "forbidden";
  readonly minProperties: number;
  readonly maxProperties: number;
}

/** An array. The first items may have schemas of their own. */
export interface ListShape extends Described {
  readonly kind: "list";
  readonly prefix: readonly unknown[];
  /** The schema of the items after `prefix`; `undefined` if there must be none. */
  readonly items: unknown;
  readonly minItems: number;
  readonly maxItems: number;
  readonly unique: boolean;
}

/**
 * How a value is entered.
 *
 * - `field`: in one field of a form of `midcall/form`
 * - `choice`: by a variant of a union, and then its value
 * - `constant`: it is given by the schema
 * - `json`: as JSON, because its schema is not understood or says nothing
 */
export type Shape =
  | (Described & { readonly kind: "field"; readonly schema: JsonObject })
  | GroupShape
  | ListShape
  | (Described & { readonly kind: "choice"; readonly variants: readonly Variant[] })
  | (Described & { readonly kind: "constant"; readonly value: unknown })
  | (Described & { readonly kind: "json"; readonly why?: string | undefined });
