import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { nightFile } from "../night/install.mjs";

const exec = promisify(execFile);
const packageDir = fileURLToPath(new URL("../../packages/midcall", import.meta.url));

it("the published package satisfies are-the-types-wrong for ES modules", async () => {
  const folder = await mkdtemp(join(tmpdir(), "midcall-pack-"));
  try {
    await exec("npm", ["pack", "--pack-destination", folder], { cwd: packageDir });
    const [tarball] = await readdir(folder);
    const attw = nightFile("tools", "@arethetypeswrong/cli/dist/index.js");
    const { stdout } = await exec(process.execPath, [
      attw,
      "--profile",
      "esm-only",
      // A style sheet has no types.
      "--exclude-entrypoints",
      "react/theme.css",
      "--format",
      "json",
      join(folder, tarball!),
    ]);
    // The profile decides what is a problem, by the exit code; the analysis tells that every entry was looked at.
    const manifest = await readFile(join(packageDir, "package.json"), "utf8");
    const { exports } = JSON.parse(manifest) as { exports: object };
    const { analysis } = JSON.parse(stdout) as {
      analysis: { entrypoints: Record<string, unknown> };
    };
    expect(Object.keys(analysis.entrypoints).sort()).toEqual(
      Object.keys(exports)
        .filter((name) => !name.endsWith(".css"))
        .sort(),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
