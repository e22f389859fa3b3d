import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { neededSteps } from "../../scripts/start/needed-steps.mjs";
import { runWithProgress } from "../../scripts/start/progress.mjs";
import { outdated, transpile } from "../../scripts/start/transpile.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "midcall-start-"));
  put("src/main.ts", 'import { two } from "./deep/two.js";\nexport const one: number = two - 1;\n');
  put("src/deep/two.ts", "export const two: number = 2;\n");
  put("src/view.tsx", 'export const view = <p lang="en">Hello</p>;\n');
  put("src/types.d.ts", "export type Nothing = never;\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Makes a file as old as if it had been written a minute before the others. */
function age(path: string): void {
  const before = Date.now() / 1000 - 60;
  utimesSync(join(folder, path), before, before);
}

it("says what it does before it does it, and then how long it took", async () => {
  const written: string[] = [];
  const seen: string[] = [];
  const run = async (): Promise<void> => void seen.push(written.join(""));
  await runWithProgress([{ name: "Compiling", run }], (text) => written.push(text));
  expect(seen).toEqual(["Compiling … "]);
  expect(written.join("")).toMatch(/^Compiling … \d+\.\d s\n$/);
});

it("says which step has failed", async () => {
  const written: string[] = [];
  const run = (): Promise<never> => Promise.reject(new Error("no such file"));
  const steps = [{ name: "Compiling", run }];
  await expect(runWithProgress(steps, (text) => written.push(text))).rejects.toThrow(
    "no such file",
  );
  expect(written.join("")).toBe("Compiling … failed\n");
});

it("compiles every source of a package, and then nothing again", async () => {
  const files = await outdated(folder);
  expect(files.sort()).toEqual(["deep/two.ts", "main.ts", "view.tsx"]);
  await transpile(folder, files);
  const { one } = (await import(join(folder, "dist/main.js"))) as { one: number };
  expect(one).toBe(1);
  expect(readFileSync(join(folder, "dist/view.js"), "utf8")).toContain("react/jsx-runtime");
  expect(await outdated(folder)).toEqual([]);
});

it("compiles syntax that Node 20 does not have", async () => {
  put(
    "src/using.ts",
    "export const closed: string[] = [];\nconst open = () => ({ [Symbol.dispose]: () => void closed.push('a') });\n{ using one = open(); void one; }\n",
  );
  await transpile(folder, ["using.ts"]);
  expect(readFileSync(join(folder, "dist/using.js"), "utf8")).not.toMatch(/^\s*\{? ?using /m);
  expect(((await import(join(folder, "dist/using.js"))) as { closed: string[] }).closed).toEqual([
    "a",
  ]);
});

it("compiles only what has changed since", async () => {
  await transpile(folder, await outdated(folder));
  age("dist/deep/two.js");
  expect(await outdated(folder)).toEqual(["deep/two.ts"]);
});

it("builds everything at the first start, nothing at the second, and then what has changed", async () => {
  for (const name of ["packages/midcall", "packages/cli", "examples"]) {
    put(`${name}/src/main.ts`, "export const one: number = 1;\n");
  }
  put("packages/cli/web/main.tsx", "export {};\n");
  const build = async (): Promise<void> => put("packages/cli/dist/web/index.html", "built");
  const start = async (): Promise<string[]> => {
    const steps = await neededSteps(folder, build);
    await runWithProgress(steps, () => {});
    return steps.map(({ name }) => name);
  };
  const page = "Building the console's page";
  expect(await start()).toEqual([
    "Compiling packages/midcall",
    "Compiling packages/cli",
    "Compiling examples",
    page,
  ]);
  expect(await start()).toEqual([]);
  age("examples/dist/main.js");
  expect(await start()).toEqual(["Compiling examples"]);
  // The page contains the library, too.
  age("packages/midcall/dist/main.js");
  age("packages/cli/dist/web/index.html");
  expect(await start()).toEqual(["Compiling packages/midcall", page]);
});

it("lets TypeScript compile the package again after it has written to it, and only then", async () => {
  put("dist/.tsbuildinfo", "{}");
  put("dist/.tsbuildinfo-react", "{}");
  await transpile(folder, []);
  expect(existsSync(join(folder, "dist/.tsbuildinfo"))).toBe(true);
  await transpile(folder, await outdated(folder));
  expect(existsSync(join(folder, "dist/.tsbuildinfo"))).toBe(false);
  expect(existsSync(join(folder, "dist/.tsbuildinfo-react"))).toBe(false);
});
