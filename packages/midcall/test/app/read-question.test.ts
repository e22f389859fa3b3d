import { describe, expect, it } from "vitest";
import { readElicitation, readToolQuestion } from "../../app/src/question/read-question.js";
import { QUESTION_META } from "../../src/contracts/app.js";

const requestedSchema = {
  type: "object",
  properties: { people: { type: "integer", title: "People" } },
};
const asked = {
  id: "q-1",
  key: "key",
  tool: "book_table",
  server: "tables",
  message: "For how many?",
  requestedSchema,
  expiresAt: 5000,
};
const result = (question: unknown): object => ({
  content: [],
  _meta: { [QUESTION_META]: question },
});

describe("readToolQuestion", () => {
  it.each([
    undefined,
    null,
    "text",
    { content: [] },
    { _meta: null },
    { _meta: { other: asked } },
    { structuredContent: { [QUESTION_META]: asked } },
    result(null),
    result([asked]),
    result({ ...asked, id: undefined }),
    result({ ...asked, id: "" }),
    result({ ...asked, key: 7 }),
    result({ ...asked, key: "k".repeat(1001) }),
  ])("finds none in %j", (given) => {
    expect(readToolQuestion(given)).toBe(undefined);
  });

  it("reads one, and leaves the key out of what is shown", () => {
    const read = readToolQuestion(result({ ...asked, reason: "Too many.", more: 2 }));
    expect(read).toMatchObject({
      id: "q-1",
      key: "key",
      shown: { tool: "book_table", reason: "Too many.", expiresAt: 5000, more: 2 },
    });
    expect(read?.shown?.form).toMatchObject({
      id: "q-1",
      mode: "form",
      server: "tables",
      call: { method: "tools/call", name: "book_table" },
      message: "For how many?",
      ownCall: false,
      needsApproval: false,
    });
    expect(JSON.stringify(read?.shown)).not.toContain('"key"');
  });

  it("cleans the texts, and bounds the names", () => {
    const shown = readToolQuestion(
      result({
        ...asked,
        tool: "a\u202Eb\u200B",
        server: "s".repeat(5000),
        message: "One\u0007\n\n\n\nTwo",
        reason: "No\u202E!",
      }),
    )?.shown;
    expect(shown?.tool).toBe("ab");
    expect(shown?.form.server).toHaveLength(200);
    expect(shown?.form.message).toBe("One\n\nTwo");
    expect(shown?.reason).toBe("No!");
  });

  it("what is optional and of another type is left out", () => {
    const shown = readToolQuestion(
      result({ ...asked, tool: 7, server: {}, reason: 7, expiresAt: "soon", more: -3 }),
    )?.shown;
    expect(shown).toMatchObject({ tool: "", more: 0 });
    expect(shown?.reason ?? shown?.expiresAt ?? shown?.form.call).toBe(undefined);
    expect(shown?.form.server).toBe("");
  });

  it.each([
    ["no message", { message: undefined }],
    ["a message that is too long", { message: "m".repeat(16_385) }],
    ["no form", { requestedSchema: { type: "string" } }],
    [
      "a required field that cannot be shown",
      {
        requestedSchema: {
          type: "object",
          properties: { a: { type: "object" } },
          required: ["a"],
        },
      },
    ],
  ])("a question with %s is known, and cannot be shown", (_, changes) => {
    const read = readToolQuestion(result({ ...asked, ...changes }));
    expect(read).toMatchObject({ id: "q-1", key: "key" });
    expect(read?.shown).toBe(undefined);
  });
});

describe("readElicitation", () => {
  const params = { message: "For how many?", requestedSchema };

  it("reads form mode, with the server and the tool where the server has added them", () => {
    expect(readElicitation("e-1", params)?.form).toMatchObject({ id: "e-1", server: "" });
    const added = { [QUESTION_META]: { server: "tables", tool: "book_table", reason: "x" } };
    const shown = readElicitation("e-1", { ...params, mode: "form", _meta: added });
    expect(shown).toMatchObject({ tool: "book_table", reason: undefined });
    expect(shown?.form.server).toBe("tables");
  });

  it.each([
    null,
    "text",
    { ...params, mode: "url" },
    { ...params, mode: 7 },
    { message: "x", schema: requestedSchema },
    { message: "x", url: "https://example.com" },
    { requestedSchema },
  ])("refuses %j", (given) => {
    expect(readElicitation("e-1", given)).toBe(undefined);
  });
});
