import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { features } from "../../../scripts/feature-table.mjs";
import { peerFile } from "./install.mjs";

const { groups, inspector } = features();
const rows = groups.flatMap((group) => group.rows);

/** The text of all programs in a folder. */
const programsIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("\n");

describe("what the Inspector is said to have", () => {
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
