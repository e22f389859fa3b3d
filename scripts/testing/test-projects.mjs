// Assigns test files to vitest projects by their names or folders.

/**
 * A file in one of these folders, or with a name of the form `*.<project>.test.ts`, belongs to the project. If several
 * match, the first one counts. All other files belong to `unit`.
 */
const folders = {
  // Starts programs (the build, a terminal, npm) or servers, or needs POSIX features such as file modes.
  system: ["package", "servers", "clients", "conformance"],
  // Needs Chromium.
  browser: ["chromium", "e2e"],
  // Needs redis-server, PostgreSQL, better-sqlite3, or a Node with node:sqlite.
  engines: ["engines", "fleet"],
  // Needs other runtimes, frameworks or compilers: test/runtimes installs them, and the packed package beside them.
  runtimes: ["runtimes"],
  // Takes more than a few seconds: large amounts of random input, and memory measurements.
  long: ["fuzz"],
  // Verifies a sentence of the specification or of SECURITY.md.
  spec: ["spec", "spec-server", "spec-client", "security", "attacks"],
};

export const projectNames = [...Object.keys(folders), "unit"];

const patternsOf = (project) => [
  `packages/*/test/**/*.${project}.test.{ts,tsx}`,
  `test/**/*.${project}.test.ts`,
  ...folders[project].flatMap((folder) => [
    `packages/*/test/**/${folder}/**/*.test.{ts,tsx}`,
    `test/**/${folder}/**/*.test.ts`,
  ]),
];

/** What each project includes and excludes. */
export const testProjects = projectNames.map((name, index) => ({
  name,
  include:
    name === "unit"
      ? ["packages/*/test/**/*.test.{ts,tsx}", "test/**/*.test.ts"]
      : patternsOf(name),
  exclude: projectNames.slice(0, index).flatMap(patternsOf),
}));
