import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = join(root, "node_modules/.bin/depcruise");

interface Report {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[];
  };
}

it("every import keeps to the layers, and there are no circles", async () => {
  const folders = ["midcall/src", "midcall/app/src", "cli/src", "cli/web/src"];
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json"];
  const { stdout } = await promisify(execFile)(
    bin,
    [...args, ...folders.map((folder) => `packages/${folder}`)],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: { stdout: string }) => error);
  const { summary } = JSON.parse(stdout) as Report;
  expect(summary.totalCruised).toBeGreaterThan(300);
  const found = summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`);
  expect(found).toEqual([]);
});
