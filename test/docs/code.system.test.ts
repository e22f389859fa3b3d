import { describe, expect, it } from "vitest";
import { allBlocks } from "./code/blocks.js";
import { problemsIn } from "./code/compile.js";

const blocks = allBlocks();
/** JavaScript that a test runs is not compiled as well: its types are those of a run. */
const checked = blocks.filter(
  ({ unchecked, runs }) => unchecked === undefined && !runs?.endsWith(".js"),
);

describe("the code on the pages", () => {
  it("compiles against the library, or says why it cannot", async () => {
    expect(blocks.length).toBeGreaterThan(80);
    expect(await problemsIn(checked)).toEqual([]);
  });

  it("is left out with a reason only", () => {
    const left = blocks.filter(({ unchecked }) => unchecked !== undefined);
    for (const { at, unchecked } of left) expect(unchecked!.length, at).toBeGreaterThan(15);
  });
});
