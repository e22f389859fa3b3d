import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { features, file, table } from "../../scripts/feature-table.mjs";
import { installPeers, peerFile } from "../peers/install.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { groups, inspector } = features();
const rows = groups.flatMap((group) => group.rows);

/** The text of all programs in a folder. */
const programsIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("\n");

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

describe("what the Inspector is said to have", () => {
  beforeAll(installPeers, 300_000);

  it("is said of the version that is installed", () => {
    const path = peerFile("@modelcontextprotocol/inspector/package.json");
    const { version } = JSON.parse(readFileSync(path, "utf8")) as { version: string };
    expect(version).toBe(inspector);
  });

  it("is in its page or its help", () => {
    const text = programsIn(peerFile("@modelcontextprotocol/inspector/clients"));
    for (const { feature, inspector: theirs } of rows.filter((row) => row.inspector.has !== "no"))
      expect([feature, theirs.shows, text.includes(theirs.shows ?? "\0")]).toEqual([
        feature,
        theirs.shows,
        true,
      ]);
  });
});
