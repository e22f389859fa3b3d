import { describe, expect, it } from "vitest";
import { widthOf } from "../../src/terminal/output/wrap-text.js";
import { withKeys } from "../../src/terminal/prompts/pick.js";
import { LOCALES, type Locale } from "./samples.js";

describe("the keys of choices in a terminal", () => {
  it.each<[Locale, string, string]>([
    ["de", "jn", "san"],
    ["fr", "on", "erp"],
    ["es", "sn", "era"],
    // Letters that no single key writes, or that the keyboard may write in another script.
    ["ja", "12", "123"],
    ["ar", "12", "123"],
  ])("in %s", (tag, yesNo, actions) => {
    const { yes, no, send, decline, cancel } = LOCALES[tag].terminal;
    const keysOf = (labels: readonly string[]): string =>
      withKeys(labels.map((label) => ({ value: label, label })))
        .map(({ key }) => key)
        .join("");
    expect(keysOf([yes, no])).toBe(yesNo);
    expect(keysOf([send, decline, cancel])).toBe(actions);
  });

  it("takes no column for a direction isolate", () => {
    expect(widthOf("\u2068ab\u2069")).toBe(2);
  });
});
