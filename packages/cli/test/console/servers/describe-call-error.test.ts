import { expect, it } from "vitest";
import { describeCallError } from "../../../src/console/calls/describe-call-error.js";

it("says in a sentence what is wrong with a result", () => {
  const issue = { code: "custom", path: ["content", 4, "data"], message: "Invalid Base64 string" };
  const dump = (issues: unknown): Error =>
    new Error(`Invalid result for tools/call: ${JSON.stringify(issues, undefined, 2)}`);
  expect(describeCallError(dump([issue]))).toBe(
    "The server returned an invalid result. content.4.data: Invalid Base64 string.",
  );
  expect(describeCallError(dump([issue, issue, issue, issue, { message: 7 }]))).toMatch(
    /; and 2 more\.$/,
  );
  expect(describeCallError(dump([]))).toMatch(/^The server returned an invalid result/);
  expect(describeCallError(new Error("Invalid result for x: [nonsense]"))).toBe(
    "Invalid result for x: [nonsense]",
  );
  expect(describeCallError(dump([null]))).toMatch(/^Invalid result/);
});

it("shows the server's own words without what could deceive, and the code", () => {
  const error = Object.assign(new Error("no\u202e\u0000 way\nsecond line"), { code: -32000 });
  expect(describeCallError(error)).toBe("no way\nsecond line (-32000)");
  expect(describeCallError("only words")).toBe("only words");
});
