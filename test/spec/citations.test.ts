import { describe, expect, it } from "vitest";
import { citationsIn, idsInTitle } from "./citations.js";

const ids = (source: string): readonly string[] =>
  citationsIn("some.test.ts", source).map(({ id }) => id);

describe("finding citations", () => {
  it("reads ids in square brackets, one or several", () => {
    expect(idsInTitle("refuses it [MRTR-26-07]")).toEqual(["MRTR-26-07"]);
    expect(idsInTitle("one [ELI-25A-01, ELI-25B-01] two [ELI-26-01 ELI-26-02]")).toEqual([
      "ELI-25A-01",
      "ELI-25B-01",
      "ELI-26-01",
      "ELI-26-02",
    ]);
  });

  it("reads other bracketed text as text, and a mistyped number as an id that can be refused", () => {
    expect(idsInTitle("keeps [] and [a, b] and [UTF-8]")).toEqual([]);
    expect(idsInTitle("oops [MRTR-26-7]")).toEqual(["MRTR-26-7"]);
  });

  it("finds titles of it and test, with modifiers, templates and joined strings", () => {
    expect(
      ids(`
        it("a [ELI-26-01]", () => {});
        test.concurrent("b [ELI-26-02]", { timeout: 5 }, async () => {});
        it.each([1, 2])(\`c \${"x"} [ELI-26-03]\`, () => {});
        it.each\`a\${1}\`("d [ELI-26-04]", () => {});
        for (const version of versions) it("e " + version + " [ELI-26-05]", () => {});
        describe("suite", () => { it("f [ELI-26-06]", run); });
      `),
    ).toEqual(["01", "02", "03", "04", "05", "06"].map((number) => `ELI-26-${number}`));
  });

  it("counts no test that may not run or that passes by failing", () => {
    expect(
      ids(`
        it.skip("a [ELI-26-01]", () => {});
        it.todo("b [ELI-26-02]");
        it.fails("c [ELI-26-03]", () => {});
        it.skipIf(slow)("d [ELI-26-04]", () => {});
        it.runIf(fast).each([1])("e [ELI-26-05]", () => {});
        it("f [ELI-26-06]", { skip: true }, () => {});
        it("g [ELI-26-07]");
        describe.skip("suite", () => { it("h [ELI-26-08]", () => {}); });
        describe.runIf(fast)("suite", () => { describe("inner", () => { it("i [ELI-26-09]", () => {}); }); });
        describe("suite", { todo: true }, () => { it("j [ELI-26-10]", () => {}); });
      `),
    ).toEqual([]);
  });

  it("counts ids nowhere but in test titles", () => {
    expect(
      ids(`
        // it("a [ELI-26-01]", () => {});
        describe("b [ELI-26-02]", () => {});
        expect("c [ELI-26-03]").toBe(1);
        const source = 'it("d [ELI-26-04]", () => {})';
        it("plain", () => { log("e [ELI-26-05]", () => {}); });
      `),
    ).toEqual([]);
  });
});
