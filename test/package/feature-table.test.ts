import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { features, file, table } from "../../scripts/feature-table.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { groups } = features();
const rows = groups.flatMap((group) => group.rows);

describe("the table of features", () => {
  it("is the one in docs/console.md (npm run features writes it)", async () => {
    expect(readFileSync(file, "utf8")).toBe(await table());
  });

  it("names each feature once, and leaves nothing open", () => {
    const names = rows.map(({ feature }) => feature);
    expect(new Set(names).size).toBe(names.length);
    for (const row of rows)
      for (const { has, note } of [row.console, row.inspector]) {
        expect(["yes", "partly", "no"]).toContain(has);
        if (has === "partly")
          expect([row.feature, note]).toEqual([row.feature, expect.any(String)]);
      }
  });

  it("names a test for everything that the console has", () => {
    for (const { feature, console: ours } of rows.filter((row) => row.console.has !== "no")) {
      const path = join(root, ours.test ?? "?");
      expect([feature, existsSync(path)]).toEqual([feature, true]);
      expect(readFileSync(path, "utf8"), feature).toContain(ours.title ?? "?");
    }
  });
});
