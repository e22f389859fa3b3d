import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { knownHosts } from "../../packages/midcall/src/server/host/known-hosts.js";
import { file, page } from "../../scripts/host-table.mjs";

describe("docs/hosts.md", () => {
  it("has the list that servers use (npm run hosts writes it)", async () => {
    const written = readFileSync(file, "utf8");
    expect(written).toBe(await page(knownHosts, written));
    for (const { name, source } of knownHosts) {
      expect(written).toContain(`\`${name}\``);
      expect(written).toContain(`(${source})`);
    }
  });
});
