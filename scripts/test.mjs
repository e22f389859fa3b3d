// npm test: the build, the static checks and all suites, followed by one line with all counts.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { installEngines } from "../test/engines/install.mjs";
import { reportAttacks } from "./testing/attack-report.mjs";
import { root, run, steps, tool, typeChecks } from "./build.mjs";
import { prepareSystem } from "./testing/prepare-system.mjs";
import { projectsIn } from "./testing/system-packages.mjs";

/** Arguments for vitest: files, a pattern or projects. With any of them, only these tests are run. */
const only = process.argv.slice(2);
const projects = projectsIn(only);
const runs = (...names) => projects === undefined || names.some((name) => projects.includes(name));

if (!(await prepareSystem(projects))) process.exit(1);

// Compiling an engine takes a while, and fuzzing takes a minute, so they run in parallel with the checks.
const installed = Promise.all([
  runs("browser", "engines") && installEngines().catch((error) => error),
]);
const fuzz =
  only.length > 0 ? undefined : output(process.execPath, [join(root, "scripts", "fuzz.mjs")]);

/** Runs a command; resolves with its exit code and output. */
function output(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: 2 ** 24 }, (error, stdout, stderr) =>
      resolve({ ok: error === null, text: `${stdout}${stderr}`.trimEnd() }),
    );
  });
}

const style = [
  ["eslint", tool("eslint", ".")],
  ["prettier", tool("prettier", "--check", "--log-level", "warn", ".")],
];

const counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs programs one after the other, and says how each of them ended. */
async function check(programs) {
  for (const [name, program] of programs) {
    const started = performance.now();
    const code = await run(program);
    console.log(
      `${code === 0 ? "ok" : "FAILED"}  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    );
    counts[code === 0 ? "passed" : "failed"] += 1;
  }
}

await check(steps);
await Promise.all([check(typeChecks), check(style)]);

for (const missing of await installed) {
  if (!(missing instanceof Error)) continue;
  // The suites that need it fail with the same message; nothing is skipped.
  console.error(missing.message);
  counts.failed += 1;
}

if (fuzz !== undefined) {
  const { ok, text } = await fuzz;
  console.log(text);
  console.log(`${ok ? "ok" : "FAILED"}  fuzz`);
  counts[ok ? "passed" : "failed"] += 1;
}

let attacks = { lines: [], problems: [] };
const folder = await mkdtemp(join(tmpdir(), "midcall-test-"));
try {
  const file = join(folder, "results.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const tally = join(folder, "attacks.jsonl");
  await writeFile(tally, "");
  process.env.MIDCALL_ATTACK_TALLY = tally;
  const code = await run(tool("vitest", "run", ...reporters, ...only));
  const results = JSON.parse(await readFile(file, "utf8"));
  const broken = results.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  counts.passed += results.numPassedTests;
  counts.failed += results.numFailedTests + broken.length;
  counts.skipped += results.numPendingTests + results.numTodoTests;
  if (results.numPassedTests === 0) counts.failed += 1;
  attacks = reportAttacks(results.testResults, await readFile(tally, "utf8"));
  counts.failed += attacks.problems.length;
  if (code !== 0 && counts.failed === 0) counts.failed += 1;
} catch (error) {
  console.error(error);
  counts.failed += 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

for (const problem of attacks.problems) console.error(`FAILED  ${problem}`);
for (const line of attacks.lines) console.log(line);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed > 0 ? 1 : 0;
