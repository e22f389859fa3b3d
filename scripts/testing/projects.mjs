// The projects of vitest: which test file is in which, and when it runs.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../build.mjs";

/**
 * A file is in the first project of this list that one of its folders or a part of its name, `*.<project>.test.ts`,
 * names; a file that nothing here names is in `unit`.
 *
 * @typedef {object} Project
 * @property {string} name
 * @property {"always" | "night"} runs - `always`: in `npm test`; `night`: only in a group of `npm run test:all`
 * @property {string} about - what is in it
 * @property {readonly string[]} [folders]
 * @property {boolean} [onBuild] - its tests start what was built; the others need no build
 * @property {boolean} [isolate] - each file has a process of its own; the others share theirs and what they have loaded, so a
 *   test gives back what it has changed
 * @property {readonly string[]} [globalSetup] - what runs once, before its first file
 */

const NIGHT = "test/night/set-up.ts";
const ENGINES = "test/engines/servers.ts";
const PAGES = ["test/e2e/one-chromium.ts", "test/e2e/built-once.ts"];

/** @type {readonly Project[]} */
export const projects = [
  {
    name: "clients",
    runs: "night",
    about: "hosts on other makers' client libraries",
    folders: ["test/night/clients"],
    onBuild: true,
    isolate: true,
    globalSetup: [NIGHT],
  },
  {
    name: "servers",
    runs: "night",
    about: "servers on other makers' frameworks",
    folders: ["test/night/servers"],
    onBuild: true,
    isolate: true,
    globalSetup: [NIGHT],
  },
  {
    name: "peers",
    runs: "night",
    about: "other makers' consoles and bridges, beside midcall's",
    folders: ["test/night/bridges", "test/night/peers"],
    onBuild: true,
    isolate: true,
    globalSetup: [NIGHT],
  },
  {
    name: "runtimes",
    runs: "night",
    about: "other runtimes and compilers, on the packed package",
    folders: ["test/night/runtimes"],
    onBuild: true,
    isolate: true,
    globalSetup: ["test/night/runtimes/set-up.ts"],
  },
  {
    name: "frameworks",
    runs: "night",
    about: "Next, Vue, Svelte and React 18",
    folders: ["test/night/frameworks", "test/night/next"],
    onBuild: true,
    isolate: true,
    globalSetup: [NIGHT, ...PAGES],
  },
  {
    name: "conformance",
    runs: "night",
    about: "the official conformance suite, and other makers' checks of the package",
    onBuild: true,
    isolate: true,
    globalSetup: [NIGHT],
  },
  {
    name: "hour",
    runs: "night",
    about: "a user's first hour, from an empty folder",
    folders: ["test/first-hour"],
    onBuild: true,
    isolate: true,
  },
  {
    name: "stores",
    runs: "night",
    about: "engines that are killed, crowded, stopped, or compiled for the tests",
    onBuild: true,
    isolate: true,
    globalSetup: [NIGHT],
  },
  {
    name: "fleet",
    runs: "night",
    about: "fleets of servers that are killed while they work",
    onBuild: true,
    isolate: true,
    globalSetup: [NIGHT],
  },
  {
    name: "screens",
    runs: "night",
    about: "every screen: widths, languages, zoom, touch",
    onBuild: true,
    globalSetup: PAGES,
  },
  {
    name: "console",
    runs: "night",
    about: "every screen and detail of the console in Chromium; `browser` has one pass over it",
    onBuild: true,
    globalSetup: PAGES,
  },
  {
    name: "browser",
    runs: "always",
    about: "every surface in Chromium",
    folders: ["packages/midcall/test/react/chromium", "test/e2e"],
    onBuild: true,
    globalSetup: PAGES,
  },
  {
    name: "engines",
    runs: "always",
    about: "needs redis-server or PostgreSQL, or kills what writes to a store",
    folders: ["test/engines", "test/fleet"],
    onBuild: true,
    globalSetup: [ENGINES],
  },
  {
    name: "system",
    runs: "always",
    about: "starts programs or servers, or needs what only POSIX has, such as modes of files",
    folders: ["test/package"],
    onBuild: true,
  },
  {
    name: "random",
    runs: "always",
    about: "random input; many times more of it at night",
    folders: ["test/fuzz"],
  },
  {
    name: "spec",
    runs: "always",
    about: "proves a sentence of the specification or of SECURITY.md",
    folders: [
      "packages/midcall/test/spec-client",
      "packages/midcall/test/spec-server",
      "test/attacks",
      "test/security",
      "test/spec",
    ],
  },
  { name: "unit", runs: "always", about: "everything else" },
];

/** @param {Project} project */
const patternsOf = ({ name, folders = [] }) => [
  `packages/*/test/**/*.${name}.test.{ts,tsx}`,
  `test/**/*.${name}.test.{ts,tsx}`,
  ...folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
];

/** What each project includes and excludes, as patterns for vitest. */
export const filesOf = projects.map((project, index) => ({
  isolate: false,
  globalSetup: [],
  ...project,
  include:
    project.name === "unit"
      ? ["packages/*/test/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"]
      : patternsOf(project),
  exclude: projects.slice(0, index).flatMap(patternsOf),
}));

/** The project of a test file. @param {string} file - its path from the root of the repository */
export const projectOf = (file) =>
  projects.find(
    ({ name, folders = [] }) =>
      name === "unit" ||
      file.includes(`.${name}.test.`) ||
      folders.some((folder) => file.startsWith(`${folder}/`)),
  );

/** All test files, by their paths from the root of the repository. */
function testFiles() {
  const under = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === "node_modules" ? [] : under(path);
      return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
    });
  const tested = readdirSync(join(root, "packages")).map((name) => `packages/${name}/test`);
  return ["test", ...tested].flatMap(under);
}

/**
 * Projects that run together. For vitest each project has processes of its own, which load again what those of the others
 * have loaded; so the projects whose files share processes are one here, if all or none of them need the build.
 *
 * @param {readonly string[]} names
 */
export function together(names) {
  const asked = filesOf.filter(({ name }) => names.includes(name));
  const merged = [false, true].flatMap((isOnBuild) => {
    const parts = asked.filter(({ isolate, onBuild = false }) => !isolate && onBuild === isOnBuild);
    if (parts.length < 2) return parts;
    const own = parts.map(({ name }) => name);
    return {
      ...parts[0],
      name: own.join("+"),
      include: testFiles().filter((file) => own.includes(projectOf(file).name)),
      exclude: [],
      globalSetup: [...new Set(parts.flatMap(({ globalSetup }) => globalSetup))],
    };
  });
  return [...merged, ...asked.filter(({ isolate }) => isolate)];
}
