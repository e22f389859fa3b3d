import { MidcallError } from "../../contracts/errors.js";

/**
 * A `pattern` cannot be checked here: it is not a regular expression, needs backtracking
 * (backreference, lookaround), or is too large.
 *
 * On a server, rewrite the pattern or check the answer in the handler. On a host, show the field
 * unchecked and leave the verdict to the server.
 *
 * @example
 * ```ts
 * try {
 *   compilePattern("(a)\\1");
 * } catch (error) {
 *   if (error instanceof PatternError) console.log(error.construct, error.offset); // backreference 3
 * }
 * ```
 */
export class PatternError extends MidcallError {
  static readonly code = "ERR_MIDCALL_PATTERN_UNSUPPORTED";
  override readonly code = "ERR_MIDCALL_PATTERN_UNSUPPORTED";
  /** What was met, in words; holds no text of the pattern but ASCII letters, digits and brackets. */
  readonly construct: string;
  /** Where in the pattern, in UTF-16 code units from its start. */
  readonly offset: number;

  constructor(construct: string, offset: number) {
    super(
      `Cannot check this pattern: ${construct} at offset ${offset}. ` +
        "Patterns run in linear time: rewrite this part, or check the answer in code.",
    );
    this.construct = construct;
    this.offset = offset;
  }
}
