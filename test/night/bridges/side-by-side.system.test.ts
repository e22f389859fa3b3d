import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type BridgeUnderTest, bridges, type Lane, lanes, runLane } from "./lanes.js";

/** The rows of the table in docs/bridge.md. */
function writtenRows(): string[][] {
  const text = readFileSync(new URL("../../../docs/bridge.md", import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => /^\|.*\| 202\d-/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

/**
 * What another maker's bridge does. One that now and then gives no answer, which docs/bridge.md says of it, is looked at up to
 * three times. midcall's is looked at once.
 */
async function lookAt(bridge: BridgeUnderTest, lane: Lane): Promise<string> {
  let outcome = await runLane(bridge, lane);
  for (let again = 0; again < 2 && outcome === "no answer"; again++)
    outcome = await runLane(bridge, lane);
  return outcome;
}

it("docs/bridge.md says what each bridge does, and midcall's is right everywhere", async () => {
  const [midcall, ...others] = bridges as [BridgeUnderTest, ...BridgeUnderTest[]];
  const found: string[][] = [];
  for (const lane of lanes) {
    const outcomes = await Promise.all([
      runLane(midcall, lane),
      ...others.map((other) => lookAt(other, lane)),
    ]);
    found.push([lane.name, lane.host, lane.server, ...outcomes]);
  }
  if (process.env["MIDCALL_SHOW"])
    console.log(found.map((row) => `| ${row.join(" | ")} |`).join("\n"));
  expect(found.map(([name, , , own]) => [name, own])).toEqual(
    lanes.map(({ name }) => [name, "right"]),
  );
  expect(writtenRows()).toEqual(found);
});
