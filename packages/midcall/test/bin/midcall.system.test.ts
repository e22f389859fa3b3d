import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const built = new URL("../../dist/bin/midcall.js", import.meta.url);
const cli = new URL("../../../cli", import.meta.url);

const manifest = readFileSync(new URL("package.json", `${cli.href}/`), "utf8");
const { version } = JSON.parse(manifest) as { version: string };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "midcall-bin-"));
  const home = join(folder, "elsewhere/node_modules/midcall");
  mkdirSync(join(home, "dist/bin"), { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "type": "module" }');
  cpSync(built, join(home, "dist/bin/midcall.js"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function midcall(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = join(folder, "elsewhere/node_modules/midcall/dist/bin/midcall.js");
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

it("says what to add where the command line is not installed", async () => {
  const { code, stderr } = await midcall("console");
  expect(code).toBe(1);
  expect(stderr).toContain("npx @midcall/cli console");
  expect(stderr).toContain("npm install --save-dev @midcall/cli");
});

it.each(["node_modules", "elsewhere/node_modules"])(
  "runs the command line that is installed in %s",
  async (place) => {
    mkdirSync(join(folder, place, "@midcall"), { recursive: true });
    symlinkSync(cli, join(folder, place, "@midcall/cli"));
    expect(await midcall("--version")).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect(await midcall("consoel")).toMatchObject({ code: 2 });
  },
);
