// npm test: build, static checks and the projects of vitest that always run, each with its time, and one line with all counts.
import { layers, steps, style, typeChecks } from "./build.mjs";
import { prepareSystem } from "./testing/prepare-system.mjs";
import { projects } from "./testing/projects.mjs";
import { runVitest } from "./testing/run-vitest.mjs";
import { projectsIn } from "./testing/system-packages.mjs";
import { add, countsLine, inOrder, noCounts, programStage, stage } from "./testing/stages.mjs";

const USAGE = `npm test [-- ARGUMENT…]

Without arguments: the build, types, style and all tests that always run.

  ARGUMENT…     for vitest: test files, --project NAME, -t TITLE (without the two: in all projects that always run).
                It is built for these tests, and they alone run

${projects.map(({ name, runs, about }) => `  ${name.padEnd(14)}${about}${runs === "night" ? " (night)" : ""}`).join("\n")}
`;

/** Arguments for vitest: files, a pattern or projects. With any of them, these tests are built for and run, and nothing else. */
const only = process.argv.slice(2);
if (only.includes("--help") || only.includes("-h")) {
  console.log(USAGE);
  process.exit(0);
}
const unknown = (projectsIn(only) ?? []).filter(
  (name) => !projects.some((project) => project.name === name),
);
if (unknown.length > 0) {
  console.error(`There is no project ${unknown.join(", ")}.\n\n${USAGE}`);
  process.exit(2);
}

const started = performance.now();

/** What became of several of these, which run at the same time. */
async function together(...runs) {
  const counts = noCounts();
  for (const result of await Promise.all(runs)) add(counts, result);
  return counts;
}

const programs = (list, options) =>
  inOrder(
    list.map(
      ([name, program]) =>
        () =>
          programStage(name, program),
    ),
    options,
  );
const vitest = (name, options) => stage(name, () => runVitest(options));
const always = projects.filter(({ runs }) => runs === "always").map(({ name }) => name);
const system = await prepareSystem(projectsIn(only) ?? always);
if (system.action === "stop") process.exit(1);
/** What is missing from the system is installed while the build runs. */
const prepare = () =>
  system.action === "install"
    ? stage("packages of the system", async () => {
        const done = await system.install();
        return { ...noCounts(), [done ? "passed" : "failed"]: 1 };
      })
    : Promise.resolve(noCounts());

const namesOf = (isOnBuild) =>
  projects
    .filter(({ runs, onBuild = false }) => runs === "always" && onBuild === isOnBuild)
    .map(({ name }) => name);

const counts = noCounts();
if (only.length > 0) {
  add(counts, await together(prepare(), programs(steps, { stopAtFailure: true })));
  if (counts.failed === 0) {
    const selected = projectsIn(only) === undefined ? { projects: always } : {};
    add(counts, await vitest("tests", { ...selected, args: only }));
  }
} else {
  add(
    counts,
    await together(
      prepare(),
      programs([...steps, ...typeChecks, ...layers]),
      programs(style),
      // They need no build, so they begin at once.
      vitest("tests on the sources", { projects: namesOf(false) }),
    ),
  );
  // Not beside the others: processors that have too much to do do less.
  add(counts, await vitest("tests on the build", { projects: namesOf(true) }));
}

const minutes = (performance.now() - started) / 60_000;
console.log(`${only.length > 0 ? "These tests" : "All of it"} took ${minutes.toFixed(1)} min.`);
console.log(countsLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
