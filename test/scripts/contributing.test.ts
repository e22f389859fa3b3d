import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { projectNames } from "../../scripts/testing/test-projects.mjs";

const read = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const contributing = read("CONTRIBUTING.md");

it("explains every script of package.json", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = Object.keys(scripts).map((name) =>
    ["test", "start"].includes(name) ? `\`npm ${name}\`` : `\`npm run ${name}\``,
  );
  expect(commands.filter((command) => !contributing.includes(command))).toEqual([]);
});

it("explains every project of the tests, in the order in which they take files", () => {
  const rows = [...contributing.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
  expect(rows).toEqual(projectNames);
});

it("runs on CI what the README says", () => {
  expect(read("README.md")).toContain("npm ci && npm test");
  expect(read(".ci/run")).toMatch(/\nnpm ci\nnpm test\n$/);
  const workflow = read(".github/workflows/ci.yml");
  expect(workflow).toMatch(/- run: npm ci\n[^-]*- run: npm test\n/);
  expect(workflow).toContain("- run: npm run test:unit\n");
  // An action by its hash alone: a tag can be moved.
  const actions = [...workflow.matchAll(/uses: \S+@(\S+)/g)].map(([, version]) => version);
  expect(actions.length).toBeGreaterThan(0);
  for (const version of actions) expect(version).toMatch(/^[0-9a-f]{40}$/);
});
