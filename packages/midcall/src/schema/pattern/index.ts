import { compile } from "./compile.js";
import { simulate } from "./simulate.js";

export { PatternError } from "./pattern-error.js";

/** A compiled `pattern`. Immutable: one may be kept and used from anywhere. */
export interface Pattern {
  /** The pattern as it was given. */
  readonly source: string;
  /**
   * The most steps one code point of the input can cost. `size * (input.length + 1)` is never
   * exceeded, so that a caller can refuse work before doing it.
   */
  readonly size: number;
  /** Whether the pattern is found anywhere in the input. Never throws. */
  test(input: string): boolean;
  /** Like `test`, with the elementary steps taken: code points read, states entered, class members examined. */
  run(input: string): { matched: boolean; steps: number };
}

/**
 * Compiles a JSON Schema `pattern` for a matcher whose time grows linearly with the input, whatever
 * the pattern: safe for patterns and inputs that come from somebody else.
 *
 * The answer is that of `new RegExp(source, "u").test(input)`: a search anywhere in the input, over
 * code points, case-sensitive, `^` and `$` at the ends of the input only. Groups of all kinds,
 * alternation, classes, Unicode properties, counted and lazy quantifiers, `\b` and `\B` are
 * supported. What only an engine without the `u` flag takes is read the way that engine reads it
 * where no other reading is likely (`\-`, `\@`, `[\w-.]`, a lone `]`, `}` or `{`), still over code
 * points; it is an error otherwise (`\A`, `a{,5}`, octal escapes).
 *
 * @param source - the expression, without slashes; at most 4,096 UTF-16 code units, and 4,096
 *   states with every counted repetition written out (`[a-z]{1,64}` takes 127). The length of
 *   inputs is for the caller to limit.
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
