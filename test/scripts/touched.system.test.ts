import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readGraph } from "../../scripts/testing/import-graph.mjs";
import { projectOf, projects } from "../../scripts/testing/projects.mjs";

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

it("a change of a server that the clients are tried with touches the clients alone", () => {
  const server = ["test/night/clients/servers", "server-2026.mjs"].join("/");
  expect([...projectsTouchedBy(server)]).toEqual(["clients"]);
});

it("a change of the library's server touches the servers of other makers, and of its client the clients", () => {
  const server = graph.touchedBy(["packages/midcall/src/server/index.ts"]);
  expect(server.tests).toContain("test/night/servers/doctor-page.test.ts");
  const client = graph.touchedBy(["packages/midcall/src/client/index.ts"]);
  expect(client.tests).toContain("test/night/clients/pages.test.ts");
});

it("a change of a set-up, or of what it imports, touches every test of the projects that name it", () => {
  const setUps = new Set(projects.flatMap(({ globalSetup = [] }) => globalSetup));
  expect(setUps.size).toBeGreaterThan(3);
  for (const setUp of setUps) {
    const behind = graph.tests.filter((file) => projectOf(file)?.globalSetup?.includes(setUp));
    expect(graph.touchedBy([setUp]).tests, setUp).toEqual(expect.arrayContaining(behind));
  }
  const imported = ["test/e2e", "chromium-options.ts"].join("/");
  const pages = graph.tests.filter((file) => projectOf(file)?.name === "browser");
  expect(graph.touchedBy([imported]).tests).toEqual(expect.arrayContaining(pages));
});

it("a change of what every test starts with touches every test", () => {
  for (const name of ["patience.ts", "seeded.ts"])
    expect(graph.touchedBy([`test/${name}`]).tests).toEqual(graph.tests);
});

it("a change of a fixture touches the test that names it, and no other", () => {
  const program = ["packages/cli/test/console/fixtures", "deep.mjs"].join("/");
  const { tests } = graph.touchedBy([program]);
  const user = ["packages/cli/test/console/servers", "deep.system.test.ts"].join("/");
  expect(tests).toEqual([user]);
});

it("a change of a component of Vue touches the tests of the frameworks, and so does what it imports", () => {
  const component = ["examples/src/vue", "FormField.vue"].join("/");
  expect([...projectsTouchedBy(component)]).toEqual(["frameworks"]);
  const { tests } = graph.touchedBy(["packages/midcall/src/form/index.ts"]);
  expect(tests).toContain("test/night/frameworks/hosts.browser.test.ts");
});

it("a change of the lockfile touches every test", () => {
  expect(graph.touchedBy(["package-lock.json"]).tests).toEqual(graph.tests);
});

it("says which changed file no test reaches", () => {
  expect(graph.touchedBy(["LICENSE"])).toEqual({ tests: [], alone: ["LICENSE"] });
});
