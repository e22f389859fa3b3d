// The projects of vitest: which test file is in which, and when it runs.

/**
 * A file is in the first project of this list that one of its folders or a part of its name, `*.<project>.test.ts`,
 * names; a file that nothing here names is in `unit`.
 *
 * @typedef {object} Project
 * @property {string} name
 * @property {"always" | "night"} runs - `always`: in `npm test`; `night`: only in a group of `npm run test:all`
 * @property {string} about - what is in it
 * @property {readonly string[]} folders
 */

/** @type {readonly Project[]} */
export const projects = [
  {
    name: "clients",
    runs: "night",
    about: "hosts on other makers' client libraries",
    folders: ["test/night/clients"],
  },
  {
    name: "servers",
    runs: "night",
    about: "servers on other makers' frameworks",
    folders: ["test/night/servers"],
  },
  {
    name: "peers",
    runs: "night",
    about: "other makers' consoles, bridges and fleets, beside midcall's",
    folders: ["test/fleet/peers", "test/night/bridges", "test/night/peers"],
  },
  {
    name: "runtimes",
    runs: "night",
    about: "other runtimes and compilers",
    folders: ["test/night/runtimes"],
  },
  {
    name: "frameworks",
    runs: "night",
    about: "Next, Vue, Svelte and React 18",
    folders: ["test/night/frameworks", "test/night/next"],
  },
  {
    name: "conformance",
    runs: "night",
    about: "the official conformance suite, and a check of the types of the package",
    folders: [],
  },
  {
    name: "hour",
    runs: "night",
    about: "a user's first hour, and every page of the documentation",
    folders: ["test/first-hour"],
  },
  {
    name: "stores",
    runs: "night",
    about: "engines that are killed, crowded, or installed for the tests",
    folders: [],
  },
  {
    name: "fleet",
    runs: "night",
    about: "fleets of servers that are killed while they work",
    folders: [],
  },
  {
    name: "screens",
    runs: "night",
    about: "every screen: widths, languages, zoom, announcements",
    folders: [],
  },
  {
    name: "browser",
    runs: "always",
    about: "needs Chromium",
    folders: ["packages/midcall/test/react/chromium", "test/e2e"],
  },
  {
    name: "engines",
    runs: "always",
    about: "needs redis-server or PostgreSQL, or kills what writes to a store",
    folders: ["test/engines", "test/fleet"],
  },
  {
    name: "system",
    runs: "always",
    about: "starts programs or servers, or needs what only POSIX has, such as modes of files",
    folders: ["test/package"],
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
  {
    name: "unit",
    runs: "always",
    about: "everything else",
    folders: [],
  },
];

/** @param {Project} project */
const patternsOf = ({ name, folders }) => [
  `packages/*/test/**/*.${name}.test.{ts,tsx}`,
  `test/**/*.${name}.test.{ts,tsx}`,
  ...folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
];

/** What each project includes and excludes, as patterns for vitest. */
export const filesOf = projects.map((project, index) => ({
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
    ({ name, folders }) =>
      name === "unit" ||
      file.includes(`.${name}.test.`) ||
      folders.some((folder) => file.startsWith(`${folder}/`)),
  );
