import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

it("CI installs the locked packages and runs the whole check", () => {
  expect(read(".ci/run")).toMatch(/^npm ci\nnpm test$/m);
  expect(read(".github/workflows/ci.yml")).toMatch(/- run: npm ci\n[^-]*- run: npm test\n/);
});

it("CI names every action by its hash: a tag can be moved", () => {
  const folder = new URL("../../.github/workflows/", import.meta.url);
  const workflows = readdirSync(folder).map((name) => read(`.github/workflows/${name}`));
  const actions = workflows.flatMap((text) => [...text.matchAll(/uses: \S+@(\S+)/g)]);
  expect(actions.length).toBeGreaterThan(0);
  for (const [, version] of actions) expect(version).toMatch(/^[0-9a-f]{40}$/);
});
