import { accept, createInbox, type FormQuestion } from "midcall/client";
import { describe, expect, it } from "vitest";

/** The question as an inbox shows it, and its answer. */
async function shown(params: object): Promise<{
  readonly question: FormQuestion;
  readonly answer: (content: object) => Promise<unknown>;
}> {
  const inbox = createInbox();
  inbox.mount();
  await inbox.ready;
  const result = inbox.handle({ message: "Proceed?", ...params }, { server: "A" });
  const [question] = inbox.getSnapshot().showing;
  if (question?.mode !== "form") throw new Error(`Not shown: ${JSON.stringify(await result)}`);
  return {
    question,
    answer: async (content) => {
      expect(inbox.respond(question.id, accept(content as never))).toEqual({ ok: true });
      return result;
    },
  };
}

describe("a question that asks for approval", () => {
  it.each([
    {},
    { requestedSchema: null },
    { requestedSchema: {} },
    { requestedSchema: { type: "object" } },
    { requestedSchema: { type: "object", properties: null } },
    { requestedSchema: { type: "object", properties: [] } },
    { requestedSchema: { properties: {}, required: [] } },
    { requestedSchema: { type: ["object", "null"], required: null } },
    { _meta: { schema: {} }, mode: "form" },
  ])("is a form without fields: %j", async (params) => {
    const { question, answer } = await shown(params);
    expect(question.schema.fields).toEqual([]);
    expect(question.requestedSchema).toEqual({ type: "object", properties: {} });
    expect(await answer({})).toEqual({ action: "accept", content: {} });
  });
});

describe("a form whose schema is spread over several places", () => {
  it("is given to user interfaces in one place", async () => {
    const { question } = await shown({
      requestedSchema: {
        $ref: "#/$defs/Form",
        $defs: {
          Form: {
            type: "object",
            properties: { size: { anyOf: [{ $ref: "#/$defs/Size" }, { type: "null" }] } },
          },
          Size: { type: "string", enum: ["s", "m"], title: "Size" },
        },
      },
    });
    expect(question.requestedSchema).toEqual({
      type: "object",
      properties: { size: { type: "string", title: "Size", enum: ["s", "m"] } },
    });
  });

  it("is warned about where a reference leads to a secret", async () => {
    const { question } = await shown({
      requestedSchema: {
        type: "object",
        properties: { a: { $ref: "#/$defs/Hidden" }, b: { $ref: "#/$defs/Titled" } },
        $defs: {
          Hidden: { type: "string", format: "password" },
          Titled: { allOf: [{ type: "string" }, { title: "Your password" }] },
        },
      },
    });
    expect(question.secretFields).toEqual(["a", "b"]);
  });
});

describe("an answer with null", () => {
  it("leaves out the optional field that it stands for", async () => {
    const { answer } = await shown({
      requestedSchema: {
        type: "object",
        properties: { note: { type: "string" }, name: { type: "string" } },
        required: ["name"],
      },
    });
    expect(await answer({ note: null, name: "Ann" })).toEqual({
      action: "accept",
      content: { name: "Ann" },
    });
  });
});
