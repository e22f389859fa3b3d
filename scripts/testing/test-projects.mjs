// Which vitest project a test file belongs to: its name or a folder on its path says so.

/**
 * What lies in one of these folders, or is named `*.<project>.test.ts`, belongs to the project. Where several would do,
 * the first one here takes it; what none of them takes belongs to `unit`.
 */
const folders = {
  // Starts programs (the build, a terminal, npm) or servers, or needs what only POSIX has, such as modes of files.
  system: ["package", "servers", "conformance"],
  // Needs Chromium.
  browser: ["chromium", "e2e"],
  // Needs redis-server, better-sqlite3, or a Node with node:sqlite.
  engines: ["engines", "fleet"],
  // Computes for more than some seconds: random input in large numbers, and what memory is left.
  long: ["fuzz"],
  // Proves a sentence of the specification or of SECURITY.md.
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
