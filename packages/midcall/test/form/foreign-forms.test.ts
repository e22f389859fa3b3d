import { accept, createInbox } from "midcall/client";
import { afterEach, describe, expect, it } from "vitest";

import type { RefusedQuestion } from "../../src/client/inbox/types.js";
import { createForm } from "../../src/form/index.js";
import type { Form, FormField } from "../../src/form/index.js";
import { byHand } from "./foreign/by-hand.js";
import type { ForeignForm } from "./foreign/foreign-form.js";
import { goAndRust } from "./foreign/go-and-rust.js";
import { javaPhpDotnet } from "./foreign/java-php-dotnet.js";
import { javascript } from "./foreign/javascript.js";
import { python } from "./foreign/python.js";

const FORMS: readonly ForeignForm[] = [python, goAndRust, javaPhpDotnet, javascript, byHand].flat();
const CASES = FORMS.map((form) => [`${form.from}: ${form.name}`, form] as const);

function inWords(field: FormField): string {
  const options = "options" in field ? field.options : undefined;
  return [
    `${field.name}${field.required ? "*" : ""} “${field.label}” ${field.kind}`,
    options && ` [${options.map((o) => `${JSON.stringify(o.value)}: ${o.title}`).join(", ")}]`,
    "default" in field && ` = ${JSON.stringify(field.default)}`,
    field.description && ` (${field.description})`,
  ]
    .filter(Boolean)
    .join("");
}

const fateOf = (message: string): string =>
  message.includes("ignored")
    ? "ignored"
    : message.includes("the server will check")
      ? "unchecked"
      : "unshown";

function fill(form: Form, { input = {} }: ForeignForm): ReturnType<Form["submit"]> {
  for (const [name, value] of Object.entries(input)) form.set(name, value);
  return form.submit();
}

describe("schemas as servers send them", () => {
  it("are many, each of its own name", () => {
    expect(FORMS.length).toBeGreaterThanOrEqual(120);
    expect(new Set(CASES.map(([name]) => name)).size).toBe(FORMS.length);
  });

  it.each(CASES)("%s: form", (_, given) => {
    const form = createForm(given.schema, { timeZoneOffset: "Z" });
    const { canSubmit } = form.getSnapshot();
    if (given.refused !== undefined) {
      expect(canSubmit).toBe(false);
      expect(form.submit().ok).toBe(false);
      expect(form.notes.map(({ code, message }) => `${code}: ${message}`)).toContain(given.refused);
      return;
    }
    expect(canSubmit).toBe(true);
    expect(form.fields.map(inWords)).toEqual(given.shows);
    expect(form.notes.map(({ path, message }) => `${path} ${fateOf(message)}`)).toEqual(
      given.notes ?? [],
    );
    const result = fill(form, given);
    if (given.sends) expect(result).toEqual({ ok: true, content: given.sends });
    else
      expect(result.ok ? result : result.issues.map((one) => `${one.field} ${one.code}`)).toEqual(
        given.issues,
      );
  });

  let unmount = (): void => {};
  afterEach(() => unmount());

  it.each(CASES)("%s: inbox", async (_, given) => {
    const refused: RefusedQuestion[] = [];
    const inbox = createInbox({ onRefused: (one) => void refused.push(one) });
    unmount = inbox.mount();
    await inbox.ready;
    const params = { message: "Please", requestedSchema: given.schema };
    const answer = inbox.handle(params, { server: "A" });
    const [question] = inbox.getSnapshot().showing;
    if (given.refused !== undefined) {
      expect(await answer).toMatchObject({ action: "cancel" });
      // The reason names the keyword, or says what is wrong in words of its own.
      expect(refused[0]!.rule.length).toBeGreaterThan(20);
      expect(refused[0]!.advice).toMatch(/\.$/);
      const sentence = given.refused.slice(given.refused.indexOf(": ") + 2);
      if (!sentence.startsWith("names a field")) expect(refused[0]!.rule).toContain(sentence);
      return;
    }
    expect(refused).toEqual([]);
    // Every user interface makes its form of this.
    if (question?.mode !== "form") throw new Error("It is not shown.");
    const form = createForm(question.requestedSchema, { timeZoneOffset: "Z" });
    expect(form.fields.filter(({ kind }) => kind !== "unsupported").map(inWords)).toEqual(
      given.shows!.filter((field) => !field.includes("” unsupported")),
    );
    const result = fill(form, given);
    expect(result.ok).toBe(given.sends !== undefined);
    if (!result.ok) return;
    expect(inbox.respond(question.id, accept(result.content))).toEqual({ ok: true });
    expect(await answer).toEqual({ action: "accept", content: given.sends });
  });
});
