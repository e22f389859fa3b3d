import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { file, page } from "../../../scripts/doctor-page.mjs";

/** Needs the build. */
it("docs/doctor.md shows what the doctor says of servers of other makers (scripts/doctor-page.mjs writes it)", async () => {
  const written = readFileSync(file, "utf8");
  expect(written).toContain("Name: 987654321.5");
  expect(await page(written)).toBe(written);
});
