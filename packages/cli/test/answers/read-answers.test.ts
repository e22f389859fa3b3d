import { expect, it } from "vitest";
import type { Answer } from "../../src/answers/answer.js";
import { readAnswersFile } from "../../src/answers/read-answers.js";
import { UsageError } from "../../src/errors.js";

const read = (...entries: unknown[]): readonly Answer[] =>
  readAnswersFile(JSON.stringify(entries), "answers.json").answers;

it("takes an action, content for a form, or a url for a link", () => {
  expect(
    read(
      { message: "a", content: { x: 1 } },
      { message: "b", action: "decline", times: 3 },
      { message: "c", action: "accept", url: "https://example.com/*" },
      { message: "d", action: "accept" },
    ),
  ).toEqual([
    { number: 1, message: "a", action: "accept", content: { x: 1 }, times: 1 },
    { number: 2, message: "b", action: "decline", times: 3 },
    { number: 3, message: "c", action: "accept", url: "https://example.com/*", times: 1 },
    { number: 4, message: "d", action: "accept", times: 1 },
  ]);
});

it("compares messages as they are shown", () => {
  expect(read({ message: " Hid\u200bden\u001b[0m\r\nline ", action: "cancel" })[0]!.message).toBe(
    "Hidden[0m\nline",
  );
});

it.each<[unknown, string]>([
  ["text", "must be an object"],
  [null, "must be an object"],
  [[], "must be an object"],
  [{ action: "decline" }, '"message" must be'],
  [{ message: 5, action: "decline" }, '"message" must be'],
  [{ message: "a" }, '"action" must be'],
  [{ message: "a", action: "yes" }, '"action" must be'],
  [{ message: "a", url: "https://example.com" }, '"action" must be'],
  [
    { message: "a", action: "decline", content: {} },
    '"content" is not allowed with "action": "decline"',
  ],
  [
    { message: "a", action: "cancel", content: {} },
    '"content" is not allowed with "action": "cancel"',
  ],
  [{ message: "a", content: [] }, '"content" must be an object'],
  [{ message: "a", content: null }, '"content" must be an object'],
  [{ message: "a", action: "accept", url: 1 }, '"url" must be'],
  [{ message: "a", action: "accept", url: "*" }, '"url" must name the host'],
  [{ message: "a", action: "accept", url: "https://example.com*" }, '"url" must name the host'],
  [{ message: "a", action: "accept", url: "https://*.example.com/" }, '"url" must name the host'],
  [{ message: "a", action: "accept", url: "http*://example.com/*" }, '"url" must name the host'],
  [{ message: "a", action: "accept", url: "https://example.com:*/" }, '"url" must name the host'],
  [{ message: "a", action: "accept", url: "https:///*" }, '"url" must name the host'],
  [
    { message: "a", content: {}, url: "https://example.com" },
    'must not have both "content" (for forms)',
  ],
  [{ message: "a", action: "decline", times: 0 }, '"times" must be'],
  [{ message: "a", action: "decline", times: 1.5 }, '"times" must be'],
  [{ message: "a", action: "decline", time: 1 }, 'unknown member "time"'],
])("refuses %j and names the entry", (entry, says) => {
  const good = { message: "a", action: "decline" };
  expect(() => read(good, entry)).toThrow(UsageError);
  expect(() => read(good, entry)).toThrow(`answers.json, entry 2: `);
  expect(() => read(good, entry)).toThrow(says);
});

it("takes a file as some editors write it, and says where one is no JSON", () => {
  const [first] = readAnswersFile(
    '\ufeff[{"message":"a","action":"decline"}]\r\n',
    "answers.json",
  ).answers;
  expect(first).toMatchObject({ message: "a", action: "decline" });
  const reading = (json: string) => () => readAnswersFile(json, "answers.json").answers;
  expect(reading('[\n {"message": "canary",}]')).toThrow(
    /^answers\.json is not JSON \(line 2, column 23\)\.$/,
  );
  expect(reading("\ufffd\ufffd[\u0000")).toThrow("answers.json is not JSON: it is not UTF-8 text.");
  expect(reading(" \n")).toThrow("answers.json is empty. It must be an array: ");
});
