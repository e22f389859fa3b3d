/**
 * Names the tests that failed at first and passed when they were run once more.
 *
 * @param {readonly { name: string, assertionResults: readonly { fullName: string, status: string, failureMessages: readonly string[] }[] }[]} files -
 *   the `testResults` of vitest's JSON report
 * @returns {string[]} a line for each, with the first line of its error
 */
export function secondAttempts(files) {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(
        ({ fullName, failureMessages: [error] }) =>
          `second attempt: ${name}: ${fullName}: ${error.split("\n", 1)[0]}`,
      ),
  );
}
