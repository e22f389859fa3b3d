/**
 * Base class of every error midcall throws.
 *
 * Each subclass has one stable `code` (`ERR_MIDCALL_…`), on the class and on the instance, so that
 * callers branch on `error.code` and never on the wording. A message says what happened, why, and
 * what to do about it.
 *
 * @example
 * ```ts
 * try {
 *   await ctx.elicit("Which one?", []);
 * } catch (error) {
 *   if (error instanceof MidcallError && error.code === "ERR_MIDCALL_SCHEMA_INVALID") report(error);
 *   throw error;
 * }
 * ```
 */
export abstract class MidcallError extends Error {
  /** Stable, machine-readable identity of the error. */
  abstract readonly code: `ERR_MIDCALL_${string}`;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** An option was missing, of the wrong type or out of range. Thrown where the option is given. */
export class OptionError extends MidcallError {
  static readonly code = "ERR_MIDCALL_OPTION";
  override readonly code = "ERR_MIDCALL_OPTION";
}
