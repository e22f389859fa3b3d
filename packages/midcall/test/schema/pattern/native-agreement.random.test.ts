import { createContext, Script } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "../../../../../test/night.js";
import { compilePattern, PatternError } from "../../../src/schema/pattern/index.js";
import {
  createDraw,
  looseTokens,
  piece,
  sampleInput,
  strictTokens,
} from "./pattern-arbitraries.js";

/** What may be refused though it is legal: what needs backtracking, and `u{110000}`, a repetition. */
const LEGAL_BUT_REFUSED = [
  "lookahead or lookbehind",
  "backreference",
  "backreference or octal escape",
  "more than 4096 states",
];

const RUNS = scaled(800, 60_000);

const native = (source: string, flags: string): RegExp | undefined => {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
};

/**
 * `native(source, "u").test(input)`, by the letter of the language: V8's own search, unlike the
 * specification's, also starts between the halves of a surrogate pair, and finds an empty match
 * there (`/\B/u` in "a\u{1f600}a"). A sticky expression does not.
 */
const SEARCH = new Script(`{
  const sticky = new RegExp(source, "uy");
  let index = 0;
  [...input, ""].some((point) => {
    sticky.lastIndex = index;
    index += point.length;
    return sticky.test(input);
  });
}`);
const searching = createContext({ source: "", input: "" });
/** The native engine backtracks: one pattern in some hundred thousand keeps it busy for minutes. */
const SEARCH_MS = 1000;

/** What the native engine finds, or undefined when that takes it too long. */
const searches = (source: string, input: string): boolean | undefined => {
  Object.assign(searching, { source, input });
  try {
    return SEARCH.runInContext(searching, { timeout: SEARCH_MS }) as boolean;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
};

const compileOrRefuse = (source: string): ReturnType<typeof compilePattern> | PatternError => {
  try {
    return compilePattern(source);
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
};

describe("agreement with the native engine", () => {
  it("answers as the native engine does with the u flag", () => {
    const entropy = fc.array(fc.nat(1000), { minLength: 20, maxLength: 40 });
    let pairs = 0;
    let matches = 0;
    fc.assert(
      fc.property(piece, entropy, (made, numbers) => {
        const pattern = compilePattern(made.source);
        const draw = createDraw(numbers);
        for (let i = 0; i < 12; i++) {
          const input = sampleInput(made, draw);
          const matched = searches(made.source, input);
          if (matched === undefined) return;
          pairs++;
          if (matched) matches++;
          if (pattern.test(input) !== matched) expect({ input, matched: !matched }).toBe(matched);
        }
      }),
      { numRuns: RUNS },
    );
    expect(pairs).toBeGreaterThanOrEqual(RUNS * 6);
    // A generator that only ever matches, or never does, would prove little.
    expect(matches / pairs).toBeGreaterThan(0.2);
    expect(matches / pairs).toBeLessThan(0.9);
  });

  it("accepts what the native engine accepts, but for what needs backtracking or is too large", () => {
    const inputs = fc.array(
      fc.string({ unit: fc.constantFrom(..."ab01-_{},]^\b \u{1f600}"), maxLength: 10 }),
      {
        minLength: 5,
        maxLength: 5,
      },
    );
    let compared = 0;
    let refusedByBoth = 0;
    fc.assert(
      fc.property(strictTokens, inputs, (source, texts) => {
        const expected = native(source, "u");
        const pattern = compileOrRefuse(source);
        if (pattern instanceof PatternError) {
          if (expected) expect(LEGAL_BUT_REFUSED).toContain(pattern.construct);
          else refusedByBoth++;
        } else if (expected) {
          for (const text of texts) {
            const matched = searches(source, text);
            if (matched === undefined) return;
            compared++;
            expect({ text, matched: pattern.test(text) }).toEqual({ text, matched });
          }
        }
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 2);
    expect(refusedByBoth).toBeGreaterThan(RUNS / 8);
  });

  it("reads what is only legal without the u flag as the native engine does, or refuses it", () => {
    const inputs = fc.array(
      fc.string({ unit: fc.constantFrom(..."ab01-_{},].@ "), maxLength: 10 }),
      {
        minLength: 5,
        maxLength: 5,
      },
    );
    let compared = 0;
    fc.assert(
      fc.property(looseTokens, inputs, (source, texts) => {
        const expected = native(source, "");
        const pattern = compileOrRefuse(source);
        if (pattern instanceof PatternError) return;
        // Whatever is compiled is a regular expression to the native engine too.
        expect(expected).toBeDefined();
        if (native(source, "u")) return;
        for (const text of texts) {
          compared++;
          expect({ text, matched: pattern.test(text) }).toEqual({
            text,
            matched: expected!.test(text),
          });
        }
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 2);
  });
});
