import { compile } from "./compile.js";
import { simulate } from "./simulate.js";

export { PatternError } from "./pattern-error.js";

/** A compiled `pattern`. It is immutable and can be cached and shared. */
export interface Pattern {
  /** The source of the pattern. */
  readonly source: string;
  /**
   * The maximum number of steps for one code point of the input. A match never takes more than
   * `size * (input.length + 1)` steps, so a caller can refuse expensive inputs in advance.
   */
  readonly size: number;
  /** Whether the pattern matches anywhere in the input. Never throws. */
  test(input: string): boolean;
  /** Like `test`, with the number of elementary steps: code points read, states entered, class members examined. */
  run(input: string): { matched: boolean; steps: number };
}

/**
 * Compiles a JSON Schema `pattern` for a matcher whose time is linear in the length of the input for every pattern. It
 * is safe for patterns and inputs from untrusted sources.
 *
 * The result is that of `new RegExp(source, "u").test(input)`: a search anywhere in the input, over code points,
 * case-sensitive, with `^` and `$` at the ends of the input only. Groups of all kinds, alternation, classes, Unicode
 * properties, counted and lazy quantifiers, `\b` and `\B` are supported. Syntax that is valid only without the `u` flag
 * is read as without it if no other reading is likely (`\-`, `\@`, `[\w-.]`, a lone `]`, `}` or `{`), still over code
 * points; otherwise it is an error (`\A`, `a{,5}`, octal escapes).
 *
 * @param source - the expression, without slashes; at most 4,096 UTF-16 code units, and 4,096 states with every counted
 *   repetition expanded (`[a-z]{1,64}` takes 127). The caller has to limit the length of inputs.
 * @returns the compiled pattern
 * @throws {@link PatternError} if the pattern has a syntax error, a backreference, lookahead or
 *   lookbehind, an inline flag, or is too large.
 * @example
 * ```ts
 * const slug = compilePattern("^[a-z0-9]+(-[a-z0-9]+)*$");
 * slug.test("release-2"); // true
 * slug.test("Release 2"); // false
 * ```
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema
 */
export function compilePattern(source: string): Pattern {
  const program = compile(source);
  const run = (input: string): { matched: boolean; steps: number } => simulate(program, input);
  return { source, size: program.size, run, test: (input) => run(input).matched };
}
