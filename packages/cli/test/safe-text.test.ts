import fc from "fast-check";
import { expect, it } from "vitest";
import { safeJson, safeLine, safeText } from "../src/safe-text.js";
import { scaled } from "../../../test/night.js";
import { codePoint } from "../../../test/code-points.js";

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Zl}\p{Zp}]/u;
const anything = fc.string({ unit: codePoint });

it("leaves nothing that acts on a terminal, or hides", () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(safeText(text).replace(/[\n\t]/g, "")).not.toMatch(UNSEEN);
      expect(safeLine(text)).not.toMatch(UNSEEN);
      expect(safeJson({ [text]: text })).not.toMatch(UNSEEN);
    }),
    { numRuns: scaled(300, 2_000) },
  );
});

it("says the same in JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), anything, (value, text) => {
      const whole = { value, text };
      const same: unknown = JSON.parse(JSON.stringify(whole));
      expect(JSON.parse(safeJson(whole))).toEqual(same);
      expect(JSON.parse(safeJson(whole, 2))).toEqual(same);
    }),
    { numRuns: scaled(300, 2_000) },
  );
});

it("keeps lines, tabs and blank space, except on one line", () => {
  expect(safeText("a\r\n\n\n\tb  c\r")).toBe("a\n\n\n\tb  c\n");
  expect(safeLine("  a\n\tb\u001b[0m ")).toBe("a b[0m");
  expect(safeLine("abcdef", 3)).toBe("abc…");
});
