import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

it("CI installs the locked packages and runs the whole check", () => {
  expect(read(".ci/run")).toMatch(/^npm ci\nnpm test$/m);
  expect(read(".github/workflows/ci.yml")).toMatch(/- run: npm ci\n[^-]*- run: npm test\n/);
});

it("CI names every action by its hash: a tag can be moved", () => {
  const actions = [...read(".github/workflows/ci.yml").matchAll(/uses: \S+@(\S+)/g)];
  expect(actions.length).toBeGreaterThan(0);
  for (const [, version] of actions) expect(version).toMatch(/^[0-9a-f]{40}$/);
});
