import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { collectCitations } from "./citations.js";
import { faults } from "./faults.js";
import { enforced, requirements } from "./requirements.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const citations = collectCitations(root);

/** Times `part` stands in `text`; overlaps do not matter here. */
const occurrences = (text: string, part: string): number => text.split(part).length - 1;

describe("planted faults (npm run test:faults runs them)", () => {
  it("exist for every requirement that a test cites", () => {
    const planted = new Set(faults.flatMap(({ ids }) => ids));
    const cited = new Set(citations.map(({ id }) => id));
    const missing = requirements
      .filter(({ issue, answered }) => enforced.includes(issue) && answered === "test")
      .filter(({ id }) => cited.has(id) && !planted.has(id))
      .map(({ id, text }) => `${id} ${text}`);
    expect(missing).toEqual([]);
  });

  it("still fit the sources they are planted in", () => {
    const drifted = faults.flatMap(({ ids, file, find, replace }) => {
      const name = `${ids.join(", ")} in ${file}`;
      if (!existsSync(`${root}${file}`)) return [`${name}: no such file`];
      const times = occurrences(readFileSync(`${root}${file}`, "utf8"), find);
      if (times !== 1) return [`${name}: the text to find is there ${times} times`];
      return find === replace ? [`${name}: changes nothing`] : [];
    });
    expect(drifted).toEqual([]);
  });

  it("name test files that cite their requirements", () => {
    const known = new Set(requirements.map(({ id }) => id));
    const wrong = faults.flatMap(({ ids, file, tests }) =>
      ids.flatMap((id) => {
        if (!known.has(id)) return [`${id} in ${file}: no such requirement`];
        const cited = citations.some((one) => one.id === id && tests.includes(one.file));
        return cited ? [] : [`${id} in ${file}: not cited in ${tests.join(", ") || "no tests"}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});
