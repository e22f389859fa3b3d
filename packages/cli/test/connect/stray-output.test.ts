import { expect, it } from "vitest";
import { watchStrayOutput } from "../../src/connect/messages/stray-output.js";

const message = '{"jsonrpc":"2.0","id":1,"result":{}}';

/** What is said of an output that comes in chunks of this size. */
function watched(output: string, size = 5) {
  const lost: string[] = [];
  const stray = watchStrayOutput((text) => lost.push(text));
  const bytes = Buffer.from(output);
  for (let at = 0; at < bytes.length; at += size) stray.read(bytes.subarray(at, at + size));
  return { lost, text: stray.text() };
}

it("names text in front of a message on the same line", () => {
  for (const size of [1, 5, 1_000]) {
    const { lost, text } = watched(`${message}\nLoading é…${message}\n${message}\n`, size);
    expect(lost).toEqual([
      expect.stringContaining('wrote "Loading é…" to stdout without a line end'),
    ]);
    expect(text).toBeUndefined();
  }
});

it("names text that has no line end yet, however long it is", () => {
  expect(watched(`Loading`).text).toContain('"Loading"');
  const { lost, text } = watched("x".repeat(1_000_000), 65_536);
  expect(lost).toEqual([]);
  expect(text!.length).toBeLessThan(300);
});

it("says nothing of messages, banners and lines that are not JSON", () => {
  const output = `\n  \nWelcome!\n${message}\n  ${message}\r\n[1]\n{"jsonrpc":"2.0","id"`;
  expect(watched(output)).toEqual({ lost: [], text: undefined });
});

it("shows no control characters", () => {
  expect(watched("\u001b[31mred\u202e").text).not.toMatch(/[\u001b\u202e]/);
});
