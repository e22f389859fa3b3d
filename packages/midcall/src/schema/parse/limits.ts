import { OptionError } from "../../contracts/errors.js";

/**
 * Upper bounds on a schema and its answers. All can be raised or lowered by option; lengths are in
 * UTF-16 units. They are far above what a form needs and far below what hurts.
 */
export interface SchemaLimits {
  /** Fields of one form. Default 100. */
  readonly fields: number;
  /** Options of one field. Default 1,000. */
  readonly options: number;
  /** A property name. Default 256. */
  readonly name: number;
  /** A field's or an option's title. Default 1,000. */
  readonly title: number;
  /** A description. Default 16,384. */
  readonly description: number;
  /** An option's value. Default 1,000. */
  readonly value: number;
  /** A pattern's source. Default 1,000. */
  readonly pattern: number;
  /** All keys and texts of the schema together. Default 1,000,000. */
  readonly size: number;
  /** The text in one field of an answer. Default 100,000. */
  readonly answer: number;
}

/** The limits used where none are given. */
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

/** For schemas that have been checked before. */
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
 * @throws {@link OptionError} if one is not a number from 0
 */
export function resolveLimits(given: Partial<SchemaLimits> | undefined): SchemaLimits {
  if (given === undefined || given === DEFAULT_LIMITS) return DEFAULT_LIMITS;
  const limits: Record<keyof SchemaLimits, number> = { ...DEFAULT_LIMITS };
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof SchemaLimits)[]) {
    const value: unknown = given[name];
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= 0)) {
      throw new OptionError(`limits.${name} must be a number, 0 or more, not ${String(value)}.`);
    }
    limits[name] = value;
  }
  return limits;
}
