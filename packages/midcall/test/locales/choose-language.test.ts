import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseLanguage, LANGUAGES } from "../../src/locales/index.js";

describe("the choice of a language", () => {
  it.each([
    ["de", "de"],
    ["de-AT, en;q=0.8", "de"],
    ["zh-Hant-TW, ja;q=0.5", "ja"],
    ["en;q=0.2, fr;q=0.9", "fr"],
    ["nl, sv", undefined],
    ["*", undefined],
    ["nl, *;q=0.5, de;q=0.1", undefined],
    ["de;q=0, fr", "fr"],
    ["de-CH;q=0.9, de;q=0", undefined],
    ["DE-de-x-private", "de"],
    ["", undefined],
    ["de;q=2", undefined],
    ["<script>, es", "es"],
    [`${"nl,".repeat(60)}de`, undefined],
    [`${"n".repeat(2000)},de`, undefined],
  ])("of %j is %j", (header, language) => {
    expect(chooseLanguage(header, LANGUAGES)).toBe(language);
  });

  it("takes the list of a browser, and nothing", () => {
    expect(chooseLanguage(["ar-EG", "en"], LANGUAGES)).toBe("ar");
    expect(chooseLanguage(null, LANGUAGES)).toBeUndefined();
    expect(chooseLanguage(undefined, LANGUAGES)).toBeUndefined();
  });

  it("returns one of those offered, whatever the header", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), (header) => {
        expect([undefined, ...LANGUAGES]).toContain(chooseLanguage(header, LANGUAGES));
      }),
    );
  });
});
