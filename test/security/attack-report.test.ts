import { describe, expect, it } from "vitest";
import { reportAttacks } from "../../scripts/testing/attack-report.mjs";

const file = (name: string, seconds: number, ...statuses: string[]) => ({
  name: `/x/test/attacks/${name}`,
  startTime: 1000,
  endTime: 1000 + 1000 * seconds,
  assertionResults: statuses.map((status) => ({ status })),
});
const line = (attack: string, tried: number, name: string): string =>
  `${JSON.stringify({ attack, tried, testPath: `/x/test/attacks/${name}` })}\n`;

describe("the report of the attack tests", () => {
  it("sums up what was tried, attack by attack, and closes with all of it", () => {
    const other = { ...file("x", 900, "passed"), name: "/x/test/package/other.test.ts" };
    const { lines, problems } = reportAttacks(
      [file("a.test.ts", 1.5, "passed", "passed"), file("b.test.ts", 2, "passed"), other],
      line("forged states", 3, "a.test.ts") +
        line("stolen links", 2, "b.test.ts") +
        line("forged states", 4, "a.test.ts"),
    );
    expect(lines).toEqual([
      "attack: 7 forged states",
      "attack: 2 stolen links",
      "attacks: 3 tests in 2 files, 3.5 s, 9 attempts, all refused",
    ]);
    expect(problems).toEqual([]);
  });

  it("fails where a file tried nothing, or did not say so", () => {
    const files = [file("a.test.ts", 1, "passed"), file("b.test.ts", 1, "passed")];
    const { problems } = reportAttacks(files, line("forged states", 0, "b.test.ts"));
    expect(problems).toEqual([
      expect.stringContaining("a.test.ts says nothing"),
      expect.stringContaining("b.test.ts says nothing"),
    ]);
  });

  it("says how long they took, and does not fail for it: a slow machine is no defect", () => {
    const { lines, problems } = reportAttacks(
      [file("a.test.ts", 900, "passed")],
      line("links", 1, "a.test.ts"),
    );
    expect(lines.at(-1)).toContain("900.0 s");
    expect(problems).toEqual([]);
  });

  it("does not say that all was refused where a test failed or did not run", () => {
    for (const status of ["failed", "pending"]) {
      const { lines } = reportAttacks(
        [file("a.test.ts", 1, "passed", status)],
        line("links", 1, "a.test.ts"),
      );
      expect(lines.at(-1)).toContain("NOT all refused");
    }
  });
});
