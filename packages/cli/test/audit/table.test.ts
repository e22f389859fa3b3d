import { expect, it } from "vitest";
import { createTable } from "../../src/audit/table.js";

it("says in the place of an action what became of a kept answer", () => {
  const about = { v: 1, server: { name: "Reds" }, tool: "paint", via: "kept" } as const;
  const lines = createTable(
    [
      { ...about, policy: ["kept:stored"] },
      { ...about, policy: ["kept:withdrawn"] },
      { ...about, action: "accept" },
    ],
    120,
  );
  expect(lines.slice(1).map((line) => line.split(/ {2,}/).slice(-2))).toEqual([
    ["kept answer stored", "kept"],
    ["kept answer withdrawn", "kept"],
    ["accept", "kept"],
  ]);
});
