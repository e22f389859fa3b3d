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

  it("would say of other results what they are", async () => {
    const outcome = { completed: 1, of: 1, asked: 1, held: 1 };
    const lost = { ...outcome, completed: 0, error: "MCP error -32001: Request timed out" };
    const unasked = { ...lost, asked: 0, error: "Client does not support form elicitation." };
    const twice = { ...outcome, asked: 2, held: 3 };
    const some = { ...outcome, of: 27, completed: 9, error: "fetch failed" };
    const ids = ["yes", "lost", "unasked", "twice", "some"];
    const byScenario = { yes: outcome, lost, unasked, twice, some };
    const text = await page({
      clients: { one: "1.0.0", other: "2.0.0" },
      scenarios: ids.map((id) => ({ id, title: id })),
      peers: [
        {
          name: "peer",
          version: "3.0.0",
          results: { one: byScenario, other: { ...byScenario, lost: outcome } },
        },
      ],
    });
    const row = /\| peer \(3.0.0\) .*/
      .exec(text)?.[0]
      .split(/ *\| */)
      .slice(2, -1);
    expect(row).toEqual([
      "yes",
      "no, answer lost [1]",
      "no, not asked [2]",
      "yes, asked twice, step ran 3 times",
      "9 of 27 [3]",
    ]);
    expect(text).toContain("1. The call never ended: the client gave up waiting.");
    expect(text).toContain("2. The call ended with “Client does not support form elicitation”.");
    expect(text).toContain("peer, “lost”: 1 of 1, asked once, step ran once");
  });
});
