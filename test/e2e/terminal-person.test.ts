import type { Question } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { plainText } from "../../examples/src/start/plain-text.js";
import type { Terminal } from "../../examples/src/start/terminal.js";
import { createTerminalPerson } from "../../examples/src/start/terminal-person.js";

function typing(...typed: string[]): Terminal & { readonly shown: string[] } {
  const shown: string[] = [];
  return {
    shown,
    say: (text) => void shown.push(text),
    ask: async (prompt) => {
      shown.push(prompt);
      const line = typed.shift();
      if (line === undefined) throw new Error(`Nobody types at: ${prompt}`);
      return line;
    },
    close: () => {},
  };
}

function form(properties: Record<string, unknown>, required: string[] = []): Question {
  const requestedSchema = { type: "object", properties, required };
  return {
    index: 0,
    via: "push",
    mode: "form",
    message: "Please.",
    requestedSchema,
    params: {},
    round: 1,
  };
}

function link(url: string): Question {
  return { index: 0, via: "push", mode: "url", message: "Open this.", url, params: {}, round: 1 };
}

const answer = (question: Question, ...typed: string[]): Promise<unknown> =>
  createTerminalPerson(typing(...typed), "A server", () => new AbortController().signal)(question);

describe("a person at the terminal", () => {
  it("sends what was typed, by kind, and leaves out what was not touched", async () => {
    const question = form({
      text: { type: "string" },
      count: { type: "integer", minimum: 0 },
      sure: { type: "boolean" },
      one: {
        type: "string",
        oneOf: [
          { const: "a", title: "First" },
          { const: "b", title: "Second" },
        ],
      },
      some: { type: "array", items: { type: "string", enum: ["x", "y", "z"] } },
      untouched: { type: "string" },
      zero: { type: "integer", default: 0 },
    });
    expect(await answer(question, "hello", "0", "n", "2", "1,3", "", "", "y")).toEqual({
      action: "accept",
      content: { text: "hello", count: 0, sure: false, one: "b", some: ["x", "z"], zero: 0 },
    });
  });

  it("asks a field again until it is valid", async () => {
    expect(
      await answer(
        form({ count: { type: "integer", minimum: 1 } }, ["count"]),
        "",
        "x",
        "0",
        "1.5",
        "1",
        "y",
      ),
    ).toEqual({
      action: "accept",
      content: { count: 1 },
    });
  });

  it("tells a no from no answer, in a field and at the end", async () => {
    const question = form({ text: { type: "string" } });
    expect(await answer(question, "/decline")).toEqual({ action: "decline" });
    expect(await answer(question, "/cancel")).toEqual({ action: "cancel" });
    expect(await answer(question, "a", "/decline")).toEqual({ action: "decline" });
    expect(await answer(question, "a", "/cancel")).toEqual({ action: "cancel" });
  });

  it("lets the answers be changed before they are sent", async () => {
    expect(await answer(form({ text: { type: "string" } }), "a", "e", "b", "y")).toEqual({
      action: "accept",
      content: { text: "b" },
    });
  });

  it("takes a field named action for a field", async () => {
    const question = form({ action: { type: "string" } });
    expect(await answer(question, "decline", "y")).toEqual({
      action: "accept",
      content: { action: "decline" },
    });
  });

  it("never accepts a form whose required field it cannot show", async () => {
    const question = form({ deep: { type: "object", properties: {} } }, ["deep"]);
    expect(await answer(question, "", "/decline")).toEqual({ action: "decline" });
  });

  it("agrees to a link only on a yes, and shows all of it", async () => {
    const terminal = typing("", "y");
    const person = createTerminalPerson(terminal, "A server", () => new AbortController().signal);
    expect(await person(link("https://example.com/a?b=c#d"))).toEqual({ action: "accept" });
    expect(terminal.shown.join("\n")).toContain("https://example.com/a?b=c#d");
    expect(await answer(link("https://example.com"), "/decline")).toEqual({ action: "decline" });
    expect(await answer(link("https://example.com"), "/cancel")).toEqual({ action: "cancel" });
  });

  it.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://user:word@example.com/",
    "nonsense",
  ])("declines the link %s without asking", async (url) => {
    expect(await answer(link(url))).toEqual({ action: "decline" });
  });

  it("asks two questions one after the other", async () => {
    const terminal = typing("first", "y", "second", "y");
    const person = createTerminalPerson(terminal, "A server", () => new AbortController().signal);
    const question = form({ text: { type: "string" } });
    const answers = await Promise.all([person(question), person(question)]);
    expect(answers).toEqual([
      { action: "accept", content: { text: "first" } },
      { action: "accept", content: { text: "second" } },
    ]);
  });

  it("shows nothing of a server that could move the cursor or turn text around", async () => {
    const terminal = typing("a", "y");
    const person = createTerminalPerson(terminal, "A server", () => new AbortController().signal);
    const title = "T\u001b[2Ji\u202et\u200bl\u009be";
    await person({
      ...form({ text: { type: "string", title } }),
      message: "Hi\u001b]8;;x\u0007\r\nthere",
    });
    const shown = terminal.shown.join("");
    expect(shown).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/,
    );
    expect(shown).toContain("T[2Jitle");
  });
});

it("keeps line breaks only where they are asked for", () => {
  expect(plainText("a\nb")).toBe("a b");
  expect(plainText("a\r\nb\tc", { multiline: true })).toBe("a\nbc");
});
