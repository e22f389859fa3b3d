import fc from "fast-check";
import { expect, it } from "vitest";
import { limitMessages, type LongMessage } from "../../src/connect/messages/message-limit.js";

/** What passes and what is left out of some lines, written in pieces. */
function limited(lines: readonly unknown[], cuts: readonly number[] = []) {
  const passed: string[] = [];
  const long: LongMessage[] = [];
  const limit = limitMessages(
    (given) => passed.push(given.toString()),
    (message) => long.push(message),
    5_000,
  );
  let rest = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  for (const cut of cuts) {
    limit(rest.subarray(0, cut));
    rest = rest.subarray(cut);
  }
  limit(rest);
  return { passed: passed.join(""), long };
}
const text = "ä".repeat(6_000);

it.each([
  [{ jsonrpc: "2.0", id: 7, result: { text } }, 7],
  [{ id: "seven", jsonrpc: "2.0", result: { text } }, "seven"],
  [{ result: { text, id: 3 }, jsonrpc: "2.0", id: 7 }, 7],
  [{ jsonrpc: "2.0", result: { text }, id: 7 }, 7],
  [{ jsonrpc: "2.0", id: 7, error: { code: 1, message: text } }, 7],
  [{ result: { text, id: 3 } }, undefined],
  [{ jsonrpc: "2.0", id: 7, method: "elicitation/create", params: { text } }, undefined],
  [{ jsonrpc: "2.0", method: "x", params: { text, id: 3 }, id: 7 }, undefined],
  [text, undefined],
])("knows which request a long message answers (%#)", (message, id) => {
  const { long, passed } = limited([message]);
  expect(long).toEqual([{ id, size: Buffer.byteLength(JSON.stringify(message)) }]);
  expect(passed).toBe("");
});

it("passes all others on, however the output is cut", () => {
  const short = [{ id: 1, result: {} }, "x".repeat(4_998), { id: 2, result: { text: "ä" } }];
  const lines = [short[0], { id: 7, result: { text } }, short[1], short[2]];
  const all = short.map((line) => `${JSON.stringify(line)}\n`).join("");
  fc.assert(
    fc.property(fc.array(fc.nat(3_000)), (cuts) => {
      const { passed, long } = limited(lines, cuts);
      expect(passed).toBe(all);
      expect(long.map(({ id }) => id)).toEqual([7]);
    }),
  );
});
