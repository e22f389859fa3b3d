import { createContext, Script } from "node:vm";
import fc from "fast-check";
import { compilePattern, type Pattern } from "../../packages/midcall/src/schema/pattern/index.js";
import { PatternError } from "../../packages/midcall/src/schema/pattern/pattern-error.js";
import {
  createDraw,
  looseTokens,
  type Piece,
  piece,
  sampleInput,
  strictTokens,
} from "../../packages/midcall/test/schema/pattern/pattern-arbitraries.js";
import { must, target, type FuzzTarget } from "./fuzz-target.js";
import { codePoint } from "../code-points.js";

type Compile = (source: string) => Pattern;

/** Searches by the letter of the language: V8's own also start between the halves of a surrogate pair. */
const SEARCHES = new Script(`{
  const sticky = new RegExp(source, "uy");
  const found = (input) => {
    let index = 0;
    return [...input, ""].some((point) => {
      sticky.lastIndex = index;
      index += point.length;
      return sticky.test(input);
    });
  };
  inputs.map(found);
}`);
const searching = createContext({ source: "", inputs: [""] });

/** What the native engine finds; nothing where it refuses the pattern, or goes back and forth for too long. */
function native(source: string, inputs: readonly string[]): readonly boolean[] | undefined {
  Object.assign(searching, { source, inputs });
  try {
    return SEARCHES.runInContext(searching, { timeout: 200 }) as boolean[];
  } catch {
    return undefined;
  }
}

/** What costs other engines exponential time to match, or to expand. */
const bomb = fc
  .tuple(
    fc.constantFrom("a", "[a-z]", ".", "a|a", "\\w", "a*", "(?:a?)", "x{0,60}"),
    fc.array(fc.constantFrom("*", "+", "{0,30}", "{2,}", "{40}", "?", "+?", "{1,5}"), {
      minLength: 1,
      maxLength: 6,
    }),
    fc.constantFrom("", "$", "b", "\\d"),
  )
  .map(
    ([atom, quantifiers, end]) =>
      quantifiers.reduce<string>((inner, q) => `(${inner})${q}`, atom) + end,
  );

interface PatternInput {
  readonly source: string | Piece;
  readonly entropy: readonly number[];
  readonly text: string;
}

/** Compiles or refuses; then says what the native engine says, in no more steps than it promised. */
export const patterns: FuzzTarget = target<PatternInput, Compile>({
  name: "patterns",
  tried: "patterns, run on four texts each",
  runs: [400, 50_000],
  subject: compilePattern,
  input: fc.record({
    source: fc.oneof(
      { weight: 4, arbitrary: piece },
      strictTokens,
      looseTokens,
      bomb,
      fc.string({ unit: codePoint, maxLength: 20 }),
    ),
    entropy: fc.array(fc.nat(1000), { minLength: 10, maxLength: 20 }),
    text: fc.oneof(
      fc.string({ unit: fc.constantFrom(..."ab01-_ {},.@\u{1f600}"), maxLength: 12 }),
      fc.integer({ min: 1, max: 300 }).map((length) => "a".repeat(length)),
    ),
  }),
  check({ source: given, entropy, text }, compile) {
    const source = typeof given === "string" ? given : given.source;
    let pattern: Pattern;
    try {
      pattern = compile(source);
    } catch (error) {
      must(error instanceof PatternError, `Throws ${String(error)}`);
      must(typeof given === "string", `Refuses ${source}`);
      return;
    }
    must(pattern.size <= 20_000, `A size of ${pattern.size}`);
    const draw = createDraw(entropy);
    const drawn = typeof given === "string" ? [] : [0, 1, 2].map(() => sampleInput(given, draw));
    // A bomb is for the steps: the native engine would take minutes for some.
    const inputs = text.length > 40 ? drawn : [text, ...drawn];
    const expected = native(source, inputs);
    for (const [index, input] of [...inputs, text].entries()) {
      const { matched, steps } = pattern.run(input);
      must(steps <= pattern.size * ([...input].length + 1), `${steps} steps for ${input}`);
      must(pattern.test(input) === matched, "Says one thing and then another.");
      const other = expected?.[index];
      if (other !== undefined)
        must(matched === other, `Says ${matched} for ${JSON.stringify(input)}`);
    }
  },
});
