import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { report, surface } from "../../scripts/api-report.mjs";

describe("the public surface", () => {
  const all = surface();

  it("is the one in docs/api.d.ts.txt (npm run api writes it)", () => {
    const written = readFileSync(new URL("../../docs/api.d.ts.txt", import.meta.url), "utf8");
    expect(report(all)).toBe(written);
  });

  it("is declared in full: every export has a declaration", () => {
    for (const { name, exported } of all)
      for (const { name: symbol, text } of exported)
        expect([name, symbol, text]).toEqual([name, symbol, expect.stringMatching(/\S/)]);
  });
});
