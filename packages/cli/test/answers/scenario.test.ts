import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { readAnswersFile } from "../../src/answers/read-answers.js";
import { writeScenario } from "../../src/answers/scenario.js";
import { schemaDigest } from "../../src/answers/schema-digest.js";
import { UsageError } from "../../src/errors.js";

const file = {
  midcall: 1,
  name: "Clean up",
  tool: "clean_up",
  arguments: { dir: "old", __proto__: undefined },
  ask: ["apiKey"],
  meta: { "example.com/trace": "1" },
  asTask: true,
  answers: [
    { message: "Delete?", action: "accept", content: { sure: true }, schema: "sha256-1" },
    { message: "Key?", action: "accept", content: { note: "x" }, ask: ["key"], times: 2 },
    { message: "Open?", action: "accept", url: "https://example.com/" },
    { message: "Why?", action: "decline" },
  ],
};
const read = (value: unknown) => readAnswersFile(JSON.stringify(value), "s.json");

it("reads a call and its answers, and writes them as they were", () => {
  const { scenario, answers } = read(file);
  expect(scenario?.call).toEqual({
    kind: "tool",
    name: "clean_up",
    arguments: { dir: "old" },
    ask: ["apiKey"],
    meta: { "example.com/trace": "1" },
    asTask: true,
  });
  expect(answers.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(writeScenario(scenario!)).toEqual(JSON.parse(JSON.stringify(file)));
});

it.each<[object, string]>([
  [{ midcall: 2, tool: "a" }, '"midcall" must be 1'],
  [{ midcall: 1 }, 'must have one of "tool"'],
  [{ midcall: 1, tool: "a", prompt: "b" }, 'must have one of "tool"'],
  [{ midcall: 1, tool: "a", arguments: [] }, '"arguments" must be'],
  [{ midcall: 1, tool: "a", answers: {} }, '"answers" must be'],
  [{ midcall: 1, tool: "a", answers: [{ message: 1 }] }, "entry 1"],
  [{ midcall: 1, tool: "a", ask: "key" }, '"ask" must be'],
  [{ midcall: 1, tool: "a", other: 1 }, 'unknown member "other"'],
  [{ midcall: 1, tool: "a", name: 1 }, '"name" must be'],
  [{ midcall: 1, tool: "a", meta: [] }, '"meta" must be'],
  [{ midcall: 1, tool: "a", meta: { progressToken: 1 } }, "sets “progressToken” itself"],
  [{ midcall: 1, tool: "a", asTask: 1 }, '"asTask" must be'],
  [{ midcall: 1, prompt: "a", asTask: true }, "only for a tool"],
])("refuses %j", (value, why) => {
  expect(() => read(value)).toThrow(UsageError);
  expect(() => read(value)).toThrow(why);
});

it("is described by the JSON Schema that is shipped", () => {
  const schema = JSON.parse(
    readFileSync(new URL("../../answers.schema.json", import.meta.url), "utf8"),
  ) as object;
  const validate = new Ajv2020().compile(schema);
  expect(validate(JSON.parse(JSON.stringify(file)))).toBe(true);
  expect(validate(file.answers)).toBe(true);
  for (const wrong of [
    { midcall: 2, tool: "a" },
    { midcall: 1 },
    [{ message: "a" }],
    [{ message: "a", action: "decline", content: {} }],
    [{ message: "a", action: "accept", content: {}, url: "https://example.com" }],
  ]) {
    expect({ wrong, valid: validate(wrong) }).toEqual({ wrong, valid: false });
    expect(() => read(wrong)).toThrow(UsageError);
  }
});

it("has a digest that depends on the form, and not on the order of members", () => {
  const one = schemaDigest({ type: "object", properties: { a: { type: "string", title: "A" } } });
  const same = schemaDigest({ properties: { a: { title: "A", type: "string" } }, type: "object" });
  const other = schemaDigest({ type: "object", properties: { a: { type: "string", title: "B" } } });
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
