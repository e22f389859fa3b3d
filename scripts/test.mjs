// npm test: the build, the static checks and every suite, closed by one line with the counts of all.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installEngines } from "../test/engines/install.mjs";
import { installServers } from "../test/servers/install.mjs";
import { run, steps } from "./build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);

// Compiling an engine takes a while, so it goes on beside the checks.
const installed = Promise.all([
  installEngines().catch((error) => error),
  installServers().catch((error) => error),
]);

const checks = [
  ...steps,
  ["eslint", bin("eslint"), ["."]],
  ["prettier", bin("prettier"), ["--check", "--log-level", "warn", "."]],
];

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const [name, command, args] of checks) {
  const started = performance.now();
  const code = await run(command, args);
  console.log(
    `${code === 0 ? "ok" : "FAILED"}  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  counts[code === 0 ? "passed" : "failed"] += 1;
}

for (const missing of await installed) {
  if (!(missing instanceof Error)) continue;
  // The suites that need it fail with the same words; nothing is skipped.
  console.error(missing.message);
  counts.failed += 1;
}

const folder = await mkdtemp(join(tmpdir(), "midcall-test-"));
try {
  const file = join(folder, "results.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run(bin("vitest"), ["run", ...reporters, ...process.argv.slice(2)]);
  const results = JSON.parse(await readFile(file, "utf8"));
  const broken = results.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  counts.passed += results.numPassedTests;
  counts.failed += results.numFailedTests + broken.length;
  counts.skipped += results.numPendingTests + results.numTodoTests;
  if (results.numPassedTests === 0) counts.failed += 1;
  if (code !== 0 && counts.failed === 0) counts.failed += 1;
} catch (error) {
  console.error(error);
  counts.failed += 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed > 0 ? 1 : 0;
