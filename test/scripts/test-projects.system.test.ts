import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { projectNames } from "../../scripts/testing/test-projects.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const slashed = (path: string): string => relative(root, path).split(sep).join("/");

/** Every file that is named like a test, as the disk has them. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|dist|templates)$/.test(entry.name) ? [] : filesIn(path);
    return /\.test\.tsx?$/.test(entry.name) ? [slashed(path)] : [];
  });
}

interface Listed {
  readonly file: string;
  readonly projectName: string;
}

let listed: readonly Listed[];
beforeAll(async () => {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "list", "--filesOnly", "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const all = JSON.parse(stdout) as readonly Listed[];
  listed = all.map(({ file, projectName }) => ({ file: slashed(file), projectName }));
});

const projectOf = (name: string): string | undefined =>
  listed.find(({ file }) => file.endsWith(name))?.projectName;

describe("the projects of the tests", () => {
  it("take every test file once", () => {
    const onDisk = ["packages", "test"].flatMap((folder) => filesIn(join(root, folder)));
    expect(onDisk.length).toBeGreaterThan(200);
    expect(listed.map(({ file }) => file).sort()).toEqual([...onDisk].sort());
  });

  it("are none without a file, and no others", () => {
    expect(new Set(listed.map(({ projectName }) => projectName))).toEqual(new Set(projectNames));
  });

  it("follow from the name of a file, from its folder, or from neither", () => {
    expect(projectOf("/store/redis.engines.test.ts")).toBe("engines");
    expect(projectOf("/attacks/console-localhost.browser.test.ts")).toBe("browser");
    expect(projectOf("test/security/attack-report.test.ts")).toBe("spec");
    expect(projectOf("/e2e/start.test.ts")).toBe("browser");
    expect(projectOf("/store/memory.test.ts")).toBe("unit");
  });

  it("have no file whose name asks for a project that does not exist", () => {
    const asked = listed.flatMap(({ file }) => /\.([a-z]+)\.test\.tsx?$/.exec(file)?.[1] ?? []);
    expect(asked.filter((name) => !projectNames.includes(name))).toEqual([]);
  });
});
