import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { file, page, results } from "../../scripts/fleet-table.mjs";
import { others, own } from "../fleet/peers/peers.mjs";
import { scenarios } from "../fleet/peers/scenarios.mjs";

const lockfile = new URL("../night/package-lock.json", import.meta.url);
const { packages } = JSON.parse(readFileSync(lockfile, "utf8")) as {
  packages: Record<string, { version?: string } | undefined>;
};

describe("docs/fleets.md", () => {
  it("has the table of what was measured (npm run fleet-peers writes it)", async () => {
    const written = readFileSync(file, "utf8");
    expect(written).toBe(await page(results(), written));
    const { peers, scenarios: measured } = results();
    expect(peers.map(({ name }) => name)).toEqual([...own, ...others].map(({ name }) => name));
    expect(measured).toEqual(scenarios.map(({ id, title }) => ({ id, title })));
  });

  it("says which versions were measured, which are those that would be measured now", () => {
    const measured = results().peers.filter((peer) => peer.package !== undefined);
    expect(measured.length).toBeGreaterThan(8);
    for (const { name: peer, package: name, version } of measured) {
      const { workspace } = others.find((other) => other.name === peer)!;
      const shared = `node_modules/${name}`;
      const locked = packages[`${workspace}/${shared}`] ?? packages[shared];
      expect([name, locked?.version]).toEqual([name, version]);
    }
    for (const [name, version] of Object.entries(results().clients)) {
      const path = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
      const installed = JSON.parse(readFileSync(path, "utf8")) as { version: string };
      expect([name, installed.version]).toEqual([name, version]);
    }
  });
});
