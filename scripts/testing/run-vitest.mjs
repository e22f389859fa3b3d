// Runs projects of vitest, and counts what became of their tests.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root, tool } from "../build.mjs";
import { reportAttacks } from "./attack-report.mjs";
import { projectOf } from "./projects.mjs";
import { noCounts, runProgram } from "./stages.mjs";

/**
 * @param {object} what
 * @param {readonly string[]} [what.projects] - none: those that the arguments select
 * @param {readonly string[]} [what.args] - more arguments for vitest: files, `-t` and a title
 * @param {NodeJS.ProcessEnv} [what.env]
 * @returns {Promise<import("./stages.mjs").Counts>}
 */
export async function runVitest({ projects = [], args = [], env = {} }) {
  const counts = noCounts();
  const folder = await mkdtemp(join(tmpdir(), "midcall-test-"));
  try {
    const file = join(folder, "results.json");
    const tally = join(folder, "attacks.jsonl");
    await writeFile(tally, "");
    const { code } = await runProgram(
      tool(
        "vitest",
        "run",
        "--allowOnly=false",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
        ...args,
      ),
      {
        env: {
          ...env,
          ...(projects.length > 0 && { MIDCALL_PROJECTS: projects.join(",") }),
          MIDCALL_ATTACK_TALLY: tally,
        },
        shown: true,
      },
    );
    const written = await readFile(file, "utf8").catch(() => undefined);
    if (written === undefined) {
      console.error("FAILED  vitest has ended without results.");
      return { ...noCounts(), failed: 1 };
    }
    const results = JSON.parse(written);
    const broken = results.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && assertionResults.every((test) => test.status !== "failed"),
    );
    counts.passed = results.numPassedTests;
    counts.failed = results.numFailedTests + broken.length;
    counts.skipped = results.numPendingTests + results.numTodoTests;
    const attacks = reportAttacks(results.testResults, await readFile(tally, "utf8"));
    counts.failed += attacks.problems.length;
    for (const problem of attacks.problems) console.error(`FAILED  ${problem}`);
    for (const line of attacks.lines) console.log(line);
    for (const problem of notRun(results.testResults, args.length > 0 ? [] : projects)) {
      console.error(`FAILED  ${problem}`);
      counts.failed += 1;
    }
    if (code !== 0 && counts.failed === 0) counts.failed += 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return counts;
}

/**
 * What should have run and did not.
 *
 * @param {readonly { name: string, status: string, assertionResults: readonly { status: string }[] }[]} results - the test files
 * @param {readonly string[]} projects - run as a whole: each has tests, and each of their files has one that is not skipped
 */
function notRun(results, projects) {
  const hasRun = ({ assertionResults }) =>
    assertionResults.some(({ status }) => status === "passed" || status === "failed");
  if (!results.some(hasRun)) return ["No test has run."];
  const projectIn = ({ name }) => projectOf(relative(root, name)).name;
  const empty = projects.filter((name) => !results.some((file) => projectIn(file) === name));
  const isSkipped = (file) => file.status !== "failed" && !hasRun(file);
  const skipped = projects.length > 0 ? results.filter(isSkipped) : [];
  return [
    ...empty.map((name) => `No file of the project ${name} has run.`),
    ...skipped.map(({ name }) => `No test of ${relative(root, name)} has run.`),
  ];
}
