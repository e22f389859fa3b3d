import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** The project's own test is for machines on which an element is there after a second. */
function beForSlowMachines(project: string): void {
  const config = join(project, "vite.config.ts");
  const own = 'environment: "happy-dom"';
  const text = readFileSync(config, "utf8");
  expect(text).toContain(own);
  writeFileSync(config, text.replace(own, `${own}, setupFiles: "./patience.js"`));
  writeFileSync(
    join(project, "patience.js"),
    `import { configure } from "@testing-library/react";
    configure({ asyncUtilTimeout: 150_000 });`,
  );
}

// With packed packages, and in all combinations: test/first-hour/created-projects.system.test.ts.
it.each([
  ["server", "ts"],
  ["react", "ts"],
  ["terminal", "js"],
])(
  "a created project passes its own test with the packages as they are built: %s, %s",
  async (kind, language) => {
    const words = [join(dist, "main.js"), kind, "--kind", kind, "--language", language];
    await exec(process.execPath, words, { cwd: folder });
    const project = join(folder, kind);
    const manifest = readFileSync(join(project, "package.json"), "utf8");
    const { scripts } = JSON.parse(manifest) as { scripts: { test: string } };
    if (kind === "react") beForSlowMachines(project);
    const { NODE_TEST_CONTEXT: _, VITEST: __, ...env } = process.env;
    const { stdout } = await exec(
      "sh",
      ["-c", scripts.test.replace("vitest run", "vitest run --test-timeout=180000")],
      {
        cwd: project,
        env: {
          ...env,
          NO_COLOR: "1",
          PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
        },
      },
    ).catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/^# fail 0$|^ℹ fail 0$|Tests +1 passed/m);
  },
);
