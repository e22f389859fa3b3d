/**
 * What is left of a `T` after a round trip through JSON, which is what `ctx.step` returns: a `Date` is a string, members
 * that are functions or `undefined` are gone, and whatever has a `toJSON` is what that returns. What loses its contents
 * (a `Map`, an `Error`) has a type that says so.
 *
 * @example
 * ```ts
 * JsonForm<{ at: Date; size: number; note?: string }>; // { at: string; size: number; note?: string }
 * ```
 */
export type JsonForm<T> = 0 extends 1 & T
  ? T
  : unknown extends T
    ? T
    : T extends Json | undefined | void
      ? T
      : T extends { toJSON(...args: never[]): infer R }
        ? JsonForm<R>
        : T extends readonly unknown[]
          ? ListForm<T>
          : T extends Unwritable
            ? never
            : T extends object
              ? ObjectForm<T>
              : T;

/** It is its own JSON. Without this, a recursive type of JSON values would be followed without end. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

type ListForm<T extends readonly unknown[]> = T extends
  | readonly []
  | readonly [unknown, ...unknown[]]
  | readonly [...unknown[], unknown]
  ? { [K in keyof T]: ElementForm<T[K]> }
  : number extends T["length"]
    ? ElementForm<T[number]>[]
    : { [K in keyof T]: ElementForm<T[K]> };

/** JSON cannot hold them: an object loses them, a list holds `null` instead, and a `bigint` is an error. */
type Unwritable = bigint | symbol | AnyFunction;
type AnyFunction = (...args: never[]) => unknown;
type Dropped = undefined | symbol | AnyFunction;

/** The type of a value whose contents are not in its JSON. */
export interface EmptyInJson<Cure extends string> {
  readonly "is empty in JSON": Cure;
}

type ObjectForm<T extends object> =
  T extends ReadonlyMap<unknown, unknown>
    ? EmptyInJson<"a Map: return [...map]">
    : T extends ReadonlySet<unknown>
      ? EmptyInJson<"a Set: return [...set]">
      : T extends Error
        ? "stack" extends keyof T
          ? EmptyInJson<"an Error: return its message, or throw it">
          : Members<T>
        : T extends PromiseLike<unknown> | WeakMap<never, unknown> | WeakSet<never> | RegExp
          ? EmptyInJson<"return plain data">
          : T extends ArrayBuffer
            ? EmptyInJson<"bytes: return them as base64">
            : T extends ArrayBufferView
              ? { readonly [index: string]: number }
              : Members<T>;

type ElementForm<T> = 0 extends 1 & T
  ? T
  : unknown extends T
    ? T
    : JsonForm<Exclude<T, Dropped>> | ([Extract<T, Dropped>] extends [never] ? never : null);

type Members<T> = Flat<
  { [K in keyof T as Kept<T, K>]: JsonForm<T[K]> } & {
    [K in keyof T as SometimesKept<T, K>]?: JsonForm<Exclude<T[K], Dropped>>;
  }
>;

/** Members that are in the JSON whatever their value is, or that are optional already. */
type Kept<T, K extends keyof T> = K extends symbol
  ? never
  : unknown extends T[K]
    ? K
    : [Extract<T[K], Dropped>] extends [never]
      ? K
      : never;

type SometimesKept<T, K extends keyof T> = K extends symbol
  ? never
  : unknown extends T[K]
    ? never
    : [Extract<T[K], Dropped>] extends [never]
      ? never
      : [Exclude<T[K], Dropped>] extends [never]
        ? never
        : K;

type Flat<T> = { [K in keyof T]: T[K] };

/**
 * The type of the function of a step that returns a `T`; if no JSON can be written of it, a message that says so. It
 * looks at the value, its members, and the members of its elements.
 */
export type StepFunction<T, F> = [StepProblem<T>] extends [string] ? StepProblem<T> : F;

type StepProblem<T> = [Extract<ProblemOf<T>, string>] extends [never]
  ? null
  : Extract<ProblemOf<T>, string>;

/** `null` of `any`, which makes TypeScript leave out the messages in a generic function. */
type ProblemOf<T> = 0 extends 1 & T ? null : ValueProblem<T> | MemberProblem<T>;

type ValueProblem<T> = T extends { toJSON(...args: never[]): unknown }
  ? null
  : T extends bigint
    ? "a bigint cannot be written as JSON: return it as a string"
    : T extends symbol | AnyFunction
      ? "a step returns what JSON can hold: plain data, no function"
      : null;

type MemberProblem<T> = T extends { toJSON(...args: never[]): unknown } | AnyFunction
  ? null
  : T extends readonly (infer Item)[]
    ? BigInts<Item> | (Item extends object ? BigInts<Item[keyof Item]> : null)
    : T extends object
      ? BigInts<T[keyof T]>
      : null;

type BigInts<T> = 0 extends 1 & T
  ? null
  : T extends bigint
    ? T extends { toJSON(...args: never[]): unknown }
      ? null
      : "a bigint cannot be written as JSON: return it as a string"
    : null;
