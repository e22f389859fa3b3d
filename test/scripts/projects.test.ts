import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { projects } from "../../scripts/testing/projects.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The names of all files below a folder, without what is installed or built there. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    return /^(node_modules|dist)$/.test(entry.name) ? [] : namesIn(`${folder}/${entry.name}`);
  });
}

/** With a mistyped project in its name, a file would be in the project `unit` without a word. */
it("the name of every test file asks for a project that exists", () => {
  const known = projects.map(({ name }) => name);
  const asked = ["packages", "test"]
    .flatMap((folder) => namesIn(`${root}${folder}`))
    .flatMap((name) => /\.([\w-]+)\.test\.tsx?$/.exec(name)?.[1] ?? []);
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((name) => !known.includes(name))).toEqual([]);
});
