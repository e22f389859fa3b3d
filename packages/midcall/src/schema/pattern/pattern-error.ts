import { MidcallError } from "../../contracts/errors.js";

/**
 * midcall cannot run a `pattern`: it is not a valid regular expression, requires backtracking
 * (backreference, lookaround), or is too large.
 *
 * On a server, rewrite the pattern or check the answer in the handler. On a host, show the field and
 * leave the check to the server.
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
  /** The unsupported construct; contains only ASCII letters, digits and brackets of the pattern. */
  readonly construct: string;
  /** Its position in the pattern, in UTF-16 code units from the start. */
  readonly offset: number;

  constructor(construct: string, offset: number) {
    super(
      `Unsupported pattern: ${construct} at offset ${offset}. ` +
        "Patterns must run in linear time: rewrite this part, or check the answer in code.",
    );
    this.construct = construct;
    this.offset = offset;
  }
}
