import fc from "fast-check";
import { expect, it } from "vitest";
import { matchesPattern, patternFor } from "../../src/answers/matches-pattern.js";
import { scaled } from "../../../../test/night.js";

const few = fc.string({ unit: fc.constantFrom("a", "b", "*", "\\", "\n") });

it("means what the same regular expression means", () => {
  fc.assert(
    fc.property(few, few, (pattern, text) => {
      const tokens = pattern.match(/\\[*\\]|[^]/g) ?? [];
      const source = tokens.map((token) =>
        token === "*" ? "[^]*" : token.at(-1)!.replace(/[*\\]/, "\\$&"),
      );
      const expected = new RegExp(`^${source.join("")}$`).test(text);
      expect(matchesPattern(pattern, text)).toBe(expected);
    }),
    { numRuns: scaled(3_000, 20_000) },
  );
});

it("finds every text by its own pattern, and no other text", () => {
  const any = fc.string({ unit: fc.constantFrom("a", "*", "\\") });
  fc.assert(
    fc.property(any, any, (one, other) => {
      expect(matchesPattern(patternFor(one), other)).toBe(one === other);
    }),
    { numRuns: scaled(1_000, 5_000) },
  );
});

// Trying every place would take far longer than the time limit of a test.
it("takes linear time", () => {
  const text = "a".repeat(1_000_000);
  const pattern = `${`*${"a".repeat(100_000)}b`.repeat(5)}*${"*a".repeat(20_000)}`;
  expect(matchesPattern(pattern, text)).toBe(false);
  expect(matchesPattern("*a".repeat(100_000), text)).toBe(true);
});
