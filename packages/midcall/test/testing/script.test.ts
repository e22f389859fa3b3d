import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accept, cancel, decline, invalidThen, never } from "../../src/testing/index.js";
import type { Answers } from "../../src/testing/index.js";
import type { ScriptItem } from "../../src/testing/answers.js";
import { readQuestion, type Question } from "../../src/testing/question.js";
import { createScript } from "../../src/testing/script.js";

const question = (message: string, key?: string): Question =>
  readQuestion({ message }, { index: 0, via: "push", round: 1, ...(key && { key }) });

async function answersTo(answers: Answers, ...asked: [message: string, key?: string][]) {
  const script = createScript(answers);
  const given = [];
  for (const [message, key] of asked) given.push(await script.next(question(message, key)));
  return { given, leftovers: script.leftovers() };
}

describe("a list of answers", () => {
  it("is used up in order, nested lists included", async () => {
    const items: ScriptItem[] = [decline(), [invalidThen({ a: 1 }, cancel())]];
    const { given, leftovers } = await answersTo(items, ["1"], ["2"], ["3"], ["4"]);
    expect(given).toEqual([decline(), accept({ a: 1 }), cancel(), undefined]);
    expect(leftovers).toEqual([]);
  });

  it("may hold functions, which see the question", async () => {
    const { given } = await answersTo([({ message }) => accept({ message })], ["hello"]);
    expect(given).toEqual([accept({ message: "hello" })]);
  });

  it("names what is left", async () => {
    const { leftovers } = await answersTo([decline(), accept({ a: 1 }), never()], ["1"]);
    expect(leftovers).toEqual(['accept {"a":1}', "never"]);
  });

  it("picks in the order the questions arrive, however slow an answer is", async () => {
    const slow = () =>
      new Promise<ReturnType<typeof decline>>((resolve) => setTimeout(() => resolve(decline()), 5));
    const script = createScript([slow, cancel()]);
    const both = [script.next(question("1")), script.next(question("2"))];
    expect(await Promise.all(both)).toEqual([decline(), cancel()]);
  });
});

describe("a map of answers", () => {
  it("finds by wire key, by whole message, then by a piece of it", async () => {
    const answers = { del: decline(), "Delete all?": cancel(), who: accept() };
    const { given } = await answersTo(
      answers,
      ["Who are you?", "who"],
      ["Delete all?"],
      ["delete one?"],
      ["something else"],
    );
    expect(given).toEqual([accept(), cancel(), decline(), undefined]);
  });

  it("repeats a single answer and uses up a list", async () => {
    const { given } = await answersTo({ a: accept(), b: [decline()] }, ["a"], ["a"], ["b"], ["b"]);
    expect(given).toEqual([accept(), accept(), decline(), undefined]);
  });

  it("names the entries nobody asked for", async () => {
    const { leftovers } = await answersTo({ used: accept(), spare: [decline(), cancel()] }, [
      "used",
    ]);
    expect(leftovers).toEqual(['for "spare": decline', 'for "spare": cancel']);
  });

  it("never takes a name from the prototype, whatever the server writes", async () => {
    const { given } = await answersTo({ a: accept() }, ["x", "__proto__"], ["toString"]);
    expect(given).toEqual([undefined, undefined]);
  });
});

describe("a function as the person", () => {
  it("answers every question, and leaves nothing over", async () => {
    const { given, leftovers } = await answersTo(() => accept(), ["1"], ["2"]);
    expect(given).toEqual([accept(), accept()]);
    expect(leftovers).toEqual([]);
  });

  it("must return an answer, not something that looks like content", async () => {
    await expect(answersTo(() => ({ name: "Ada" }) as never, ["1"])).rejects.toThrow(
      "A scripted answer must be made with",
    );
  });
});

it("reading a question never throws, whatever came over the wire", () => {
  fc.assert(
    fc.property(fc.anything(), (params) => {
      const read = readQuestion(params, { index: 0, via: "push", round: 1 });
      expect(typeof read.message).toBe("string");
      expect(typeof read.mode).toBe("string");
    }),
  );
});
