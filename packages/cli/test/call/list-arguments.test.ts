import { createForm } from "midcall/form";
import { describe, expect, it } from "vitest";
import { describeField } from "../../src/call/arguments/describe-field.js";
import {
  checkLists,
  itemsOf,
  readList,
  withListsAsTexts,
} from "../../src/call/arguments/list-arguments.js";
import { toolsText } from "../../src/call/report/tools-text.js";

const text = { type: "string" };
const whole = { type: "integer", minimum: 1 };

describe("a list of simple values", () => {
  it.each([
    ["a, b", text, ["a", "b"]],
    ["a,b,", text, ["a", "b"]],
    ["a, b\nc\n\n", text, ["a, b", "c"]],
    ["one", text, ["one"]],
    ['["a", "b, c"]', text, ["a", "b, c"]],
    ["[a], [b]", text, ["[a]", "[b]"]],
    ["1, 2", whole, [1, 2]],
    ["yes\nno", { type: "boolean" }, [true, false]],
    ["", text, []],
  ])("%j is read", (typed, items, list) => {
    expect(readList(typed, items)).toEqual(list);
  });

  it("names the value that is wrong", () => {
    expect(() => readList("1, two", whole)).toThrow('"two": Enter a whole number in digits.');
    expect(() => readList("1, 0", whole)).toThrow('"0": Enter 1 or more.');
  });

  it("is a text in a form, which checks it before it is accepted", () => {
    const properties = { tags: { type: "array", items: whole, description: "Some." } };
    const schema = { type: "object", properties, required: ["tags"] };
    const form = checkLists(createForm(withListsAsTexts(schema)), schema);
    expect(form.fields[0]).toMatchObject({
      kind: "text",
      multiline: true,
      description: "Some.\nOne on each line, or separated by commas.",
    });
    const error = (): string | undefined => form.getSnapshot().fields[0]!.error;
    expect(form.submit().ok).toBe(false);
    expect(error()).toBe("This is required.");
    form.set("tags", "1, x");
    expect(error()).toBe('"x": Enter a whole number in digits.');
    expect(form.submit().ok).toBe(false);
    form.set("tags", " , ");
    expect(form.submit().ok).toBe(false);
    form.set("tags", "1, 2");
    expect(form.submit()).toEqual({ ok: true, content: { tags: "1, 2" } });
  });

  it("is not one of objects, of lists, or of anything, and not a choice of several", () => {
    for (const items of [{ type: "object" }, { type: "array", items: text }, {}, undefined]) {
      expect(itemsOf({ type: "array", items })).toBeUndefined();
    }
    expect(itemsOf({ type: "array", items: { enum: ["a", "b"] } })).toBeUndefined();
    expect(itemsOf(text)).toBeUndefined();
  });

  it("is listed as it is passed", () => {
    const items = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
    const properties = { tags: { type: "array", items: text }, deep: { type: "array", items } };
    const inputSchema = { type: "object" as const, properties, required: ["tags"] };
    expect(toolsText([{ name: "t", inputSchema }])).toBe(
      't\n    tags=  list of text (tags=… tags=…), required\n    deep=  JSON: [{ "id": integer }]',
    );
  });
});

it("the limits of safe integers are not listed", () => {
  const described = (field: object): string =>
    describeField(createForm({ type: "object", properties: { x: field } }).fields[0]!);
  const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number;
  expect(described({ type: "integer", minimum, maximum })).toBe("integer");
  expect(described({ type: "integer", minimum: 1, maximum })).toBe("integer from 1");
  expect(described({ type: "number", exclusiveMinimum: 0, exclusiveMaximum: maximum })).toBe(
    "number, greater than 0",
  );
});
