import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** The example itself runs in long-approval.stores.test.ts. */
const root = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(root, "examples/long-approval");

describe("docs/long-approvals.md", () => {
  it("shows the code of the example", async () => {
    const page = await readFile(join(root, "docs/long-approvals.md"), "utf8");
    const blocks = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, block]) => block!);
    const sources = await Promise.all(
      ["approve-payment", "request-payment", "payment-status", "decide", "server"].map((name) =>
        readFile(join(FOLDER, `src/${name}.ts`), "utf8"),
      ),
    );
    expect(blocks.length).toBe(5);
    for (const block of blocks)
      expect(
        sources.some((source) => source.includes(block.trimEnd())),
        block,
      ).toBe(true);
  });
});
