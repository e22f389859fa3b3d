import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const exec = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const dist = join(root, "packages/create-midcall/dist");
/** Below the workspace, whose packages the projects find without installing any. */
const folder = mkdtempSync(join(dist, "created-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// With packed packages, in all combinations, and with the test of the page: test/first-hour/created-projects.system.test.ts.
it.each([
  ["passes its own test", "server", "ts"],
  ["compiles", "react", "ts"],
  ["passes its own test", "terminal", "js"],
])(
  "a created project %s with the packages as they are built: %s, %s",
  async (does, kind, language) => {
    const words = [join(dist, "main.js"), kind, "--kind", kind, "--language", language];
    await exec(process.execPath, words, { cwd: folder });
    const project = join(folder, kind);
    const manifest = readFileSync(join(project, "package.json"), "utf8");
    const { scripts } = JSON.parse(manifest) as { scripts: { test: string } };
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = await exec("sh", ["-c", does === "compiles" ? "tsc" : scripts.test], {
      cwd: project,
      env: { ...env, PATH: [join(root, "node_modules/.bin"), env["PATH"]].join(delimiter) },
    });
    expect(stdout).toMatch(does === "compiles" ? /^$/ : /^(?:#|ℹ) fail 0$/m);
  },
);
