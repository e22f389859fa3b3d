import { createElicitation, type ElicitationOptions } from "midcall/server";
import { describe, expect, it } from "vitest";
import { createLab as createPagesLab } from "../../pages/lab.js";
import { createLog, SECRET } from "../lab.js";

function warningsOf(options: ElicitationOptions): readonly string[] {
  const log = createLog();
  const elicitation = createElicitation({ secret: SECRET, logger: log, ...options });
  expect(log.warnings).toEqual([]);
  elicitation.createHandler(() => {
    throw new Error("No request is made.");
  });
  return log.warnings;
}

describe("createHandler", () => {
  it('warns once of "page" without pages, and says what to do', () => {
    const warnings = warningsOf({ fallback: ["native", "page"] });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/"page".*not possible over HTTP without `pages`.*createPages/);
  });

  it("says nothing where the way was not named, or is possible", () => {
    expect(warningsOf({})).toEqual([]);
    expect(warningsOf({ fallback: ["native"] })).toEqual([]);
    const { pages } = createPagesLab("custom");
    expect(warningsOf({ fallback: ["native", "page"], pages })).toEqual([]);
  });
});
