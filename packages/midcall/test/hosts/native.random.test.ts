import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "../../../../test/night.js";
import { defects, hostTraits, models, users } from "./parts/arbitraries.js";
import { canShow } from "./parts/index.js";
import { createSite } from "./site.js";
import { liesIn } from "./truth.js";

const RUNS = scaled(20, 700);
const tools = fc.constantFrom("delete", "form", "number");

describe("an author sees the truth, and nothing happens that a user has not agreed to", () => {
  it.each(Object.entries(defects))(`on ${RUNS} hosts with the defect: %s`, async (_, defect) => {
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(
        hostTraits(defect),
        users,
        models,
        tools,
        async (traits, user, model, tool) => {
          const site = createSite();
          await using host = await site.host(traits, user);
          await host.run(tool, { target: "notes" }, model);
          await host.settled();
          asked += host.wire.filter(({ message }) =>
            JSON.stringify(message).includes("elicitation/create"),
          ).length;
          expect(liesIn(site, host)).toEqual([]);
          // Whoever can be asked is asked.
          expect(host.deeds.length > 0).toBe(canShow(traits, "form"));
        },
      ),
      { numRuns: RUNS },
    );
    // A run in which nothing was asked proves little.
    if (!("declares" in defect)) expect(asked).toBeGreaterThan(RUNS / 2);
  });
});
