import { describe, expect, it } from "vitest";
import { isSuggested, reviewReasons } from "../../src/form/answer-layout.js";
import { createForm } from "../../src/form/index.js";
import type { Form } from "../../src/form/index.js";

const list = { type: "array", items: { type: "string", enum: ["a", "b"] } };
const formOf = (days: object): Form =>
  createForm({ type: "object", properties: { days }, required: ["days"] });
const context = { secretFields: [], showsOffsets: true };

describe("a value that the server suggests", () => {
  it("is not the empty selection of a list that nobody has touched", () => {
    const state = formOf(list).getSnapshot();
    expect(state.fields[0]!.value).toEqual([]);
    expect(state.fields.map(isSuggested)).toEqual([false]);
    expect(reviewReasons(state, context)).toEqual([]);
  });

  it.each([[["a"]], [[]]])("is the default %j", (preset) => {
    const state = formOf({ ...list, default: preset }).getSnapshot();
    expect(state.fields.map(isSuggested)).toEqual([true]);
    expect(reviewReasons(state, context)).toEqual(["suggested"]);
  });

  it("is none once the user has changed it", () => {
    const form = formOf({ ...list, default: ["a"] });
    form.set("days", ["b"]);
    expect(form.getSnapshot().fields.map(isSuggested)).toEqual([false]);
  });
});
