import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { placementsOf } from "../../packages/midcall/src/server/fallback/placements.js";
import { file, page } from "../../scripts/fallback-table.mjs";

describe("docs/fallback.md", () => {
  it("has the rules that servers use (npm run fallback writes it)", async () => {
    const written = readFileSync(file, "utf8");
    expect(written).toBe(await page(placementsOf, written));
    const cellsOf = (way: string): string[] =>
      written
        .split("\n")
        .filter((line) => line.startsWith(`| \`${way}\``))
        .map((line) => line.split("|")[5]!.trim());
    // May it be used where only a user may answer?
    expect(cellsOf("relay")).toEqual(["no"]);
    expect(cellsOf("page")).toEqual(["yes", "yes", "with a sign-in"]);
  });
});
