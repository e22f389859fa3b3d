import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { projects } from "../../scripts/testing/projects.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** With a mistyped project in its name, a file would be in the project `unit` without a word. */
it("the name of every test file asks for a project that exists", () => {
  const known = projects.map(({ name }) => name);
  const asked = ["packages", "test"].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
      .filter((file) => !file.includes("node_modules"))
      .flatMap((file) => /\.([\w-]+)\.test\.tsx?$/.exec(file)?.[1] ?? []),
  );
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((name) => !known.includes(name))).toEqual([]);
});
