import { expect, it } from "vitest";
import type { LoggedQuestion } from "../../src/call/report/question-log.js";
import { unansweredReport } from "../../src/call/report/unanswered-report.js";

const asked = (message: string, reason = "no-ui"): LoggedQuestion => ({
  server: "s",
  message,
  mode: "form",
  action: "unanswered",
  fields: [],
  reason,
});
const report = (questions: readonly LoggedQuestion[]): string =>
  unansweredReport(questions, 0, false);

it("folds questions that are alike in all that is shown of them", () => {
  const text = report([asked("One?"), asked("Two?"), asked("One?"), asked("One?", "deadline")]);
  expect(text.match(/One\?/g)).toHaveLength(2);
  expect(text).toContain("No user could answer.\n  (and 1 more like it)");
});

it("tells of so many different ones as somebody reads", () => {
  const text = report(Array.from({ length: 200 }, (_, index) => asked(`Number ${index % 100}?`)));
  expect(text.match(/Number \d+\?/g)).toHaveLength(50);
  expect(text).toContain("\n\n… and 100 more. Use --json to list them.");
});
