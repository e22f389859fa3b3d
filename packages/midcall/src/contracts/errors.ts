/** Where the pages of the codes are, one for each. The one place that knows it. */
const PAGES = "https://github.com/midcall/midcall/blob/main/docs/errors/";

/**
 * Base class of every error midcall throws.
 *
 * Each subclass has one stable `code` (`ERR_MIDCALL_…`), on the class and on the instance: branch on `error.code` and
 * never on the message. A message says what happened, why, and what to do about it. `docs` is the address of the page
 * about the code; Node prints it with an error that nobody catches and in `console.error(error)`. It is not part of the
 * message, so it does not get into the result of a tool or a JSON-RPC error.
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

  /**
   * Address of the page about the code, with its causes and what to do about each, such as
   * `https://github.com/midcall/midcall/blob/main/docs/errors/ERR_MIDCALL_OPTION.md`. A class of your own that has no static
   * `code` has none; one that extends a class of midcall has that of its parent.
   */
  declare readonly docs?: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    const { code } = new.target as { readonly code?: string };
    if (code) this.docs = `${PAGES}${code}.md`;
  }
}

/** An option is missing, of the wrong type or out of range. Thrown where the option is passed. */
export class OptionError extends MidcallError {
  static readonly code = "ERR_MIDCALL_OPTION";
  override readonly code = "ERR_MIDCALL_OPTION";
}
