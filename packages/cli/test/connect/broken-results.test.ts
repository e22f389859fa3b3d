import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type ErrorResponse,
  watchInvalidResults,
} from "../../src/connect/messages/broken-results.js";

/** What is found in some lines, written in pieces. */
function found(lines: readonly unknown[], cuts: readonly number[] = []): ErrorResponse[] {
  const answers: ErrorResponse[] = [];
  const watch = watchInvalidResults((answer) => answers.push(answer));
  const written = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  let rest = Buffer.from(written.map((line) => `${line}\n`).join(""));
  for (const cut of cuts) {
    watch(rest.subarray(0, cut));
    rest = rest.subarray(cut);
  }
  watch(rest);
  return answers;
}

it.each([
  [null, "null"],
  ["done", "a string"],
  [7, "a number"],
  [[], "an array"],
  [false, "a boolean"],
])("finds a response whose result is %j", (result, what) => {
  const [answer, ...more] = found([
    { jsonrpc: "2.0", id: "ä", result },
    { id: 2, result: {} },
  ]);
  expect(answer).toMatchObject({ id: "ä", error: { code: -32603 } });
  expect(answer!.error.message).toContain(`returned ${what} as the result`);
  expect(more).toEqual([]);
});

it.each([
  [{ id: 1, result: { text: '"result": null' } }],
  [{ id: 1, error: { code: 1, message: "" } }],
  [{ method: "x", id: 1, result: null }],
  [{ id: null, result: null }],
  ['{"result": null'],
  ['[{"id":1,"result":null}]'],
  ["null"],
  ["no JSON at all"],
])("lets %j pass", (line) => {
  expect(found([line])).toEqual([]);
});

it("finds it however the output is cut, behind lines of any length", () => {
  const lines = ["x".repeat(100_000), { id: 1, result: null }, { id: 2, result: {} }];
  fc.assert(
    fc.property(fc.array(fc.nat(60_000)), (cuts) => {
      expect(found(lines, cuts).map(({ id }) => id)).toEqual([1]);
    }),
  );
});
