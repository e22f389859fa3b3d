import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = join(root, "node_modules/.bin/depcruise");
const config = ".dependency-cruiser.cjs";

/** What the rule says of the library's sources below a folder; empty when it holds. */
async function violations(folder: string): Promise<string[]> {
  const args = ["--config", config, "--output-type", "json", "packages/midcall/src"];
  const { stdout } = await promisify(execFile)(bin, args, {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const { summary } = JSON.parse(stdout) as {
    summary: {
      totalCruised: number;
      violations: { from: string; to: string; rule: { name: string } }[];
    };
  };
  expect(summary.totalCruised).toBeGreaterThan(40);
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`);
}

describe("the dependency rule", () => {
  it("holds", async () => {
    expect(await violations(root)).toEqual([]);
  });

  it("notices a folder that reaches up, a Node built-in in a browser entry, and a new package", async () => {
    const copy = await mkdtemp(join(tmpdir(), "midcall-rule-"));
    try {
      await cp(join(root, "packages/midcall/src"), join(copy, "packages/midcall/src"), {
        recursive: true,
      });
      await cp(join(root, config), join(copy, config));
      await symlink(join(root, "node_modules"), join(copy, "node_modules"));
      await writeFile(
        join(copy, "packages/midcall/src/schema/planted.ts"),
        'import "../server/index.js";\nimport "node:fs";\nimport "vitest";\n',
      );
      const found = (await violations(copy)).join("\n");
      expect(found).toContain("schema-imports-only-its-own");
      expect(found).toContain("no-node-built-in-in-browser-entries");
      expect(found).toContain("schema-uses-only-its-packages");
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });
});
