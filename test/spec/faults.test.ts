import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { projectOf } from "../../scripts/testing/projects.mjs";
import { collectCitations, filesCiting } from "./citations.js";
import { faults } from "./faults.js";
import { plant } from "./planting/plant.js";
import { readSymbols } from "./planting/symbols.js";
import { enforced, requirements } from "./requirements.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const citations = collectCitations(root);

/** Whether `npm test` runs a test file, or only the night. */
const runsAlways = (file: string): boolean => projectOf(file)?.runs === "always";

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

  it("fit the sources, wherever what they are planted in stands", () => {
    const symbols = readSymbols(`${root}packages/midcall/src`);
    const drifted = faults.flatMap((fault) => {
      try {
        plant(fault, symbols);
        return [];
      } catch (error) {
        return [`${fault.ids.join(", ")} in ${fault.in}: ${(error as Error).message}`];
      }
    });
    expect(drifted).toEqual([]);
  });

  it("violate requirements that a test of `npm test` cites", () => {
    const known = new Set(requirements.map(({ id }) => id));
    const wrong = faults.flatMap(({ ids, in: name }) =>
      ids.flatMap((id) => {
        if (!known.has(id)) return [`${id} in ${name}: no such requirement`];
        return filesCiting([id], citations).some(runsAlways)
          ? []
          : [`${id} in ${name}: no test of npm test cites it`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});
