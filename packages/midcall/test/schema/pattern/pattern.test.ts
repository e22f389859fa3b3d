import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MidcallError } from "../../../src/contracts/errors.js";
import { compilePattern, PatternError } from "../../../src/schema/pattern/index.js";
import { scaled } from "../../../../../test/night.js";
import { codePoint } from "../../../../../test/code-points.js";

const matches = (source: string, input: string): boolean => compilePattern(source).test(input);

const refusal = (source: string): PatternError => {
  try {
    compilePattern(source);
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
  throw new Error(`compiled: ${source}`);
};

describe("what a pattern means", () => {
  it.each<[source: string, yes: string[], no: string[]]>([
    ["", ["", "a"], []],
    ["^$", [""], ["a", "\n"]],
    ["b", ["b", "abc"], ["", "a", "B"]],
    ["^a|b$", ["ax", "xb"], ["xa", "bx"]],
    ["^(?:a||b)$", ["", "a", "b"], ["ab"]],
    ["^a.c$", ["abc", "a\u{1f600}c"], ["ac", "a\nc", "a\u2028c", "abbc"]],
    ["^.$", ["\u{1f600}", "\ud83d", "\ude00"], ["", "ab", "\ude00\ud83d"]],
    ["^[^]$", ["\n", "\u{1f600}"], [""]],
    ["[]", [], ["", "a"]],
    ["^[^a-c]$", ["d", "\u{1f600}", "\n"], ["a", "b", "c"]],
    ["^[-a]$", ["-", "a"], ["b"]],
    ["^[a-]$", ["-", "a"], ["b"]],
    ["^[a-c-e]$", ["b", "-", "e"], ["d"]],
    ["^[\\b]$", ["\b"], ["b"]],
    ["^[\\D]$", ["a"], ["1"]],
    ["^[^\\D1]$", ["0", "2"], ["1", "a"]],
    ["^\\w+$", ["aZ_9"], ["\u00e9", "-", "\u017f"]],
    ["^\\s$", [" ", "\u00a0", "\ufeff", "\u2029"], ["\u200b", "x"]],
    ["^[\u{1f600}-\u{1f64f}]$", ["\u{1f602}"], ["\u{1f5ff}", "\ud83d"]],
    ["^\\ud83d\\ude00$", ["\u{1f600}"], ["\ud83d"]],
    ["^\\u{d83d}\\u{de00}$", [], ["\u{1f600}"]],
    ["\\ud83d", ["\ud83d", "a\ud83db"], ["\u{1f600}"]],
    ["^\\u{1F600}{2}$", ["\u{1f600}\u{1f600}"], ["\u{1f600}"]],
    ["^\\x41\\u0042\\u{000043}\\t\\cj\\0$", ["ABC\t\n\0"], ["ABC"]],
    ["^\\p{Lu}\\P{L}$", ["\u00c91"], ["\u00e91", "\u00c9a"]],
    ["^\\p{Script=Greek}+$", ["\u03b1\u03b2"], ["ab"]],
    ["^[\\p{L}\\p{M}' -]+$", ["Zo\u00eb O'Neil-Smith"], ["r2d2"]],
    ["^(?<year>\\d{4})-(?<month>\\d\\d)$", ["2026-11"], ["26-11"]],
    ["^a{0}b$", ["b"], ["ab"]],
    ["^a{2}$", ["aa"], ["a", "aaa"]],
    ["^a{2,}?$", ["aa", "aaaa"], ["a"]],
    ["^a{1,3}$", ["a", "aaa"], ["", "aaaa"]],
    ["^(ab){2,3}$", ["abab", "ababab"], ["ab", "abababab", "aba"]],
    ["^(?:a{2}){3}$", ["aaaaaa"], ["aaaaa", "aaaaaaa"]],
    ["^(a|b*)*$", ["", "abba"], ["c"]],
    ["^(?:){0,99999999}$", [""], ["a"]],
    ["\\bcat\\b", ["cat", "a cat.", "-cat-"], ["cats", "concat"]],
    ["\\Bcat", ["concat"], ["cat", "a cat"]],
    ["^\\B$", [""], ["a"]],
    ["\\b", ["a"], ["", "-", "\u00e9"]],
    ["\\$\\{x\\}", ["${x}"], ["x"]],
  ])("%s", (source, yes, no) => {
    const expected = new RegExp(source, "u");
    for (const input of yes)
      expect([input, expected.test(input), matches(source, input)]).toEqual([input, true, true]);
    for (const input of no)
      expect([input, expected.test(input), matches(source, input)]).toEqual([input, false, false]);
  });

  it.each<[source: string, yes: string[], no: string[]]>([
    ["^[\\w-\\.]+@([\\w-]+\\.)+[\\w-]{2,4}$", ["jo-e.b@mail.example.com"], ["jo e@example.com"]],
    ["^\\d{3}\\-\\d{4}$", ["555-1234"], ["5551234"]],
    ["^\\_\\@\\#\\ \\'\\:\\%\\&\\=$", ["_@# ':%&="], ["_"]],
    ["^[\\w-.]$", ["a", "-", "."], ["/", ","]],
    ["^[a-\\d]$", ["a", "-", "5"], ["b"]],
    ["^{\\w+}$", ["{id}"], ["id"]],
    ["^a{$", ["a{"], ["a"]],
    ["^a{x,1}]$", ["a{x,1}]"], ["a"]],
  ])("reads %s, which is only legal without the u flag, as that engine does", (source, yes, no) => {
    expect(() => new RegExp(source, "u")).toThrow(SyntaxError);
    const expected = new RegExp(source);
    for (const input of yes)
      expect([input, expected.test(input), matches(source, input)]).toEqual([input, true, true]);
    for (const input of no)
      expect([input, expected.test(input), matches(source, input)]).toEqual([input, false, false]);
  });

  it("works over code points even where the pattern is only legal without the u flag", () => {
    expect(matches("^\\-.$", "-\u{1f600}")).toBe(true);
  });

  it("never looks between the halves of a surrogate pair", () => {
    // V8's own search does, against the language's definition, and finds an empty match there.
    expect(matches("\\B", "a\u{1f600}a")).toBe(false);
    expect(matches("\\B", "\u{1f600}")).toBe(true);
    expect(matches("\\ude00", "\u{1f600}")).toBe(false);
  });

  it("keeps the source, and no state between runs", () => {
    const pattern = compilePattern("^[\\da]b?$");
    expect(pattern.source).toBe("^[\\da]b?$");
    expect(["ab", "xb", "1", "xb", "ab"].map((input) => pattern.test(input))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it("takes long inputs without deepening the stack", () => {
    expect(matches("^(?:a|b)*$", "ab".repeat(500_000))).toBe(true);
  });
});

describe("what is refused", () => {
  it.each<[source: string, construct: string, offset: number]>([
    ["ab(?=c)", "lookahead or lookbehind", 2],
    ["ab(?!c)", "lookahead or lookbehind", 2],
    ["(?<=a)b", "lookahead or lookbehind", 0],
    ["(?<!a)b", "lookahead or lookbehind", 0],
    ["(a)\\1", "backreference or octal escape", 3],
    ["\\012", "backreference or octal escape", 0],
    ["(?<n>a)\\k<n>", "backreference", 7],
    ["(?i:a)", "unknown kind of group", 0],
    ["(?i)a", "unknown kind of group", 0],
    ["(?P<n>a)", "unknown kind of group", 0],
    ["(?>a)", "unknown kind of group", 0],
    ["(?<1n>a)", "unknown kind of group", 0],
    ["a(b", "unclosed group", 3],
    ["a)b", "unmatched )", 1],
    ["a[b", "unclosed character class", 1],
    ["[b-a]", "character range out of order", 0],
    ["[\\w-\\q]", "unknown escape", 0],
    ["*a", "quantifier with nothing to repeat", 0],
    ["a**", "quantifier with nothing to repeat", 2],
    ["^*", "quantifier with nothing to repeat", 1],
    ["(+)", "quantifier with nothing to repeat", 1],
    ["\\b{2}", "quantifier with nothing to repeat", 2],
    ["a{3,2}", "quantifier out of order", 1],
    ["a{,2}", "quantifier without a minimum", 1],
    ["a\\", "unknown escape", 1],
    ["\\A\\w\\Z", "unknown escape", 0],
    ["\\xZZ", "unknown escape", 0],
    ["\\u12", "unknown escape", 0],
    ["\\c1", "unknown escape", 0],
    ["\\p", "unknown escape", 0],
    ["\\p{}", "unknown escape", 0],
    ["\\p{L}\\p{Nope}", "unknown Unicode property", 5],
    ["\\p{RGI_Emoji}", "unknown Unicode property", 0],
    ["\\u{110000}", "code point above 10FFFF", 0],
  ])("%s", (source, construct, offset) => {
    const error = refusal(source);
    expect({ construct: error.construct, offset: error.offset }).toEqual({ construct, offset });
    expect(error.message).toContain(`${construct} at offset ${offset}`);
    expect(error).toBeInstanceOf(MidcallError);
    expect(error.code).toBe("ERR_MIDCALL_PATTERN_UNSUPPORTED");
    expect(PatternError.code).toBe(error.code);
    expect(error.name).toBe("PatternError");
  });

  it("says what to do about it", () => {
    expect(refusal("(?=a)").message).toMatch(/rewrite this part, or check the answer in code/);
  });
});

describe("limits", () => {
  it.each([
    ["a counted repetition", "a{5000}"],
    ["an optional one", "a{0,3000}"],
    ["an open one", "a{5000,}"],
    ["nested ones", "((((((a{9}){9}){9}){9}){9}){9})"],
    ["nested ones with nothing certain", "(((a{0,20}){0,20}){0,20})"],
    ["many small ones", "a{999}".repeat(5)],
    ["a count beyond any number", `a{${"9".repeat(400)}}`],
    ["a range beyond any number", `a{${"9".repeat(400)},${"9".repeat(401)}}`],
    ["an open count beyond any number", `a{${"9".repeat(400)},}`],
    // Three states each: a limit tested for equality alone would be stepped over.
    ["alternatives", "a|".repeat(1500)],
    ["empty alternatives", "|".repeat(4000)],
    ["assertions", "(?:^$^$^$^$^$){500}"],
  ])("refuses a program too large: %s", (_, source) => {
    expect(refusal(source).construct).toBe("more than 4096 states");
  });

  it("reads a maximum beyond any number as no maximum", () => {
    expect(matches(`^a{1,${"9".repeat(400)}}$`, "a".repeat(5000))).toBe(true);
  });

  it("has room for the counts people write", () => {
    expect(matches("^[a-z]{1,2000}$", "a".repeat(2000))).toBe(true);
    expect(matches("^[a-z]{1,2000}$", "a".repeat(2001))).toBe(false);
    expect(compilePattern("[a-z]{1,64}").size).toBe(127 + 3);
  });

  it("refuses a pattern of more than 4,096 UTF-16 code units", () => {
    expect(matches("a".repeat(4096), "a".repeat(4096))).toBe(true);
    expect(refusal("a".repeat(4097)).construct).toBe("more than 4096 characters");
  });

  it("does not spend time on counted nothing", () => {
    expect(matches("^(?:(){99999999}){99999999}$", "")).toBe(true);
  });

  it("takes groups nested as deep as a pattern can be long", () => {
    const depth = 2047;
    expect(matches(`^${"(".repeat(depth)}a${")".repeat(depth)}`, "a")).toBe(true);
    expect(matches(`${"(".repeat(1300)}a${")*".repeat(1300)}$`, "aaa")).toBe(true);
    expect(refusal("(".repeat(4096)).construct).toBe("unclosed group");
    expect(refusal(")".repeat(4096)).construct).toBe("unmatched )");
  });

  // Worse than linear time would be far beyond the time limit of a test.
  it("compiles or refuses the worst of 4,096 characters", () => {
    const fill = (text: string): string => text.repeat(4096 / text.length);
    const outcome = (source: string): string => {
      try {
        compilePattern(source);
        return "compiled";
      } catch (error) {
        return error instanceof PatternError ? error.construct : String(error);
      }
    };
    const seen: Record<string, string> = {};
    const worst = [
      "(",
      "[",
      "[[",
      "{",
      "{1",
      "{1,",
      "{,",
      "\\p{",
      "\\u{1",
      "(?<a",
      "(?:",
      "|",
      "(|",
      "a?",
      "()*",
    ];
    for (const text of worst) {
      seen[text] = outcome(fill(text));
    }
    expect(seen).toEqual({
      "(": "unclosed group",
      "[": "unclosed character class",
      "[[": "unclosed character class",
      "{": "compiled",
      "{1": "compiled",
      "{1,": "compiled",
      "{,": "compiled",
      "\\p{": "unknown escape",
      "\\u{1": "unknown escape",
      "(?<a": "unknown kind of group",
      "(?:": "unclosed group",
      "|": "more than 4096 states",
      "(|": "unclosed group",
      "a?": "more than 4096 states",
      "()*": "compiled",
    });
  });
});

describe("hostile text", () => {
  const soup = fc.string({
    unit: fc.constantFrom(
      ..."()[]{}|*+?^$\\.-,:=!<>01abpPuxcdDwWsSkBnL\u{1f600}\ud83d\ude00\u0000",
    ),
    maxLength: 40,
  });
  const noise = fc.string({ unit: codePoint, maxLength: 60 });
  const units = fc
    .array(fc.nat(0xffff), { maxLength: 30 })
    .map((codes) => String.fromCharCode(...codes));

  it("never makes compiling or testing throw anything but PatternError", () => {
    let compiled = 0;
    fc.assert(
      fc.property(fc.oneof(soup, noise, units), fc.oneof(soup, noise, units), (source, input) => {
        let pattern;
        try {
          pattern = compilePattern(source);
        } catch (error) {
          if (!(error instanceof PatternError)) throw error;
          expect(error.offset).toBeGreaterThanOrEqual(0);
          expect(error.offset).toBeLessThanOrEqual(source.length);
          expect(error.construct).toMatch(/^[\w ()]+$/);
          return;
        }
        compiled++;
        const { steps } = pattern.run(input);
        expect(steps).toBeLessThanOrEqual(pattern.size * ([...input].length + 1));
      }),
      { numRuns: scaled(1_000, 5000) },
    );
    expect(compiled).toBeGreaterThan(500);
  });
});
