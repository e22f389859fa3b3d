import { expect, it } from "vitest";
import { secondAttempts } from "../../scripts/testing/second-attempts.mjs";

const test = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});

it("npm test names the tests that needed a second attempt, and only these", () => {
  const assertionResults = [
    test("passes", "passed"),
    test("fails", "failed", "Error: a\n  at b"),
    test("passes at last", "passed", "Error: late\n  at c", "Error: d"),
  ];
  expect(secondAttempts([{ name: "a.test.ts", assertionResults }])).toEqual([
    "second attempt: a.test.ts: passes at last: Error: late",
  ]);
});
