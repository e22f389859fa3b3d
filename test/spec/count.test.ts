import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const script = fileURLToPath(new URL("./count.mjs", import.meta.url));
const counts = JSON.parse(readFileSync(new URL("./counts.json", import.meta.url), "utf8")) as {
  readonly complete: Readonly<Record<string, unknown>>;
  readonly related: Readonly<Record<string, unknown>>;
};
const checkout = mkdtempSync(join(tmpdir(), "midcall-count-"));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** Runs the script on a checkout in which one page has this text and all others are empty. */
function countPage(page: string, text: string): { lines: readonly string[]; code: number | null } {
  for (const name of [...Object.keys(counts.complete), ...Object.keys(counts.related)]) {
    const file = join(checkout, "docs", "specification", `${name}.mdx`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, name === page ? text : "");
  }
  const { stdout, status } = spawnSync(process.execPath, [script, checkout], { encoding: "utf8" });
  return { lines: stdout.split("\n"), code: status };
}

it("counts keywords by section and tells which numbers differ", () => {
  const page = "2026-07-28/basic/patterns/mrtr";
  const { lines, code } = countPage(
    page,
    [
      "---\ntitle: MUST not count\n---",
      "It **MUST** be, it MUST\nNOT be, it **SHOULD** **NOT**, it must.",
      "## One `Thing` (New)",
      "REQUIRED, SHALL NOT, RECOMMENDED, MUSTER, `MUST`, MISSING_REQUIRED, MAY.",
      "   ```json\n   # SHOULD\n   MUST\n   ```",
      "# Two",
      "### Two",
      "| SHOULD |\n| --- |",
    ].join("\n"),
  );
  expect(code).toBe(1);
  const said = (anchor: string): string | undefined =>
    lines.find((line) => line.startsWith(`${page}#${anchor}:`))?.replace(/^.*the page says /, "");
  expect(said("")).toBe('{"MUST":1,"MUST NOT":1,"SHOULD NOT":1}');
  expect(said("one-thing-new")).toBe('{"MUST":1,"MUST NOT":1,"SHOULD":1}');
  expect(said("two")).toBe("{}");
  expect(said("two-2")).toBe('{"SHOULD":1}');
  expect(said("supported-requests")).toBe("undefined");
});

it("refuses a folder that is no checkout of the specification", () => {
  const { status } = spawnSync(process.execPath, [script, "."], { encoding: "utf8" });
  expect(status).toBe(2);
});
