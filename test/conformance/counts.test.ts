import { describe, expect, it } from "vitest";
import { countChecks, findProblems, type Counts } from "./counts.mjs";

describe("the verdict on a run", () => {
  const outcome = (
    statuses: string[],
  ): { protocolVersion: string; scenario: string; counts: Counts } => ({
    protocolVersion: "2026-07-28",
    scenario: "s",
    counts: countChecks(statuses.map((status) => ({ status }))),
  });

  it("is good when everything succeeded", () => {
    expect(findProblems([outcome(["SUCCESS", "SUCCESS", "INFO"])], 2)).toEqual([]);
  });

  it.each([
    ["a failure", ["SUCCESS", "FAILURE"]],
    ["a warning, which the suite's own summary hides", ["SUCCESS", "WARNING"]],
    ["a status nobody knows", ["SUCCESS", "PASSED?"]],
    ["a scenario that checked nothing, which the suite ticks", []],
    ["a scenario that only informed", ["INFO"]],
  ])("is bad on %s", (_what, statuses) => {
    const others = outcome(["SUCCESS", "SUCCESS"]);
    expect(findProblems([others, outcome(statuses)], 2)).toHaveLength(1);
  });

  it("is bad when too little was checked in all", () => {
    expect(findProblems([outcome(["SUCCESS"])], 2)).toEqual([
      "only 1 checks succeeded, at least 2 must",
    ]);
  });
});
