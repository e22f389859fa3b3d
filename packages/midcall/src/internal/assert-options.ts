import { OptionError } from "../contracts/errors.js";

/** What a value is, as far as options tell values apart. */
type KindOf<V> = V extends string
  ? "string"
  : V extends number
    ? "number"
    : V extends boolean
      ? "boolean"
      : V extends (...args: never[]) => unknown
        ? "function"
        : V extends readonly unknown[]
          ? "list"
          : "object";

/** What an option may be: a kind of value, some kinds, or some values. `"any"` is checked where it is used. */
type Allowed<V> = "any" | KindOf<V> | readonly KindOf<V>[] | { readonly oneOf: readonly V[] };

/**
 * Every option of `T`, and what it may be. A table that lacks an option, has one that does not exist, or names a kind that the
 * type does not have, does not compile.
 */
export type OptionKinds<T> = {
  readonly [K in keyof T]-?: Allowed<Exclude<T[K], undefined>>;
};

const NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  function: "a function",
  object: "an object",
  list: "a list",
};

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? "list" : Object.is(value, NaN) || value === null ? "" : typeof value;

/** A wrong value, in words. The value of a text is left out, as it may be a secret. */
const named = (value: unknown): string =>
  typeof value === "boolean" ? String(value) : (NAMES[kindOf(value)] ?? String(value));

/**
 * Refuses options that do not exist, so that a misspelt one does not leave something out in silence, and those of another type.
 *
 * @param what - whose options they are, as the author wrote it: `ctx.confirm`
 * @param given - the options; `undefined` is none
 * @throws OptionError
 */
export function assertOptions<T extends object>(
  what: string,
  given: unknown,
  kinds: OptionKinds<T>,
): void {
  if (given === undefined) return;
  if (kindOf(given) !== "object")
    throw new OptionError(`The options of ${what} must be an object, not ${named(given)}.`);
  const known = kinds as Readonly<Record<string, Allowed<unknown>>>;
  for (const [name, value] of Object.entries(given as object)) {
    if (!Object.hasOwn(known, name)) {
      throw new OptionError(
        `${what} has no option ${JSON.stringify(name.slice(0, 100))}. ${suggest(name, Object.keys(known))}`,
      );
    }
    const wanted = value === undefined ? undefined : mismatch(value, known[name]!);
    if (wanted) throw new OptionError(`${name} of ${what} must be ${wanted}.`);
  }
}

/** What a value should be and is not, in words; `undefined` if it is. */
function mismatch(value: unknown, allowed: Allowed<unknown>): string | undefined {
  if (allowed === "any") return undefined;
  if (typeof allowed === "object" && "oneOf" in allowed) {
    if (allowed.oneOf.includes(value)) return undefined;
    const given = typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : named(value);
    return `${allowed.oneOf.map((one) => JSON.stringify(one)).join(" or ")}, not ${given}`;
  }
  const kinds = [allowed].flat();
  if (kinds.includes(kindOf(value) as never)) return undefined;
  return `${kinds.map((one) => NAMES[one]).join(" or ")}, not ${named(value)}`;
}

const MOST_NAMED = 12;

function suggest(name: string, names: readonly string[]): string {
  const [nearest] = names
    .map((other) => ({ other, far: distance(name.slice(0, 100), other) }))
    .filter(({ far }) => far <= Math.max(2, name.length / 3))
    .sort((a, b) => a.far - b.far);
  if (nearest) return `Did you mean ${nearest.other}?`;
  if (names.length === 0) return "It has none.";
  return `It has ${names.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? ", …" : "."}`;
}

/** How many characters have to be changed, added or left out. Letter case does not count; the beginning of a name is near it. */
function distance(a: string, b: string): number {
  const [from, to] = [a.toLowerCase(), b.toLowerCase()];
  if (from.length > 2 && (to.startsWith(from) || from.startsWith(to))) return 1;
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same));
    }
    row = next;
  }
  return row.at(-1)!;
}
