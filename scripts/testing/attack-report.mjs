// What the attack tests of test/attacks have tried: the counts that npm test prints, and what is wrong with them.

/** All of them together, so that they stay in `npm test`. */
const MOST_SECONDS = 120;

const isAttack = (path) => /[\\/]test[\\/]attacks[\\/]/.test(path);

/**
 * @param results - the files of vitest's JSON report
 * @param tallied - what `tally` of test/attacks/tally.ts has written, a line each time
 */
export function reportAttacks(results, tallied) {
  const files = results.filter(({ name }) => isAttack(name));
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
  if (seconds > MOST_SECONDS) {
    problems.push(`The attack tests took ${seconds.toFixed(0)} s; ${MOST_SECONDS} s is the most.`);
  }
  const passed = tests.every(({ status }) => status === "passed");
  const lines = [...sums].map(([attack, tried]) => `attack: ${tried} ${attack}`);
  lines.push(
    `attacks: ${tests.length} tests in ${files.length} files, ${seconds.toFixed(1)} s, ${total} attempts, ` +
      (passed ? "all refused" : "NOT all refused"),
  );
  return { lines, problems };
}
