import { OptionError } from "../../contracts/errors.js";
import { assertOptions, type OptionKinds } from "../../internal/assert-options.js";

/**
 * Upper bounds on a schema and its answers. Each can be raised or lowered. Lengths are in UTF-16 code units. The
 * defaults are far above what a form needs, and low enough that a hostile schema does no harm.
 */
export interface SchemaLimits {
  /** Fields of one form. Default 100. */
  readonly fields: number;
  /** Options of one field. Default 1,000. */
  readonly options: number;
  /** Length of a property name. Default 256. */
  readonly name: number;
  /** Length of the title of a field or an option. Default 1,000. */
  readonly title: number;
  /** Length of a description. Default 16,384. */
  readonly description: number;
  /** Length of the value of an option. Default 1,000. */
  readonly value: number;
  /** Length of the source of a pattern. Default 1,000. */
  readonly pattern: number;
  /** Length of all keys and strings of the schema together. Default 1,000,000. */
  readonly size: number;
  /** Length of the text in one field of an answer. Default 100,000. */
  readonly answer: number;
}

/** The limits that apply unless others are given. */
export const DEFAULT_LIMITS: SchemaLimits = {
  fields: 100,
  options: 1_000,
  name: 256,
  title: 1_000,
  description: 16_384,
  value: 1_000,
  pattern: 1_000,
  size: 1_000_000,
  answer: 100_000,
};

const LIMITS: OptionKinds<SchemaLimits> = {
  fields: "any",
  options: "any",
  name: "any",
  title: "any",
  description: "any",
  value: "any",
  pattern: "any",
  size: "any",
  answer: "any",
};

/** No limits, for schemas that have been checked before. */
export const UNLIMITED: SchemaLimits = {
  fields: Infinity,
  options: Infinity,
  name: Infinity,
  title: Infinity,
  description: Infinity,
  value: Infinity,
  pattern: Infinity,
  size: Infinity,
  answer: Infinity,
};

/**
 * The given limits on top of the defaults; `undefined` means the default.
 *
 * @throws {@link OptionError} if one is not a non-negative number
 */
export function resolveLimits(given: Partial<SchemaLimits> | undefined): SchemaLimits {
  if (given === undefined || given === DEFAULT_LIMITS) return DEFAULT_LIMITS;
  assertOptions("limits of a schema", given, LIMITS);
  const limits: Record<keyof SchemaLimits, number> = { ...DEFAULT_LIMITS };
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof SchemaLimits)[]) {
    const value: unknown = given[name];
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= 0)) {
      throw new OptionError(`limits.${name} must be a non-negative number, not ${String(value)}.`);
    }
    limits[name] = value;
  }
  return limits;
}
