import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { installBridges } from "./install.mjs";
import { bridges, lanes, runLane } from "./lanes.js";

beforeAll(() => installBridges(), 600_000);

/** The rows of the table in docs/bridge.md, as the bridges behave now. */
async function rows(): Promise<string[][]> {
  const table: string[][] = [];
  for (const lane of lanes) {
    const outcomes = await Promise.all(bridges.map((bridge) => runLane(bridge, lane)));
    table.push([lane.name, lane.host, lane.server, ...outcomes]);
  }
  return table;
}

it("docs/bridge.md says what each bridge does, and midcall's is right everywhere", async () => {
  const found = await rows();
  if (process.env["MIDCALL_SHOW"])
    console.log(found.map((row) => `| ${row.join(" | ")} |`).join("\n"));
  expect(found.map(([name, , , midcall]) => [name, midcall])).toEqual(
    lanes.map(({ name }) => [name, "right"]),
  );
  const text = readFileSync(new URL("../../docs/bridge.md", import.meta.url), "utf8");
  const written = text
    .split("\n")
    .filter((line) => /^\|.*\| 202\d-/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  expect(written).toEqual(found);
}, 600_000);
