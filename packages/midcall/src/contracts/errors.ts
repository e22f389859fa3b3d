/**
 * Base class of every error midcall throws.
 *
 * Each subclass has one stable `code` (`ERR_MIDCALL_…`), on the class and on the instance: branch on `error.code` and
 * never on the message. A message says what happened, why, and what to do about it.
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
  /** Stable, machine-readable identifier of the error. */
  abstract readonly code: `ERR_MIDCALL_${string}`;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** An option is missing, of the wrong type or out of range. Thrown where the option is passed. */
export class OptionError extends MidcallError {
  static readonly code = "ERR_MIDCALL_OPTION";
  override readonly code = "ERR_MIDCALL_OPTION";
}
