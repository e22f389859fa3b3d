/** Counting check results. The suite's own summary hides warnings and ticks empty runs, so we count. */

/**
 * @typedef {Record<"SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO", number>} Counts
 * @typedef {{ scenario: string, protocolVersion: string, counts: Counts, error?: string }} Outcome - `error`: the scenario
 *   could not be run or read at all
 */

/** @type {readonly (keyof Counts)[]} */
export const STATUSES = ["SUCCESS", "FAILURE", "WARNING", "SKIPPED", "INFO"];

/**
 * One count per status; a status this file has never heard of counts as a failure.
 *
 * @param {readonly { status?: string }[]} checks
 * @returns {Counts}
 */
export function countChecks(checks) {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0]));
  for (const check of checks) {
    counts[STATUSES.includes(check?.status) ? check.status : "FAILURE"] += 1;
  }
  return counts;
}

/** @param {readonly Counts[]} list @returns {Counts} */
export function sumCounts(list) {
  return Object.fromEntries(
    STATUSES.map((status) => [status, list.reduce((sum, counts) => sum + counts[status], 0)]),
  );
}

/**
 * Why the run as a whole is not good, one line each; empty when it is.
 *
 * @param {readonly Outcome[]} outcomes
 * @param {number} minimum - how many checks have to succeed
 * @returns {string[]}
 */
export function findProblems(outcomes, minimum) {
  const problems = outcomes.flatMap(({ scenario, protocolVersion, counts, error }) => {
    const where = `${scenario} on ${protocolVersion}`;
    if (error) return [`${where}: ${error}`];
    const found = [];
    if (counts.FAILURE > 0) found.push(`${where}: ${counts.FAILURE} FAILURE`);
    if (counts.WARNING > 0) found.push(`${where}: ${counts.WARNING} WARNING`);
    if (counts.SUCCESS === 0) found.push(`${where}: nothing was checked`);
    return found;
  });
  const total = sumCounts(outcomes.map(({ counts }) => counts)).SUCCESS;
  if (total < minimum) problems.push(`only ${total} checks succeeded, at least ${minimum} must`);
  return problems;
}
