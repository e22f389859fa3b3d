import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readGraph } from "../../scripts/testing/import-graph.mjs";
import { projectOf } from "../../scripts/testing/projects.mjs";

const graph = readGraph(fileURLToPath(new URL("../../", import.meta.url)));

function projectsTouchedBy(...files: string[]): Set<string | undefined> {
  return new Set(graph.touchedBy(files).tests.map((file) => projectOf(file)?.name));
}

it("a change of a store touches the tests that run engines, and no component", () => {
  const touched = projectsTouchedBy("packages/midcall/src/store/postgres/index.ts");
  expect([...touched]).toEqual(expect.arrayContaining(["engines", "stores", "fleet"]));
  const { tests } = graph.touchedBy(["packages/midcall/src/store/postgres/index.ts"]);
  expect(tests.filter((file) => file.includes("/test/react/"))).toEqual([]);
});

it("a change of a component touches its tests, its pages and their screens", () => {
  const touched = projectsTouchedBy("packages/midcall/src/react/index.ts");
  expect([...touched]).toEqual(expect.arrayContaining(["unit", "browser", "screens"]));
  expect(touched).not.toContain("stores");
});

it("a change of a command touches the tests that start the command line", () => {
  const { tests } = graph.touchedBy(["packages/cli/src/wrap/plan.ts"]);
  expect(tests).toContain("packages/cli/test/wrap/files.system.test.ts");
  expect(tests.filter((file) => file.startsWith("packages/midcall/test/store/"))).toEqual([]);
});

it("a change of create-midcall touches the projects that it makes", () => {
  const { tests } = graph.touchedBy(["packages/create-midcall/src/project.ts"]);
  expect(tests).toContain("packages/create-midcall/test/created-projects.system.test.ts");
  expect(tests.filter((file) => file.includes("/templates/"))).toEqual([]);
});

it("a change of a page of the documentation touches the tests of the documentation", () => {
  const { tests } = graph.touchedBy(["docs/errors.md"]);
  expect(tests).toContain("test/docs/site.system.test.ts");
  expect(tests.filter((file) => file.includes("/spec-server/"))).toEqual([]);
});

it("a change of what a client library is tried with touches the clients alone", () => {
  const library = ["test/night/clients/libraries", "langchain.mjs"].join("/");
  expect([...projectsTouchedBy(library)]).toEqual(["clients"]);
});

it("a change of the lockfile touches every test", () => {
  expect(graph.touchedBy(["package-lock.json"]).tests).toEqual(graph.tests);
});

it("says which changed file no test reaches", () => {
  expect(graph.touchedBy(["LICENSE"])).toEqual({ tests: [], alone: ["LICENSE"] });
});
