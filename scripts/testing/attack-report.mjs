// Reports on the attack tests in test/attacks: the counts that npm test prints, and the problems with them.

const hasRun = ({ status }) => status === "passed" || status === "failed";
const isAttack = (path) => /[\\/]test[\\/]attacks[\\/]/.test(path);

/**
 * @param {readonly { name: string, startTime: number, endTime: number, assertionResults: readonly { status: string }[] }[]} results -
 *   the test files in vitest's JSON report
 * @param {string} tallied - the output of `tally` in test/attacks/tally.ts, one line for each call
 * @returns {{ lines: readonly string[], problems: readonly string[] }}
 */
export function reportAttacks(results, tallied) {
  // With -t and a title, there are files none of whose tests ran.
  const files = results
    .filter(({ name }) => isAttack(name))
    .map((file) => ({ ...file, assertionResults: file.assertionResults.filter(hasRun) }))
    .filter(({ assertionResults }) => assertionResults.length > 0);
  if (files.length === 0) return { lines: [], problems: [] };
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const seconds =
    files.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0) / 1000;
  const entries = tallied
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(({ testPath }) => isAttack(testPath));
  const sums = new Map();
  for (const { attack, tried } of entries) sums.set(attack, (sums.get(attack) ?? 0) + tried);
  const total = [...sums.values()].reduce((sum, tried) => sum + tried, 0);

  const problems = files
    .filter(({ name }) => !entries.some(({ testPath, tried }) => testPath === name && tried > 0))
    .map(({ name }) => `${name} says nothing of what it has tried: call tally("…", n).`);
  const passed = tests.every(({ status }) => status === "passed");
  const lines = [...sums].map(([attack, tried]) => `attack: ${tried} ${attack}`);
  lines.push(
    `attacks: ${tests.length} tests in ${files.length} files, ${seconds.toFixed(1)} s, ${total} attempts, ` +
      (passed ? "all refused" : "NOT all refused"),
  );
  return { lines, problems };
}
