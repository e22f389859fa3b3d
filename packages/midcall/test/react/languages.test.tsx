// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import * as ar from "../../src/locales/ar/index.js";
import * as de from "../../src/locales/de/index.js";
import * as es from "../../src/locales/es/index.js";
import * as fr from "../../src/locales/fr/index.js";
import * as ja from "../../src/locales/ja/index.js";
import { confirmSchema } from "../../src/server/elicitation/confirm.js";
import { describeIssues, parseRequestedSchema, validateContent } from "midcall/schema";
import { afterEach, describe, expect, it } from "vitest";
import { color, settle, show } from "./lab.js";

afterEach(cleanup);

/** What a server says if another word than this one was typed. */
function whyRefused(word: string): string {
  const schema = parseRequestedSchema(confirmSchema({ typed: word }));
  const result = validateContent(schema, { confirm: "another" });
  return describeIssues(schema, result.valid ? [] : result.issues);
}

describe("React in another language", () => {
  it("names its language and direction where it has texts", async () => {
    const { ask } = await show({ messages: ar.react });
    void ask(color, { server: "Files" });
    await settle();
    const inbox = screen.getByRole("region", { name: "الأسئلة" });
    expect([inbox.lang, inbox.dir]).toEqual(["ar", "rtl"]);
    expect(screen.getByRole("button", { name: "رفض" })).toBeTruthy();
    expect(screen.getByText("Which colour?").dir).toBe("auto");
  });

  it("says neither where the host has not chosen one", async () => {
    await show();
    const inbox = screen.getByRole("region", { name: "Questions" });
    expect([inbox.hasAttribute("lang"), inbox.hasAttribute("dir")]).toEqual([false, false]);
  });

  it("writes dates in the language of its texts", async () => {
    const { ask, container } = await show({ messages: de.react, review: "always" });
    const requestedSchema = {
      type: "object",
      properties: { day: { type: "string", format: "date", title: "Tag", default: "2026-12-24" } },
    };
    void ask({ message: "Wann?", requestedSchema }, { server: "Files", ownCall: true });
    await settle(400);
    screen.getByRole("button", { name: "Prüfen" }).click();
    await settle();
    expect(container.textContent).toContain("Donnerstag, 24. Dezember 2026");
  });

  it.each([
    ["German", de.react, "Das ist nicht „\u2068DELETE\u2069“."],
    ["Spanish", es.react, "Esto no es «\u2068DELETE\u2069»."],
    ["French", fr.react, "Ce n’est pas «\u00a0\u2068DELETE\u2069\u00a0»."],
    ["Japanese", ja.react, "「\u2068DELETE\u2069」ではありません。"],
    ["Arabic", ar.react, "هذه ليست «\u2068DELETE\u2069»."],
  ])("says in %s that the word of a confirmation is another one", async (_, messages, text) => {
    const { ask, container } = await show({ messages, review: "never" });
    const requestedSchema = confirmSchema({ typed: "DELETE" });
    void ask({ message: "Διαγραφή;", requestedSchema }, { server: "Files", ownCall: true });
    await settle(400);
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "delete" } });
    screen.getByRole("button", { name: messages.send }).click();
    await settle();
    expect(container.textContent).toContain(text);
    expect(container.textContent).not.toContain("This is not");
  });

  it.each([
    ["German", de.react, "Das ist nicht „\u2068a.b\u2069“."],
    ["Arabic", ar.react, "هذه ليست «\u2068a.b\u2069»."],
  ])("says so in %s as well where only the server knows the word", async (_, messages, text) => {
    const why = whyRefused("a.b");
    const { ask, container } = await show({ messages });
    void ask({ ...color, message: `Διαγραφή;\n\n${why}` }, { server: "Files" });
    await settle(400);
    const said = container.querySelector("blockquote")!.textContent;
    expect(said).toBe(`Διαγραφή;\n\n\u2068${text}\u2069`);
  });

  it("says so as well of a format that only the server knows", async () => {
    const x = { type: "string", pattern: "^[a-z]{3}$" } as const;
    const schema = parseRequestedSchema({ type: "object", properties: { x } });
    const result = validateContent(schema, { x: "1" });
    const why = describeIssues(schema, result.valid ? [] : result.issues);
    const { ask, container } = await show({ messages: de.react });
    void ask({ ...color, message: `Ποιο;\n\n${why}` }, { server: "Files" });
    await settle(400);
    expect(container.querySelector("blockquote")!.textContent).toBe(
      "Ποιο;\n\n\u2068Verwenden Sie das Format, das der Server verlangt.\u2069",
    );
  });

  it("leaves every other message as the server has written it", async () => {
    const { ask, container } = await show({ messages: de.react });
    const message = `${whyRefused("x")}\n\nIs that so?`;
    void ask({ ...color, message }, { server: "Files" });
    await settle(400);
    expect(container.querySelector("blockquote")!.textContent).toBe(message);
  });
});
