import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ElicitContent, RequestedSchema } from "midcall/schema";
import { asked, createLab } from "./lab.js";
import { scaled } from "../../../../test/night.js";

const every = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", description: "First line\nsecond <b>line</b>" },
    mail: { type: "string", format: "email" },
    site: { type: "string", format: "uri" },
    day: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    seats: { type: "integer", minimum: 0, default: 0 },
    price: { type: "number" },
    sure: { type: "boolean", default: false },
    size: {
      type: "string",
      oneOf: [
        { const: "s", title: "Small" },
        { const: "l", title: "Large" },
      ],
    },
    many: { type: "string", enum: ["a", "b", "c", "d", "e", "f", "g", "h", "i"] },
    old: { type: "string", enum: ["x", "y"], enumNames: ["Ix", "Ypsilon"] },
    days: { type: "array", items: { type: "string", enum: ["mon", "tue"] }, default: ["tue"] },
    tags: { type: "array", items: { anyOf: [{ const: "1", title: "One" }] } },
    long: { type: "string", maxLength: 1000 },
  },
  required: ["name", "at"],
} as unknown as RequestedSchema;

/** Fills in a form as a browser would and gives what arrived. */
async function answer(
  schema: RequestedSchema,
  inputs: Readonly<Record<string, string | readonly string[]>>,
): Promise<ElicitContent | { status: number; body: string }> {
  const lab = createLab("custom");
  const link = await lab.pages.answerLink({ ...asked(lab), requestedSchema: schema });
  const alice = lab.browserOf("alice");
  const review = await alice.press(await lab.enter(alice, link), "review", inputs);
  if (review.status !== 200) return { status: review.status, body: review.body };
  await alice.press(review, "send");
  const outcome = await link.completed();
  if (outcome?.status !== "done" || !outcome.content) throw new Error(JSON.stringify(outcome));
  return outcome.content;
}

describe("the form of an answer page", () => {
  it("has an input for every kind of field, labelled, described, with its default", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.answerLink({ ...asked(lab), requestedSchema: every });
    const { body } = await lab.enter(lab.browserOf("alice"), link);
    expect(body).toMatch(/<label for="f0"\s*><bdi>Name/);
    expect(body).toContain("second &lt;b&gt;line&lt;/b&gt;");
    expect(body).toMatch(/id="f0"[^>]*aria-describedby="f0-hint"/);
    for (const type of ["email", "url", "date", "datetime-local"]) {
      expect(body).toContain(`type="${type}"`);
    }
    expect(body).toMatch(/name="f5"[^>]*value="0"/);
    expect(body).toMatch(/type="radio"\s+name="f7"\s+value="no"[^>]*checked/);
    expect(body).toMatch(/type="checkbox"\s+name="f11"\s+value="1"[^>]*checked/);
    expect(body).toMatch(/<select[^>]*name="f9"/);
    expect(body).toContain("Ypsilon");
    expect(body).toMatch(/<textarea[^>]*name="f13"[^>]*>\n/);
    expect(body.match(/<fieldset/g)).toHaveLength(5);
    const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("gives typed content; what was left alone is left out, defaults count", async () => {
    expect(
      await answer(every, {
        f0: "Ada",
        f4: "2026-03-01T09:30",
        f4z: "+01:00",
        f5: "0",
        f7: "no",
        f11: "1",
      }),
    ).toEqual({
      name: "Ada",
      at: "2026-03-01T09:30:00+01:00",
      seats: 0,
      sure: false,
      days: ["tue"],
    });
    expect(
      await answer(every, {
        ...{ f0: " a\r\nb", f1: "a@b.example", f2: "https://x.example/", f3: "2026-01-31" },
        ...{ f4: "2026-03-01T09:30:15.5", f4z: "Z", f5: "7", f6: "-1.5e3", f7: "yes" },
        ...{ f8: "1", f9: "8", f10: "1", f11: ["0", "1"], f12: "0", f13: "one\r\ntwo" },
      }),
    ).toEqual({
      ...{ name: " a\nb", mail: "a@b.example", site: "https://x.example/", day: "2026-01-31" },
      ...{ at: "2026-03-01T09:30:15.5Z", seats: 7, price: -1500, sure: true },
      ...{ size: "l", many: "i", old: "y", days: ["mon", "tue"], tags: ["1"], long: "one\ntwo" },
    });
  });

  it("asks for the time zone, as it cannot know the person's", async () => {
    const wrong = await answer(every, { f0: "Ada", f4: "2026-03-01T09:30", f4z: "" });
    expect(wrong).toMatchObject({ status: 422 });
    expect((wrong as { body: string }).body).toContain("The end is its offset.");
    expect((wrong as { body: string }).body).toContain('value="2026-03-01T09:30"');
  });

  it("says what is wrong in a summary that leads to the fields, and keeps what was typed", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.answerLink({ ...asked(lab), requestedSchema: every });
    const alice = lab.browserOf("alice");
    const typed = { f0: "", f1: "no mail", f5: "many", f8: "1", f11: "0", f13: "text <kept>" };
    const { body, title } = await alice.press(await lab.enter(alice, link), "review", typed);
    expect(title).toBe("Please fix the following: A question for you");
    expect(body).toMatch(/role="alert"[^>]*id="errors"\s+autofocus/);
    for (const id of ["f0", "f1", "f4", "f5"]) {
      expect(body).toContain(`<a href="#${id}">`);
      expect(body).toContain(`id="${id}-error"`);
    }
    expect(body).toContain('value="no mail"');
    expect(body).toContain('value="many"');
    expect(body).toContain("text &lt;kept&gt;");
    expect(body).toMatch(/name="f8"\s+value="1"[^>]*checked/);
    expect(body).toMatch(/aria-invalid="true"/);
  });

  it("refuses positions and numbers nobody offered", async () => {
    const made = await answer(every, {
      ...{ f0: "Ada", f4: "2026-03-01T09:30", f4z: "+01:00", f99: "x", __proto__: "x" },
      ...{
        f5: "0",
        f7: "maybe",
        f8: "2",
        f9: "-1",
        f10: "1e0",
        f11: ["7", "x", "0", "0"],
        f12: "00",
      },
    });
    expect(made).toEqual({
      ...{ name: "Ada", at: "2026-03-01T09:30:00+01:00", seats: 0, days: ["mon"] },
      tags: ["1"],
    });
  });

  it("carries names and values that mean something to programs", async () => {
    const content = await answer(
      {
        type: "object",
        properties: JSON.parse(
          '{"__proto__":{"type":"string"},"constructor":{"type":"string","enum":["\\"><script>","&amp;"]},"a b&c=d":{"type":"boolean"}}',
        ) as RequestedSchema["properties"],
        required: [],
      },
      { f0: "polluted?", f1: "0", f2: "yes" },
    );
    expect(Object.entries(content)).toEqual([
      ["__proto__", "polluted?"],
      ["constructor", '"><script>'],
      ["a b&c=d", true],
    ]);
    expect(({} as Record<string, unknown>)["polluted?"]).toBeUndefined();
  });

  it("sends exactly the text that was typed, line ends aside", async () => {
    const schema: RequestedSchema = {
      type: "object",
      properties: { long: { type: "string", maxLength: 1000 } },
      required: ["long"],
    };
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 }),
        async (text) => {
          const whole = Buffer.from(text).toString();
          expect(await answer(schema, { f0: whole })).toEqual({
            long: whole.replace(/\r\n?/g, "\n"),
          });
        },
      ),
      { numRuns: scaled(30, 1_000) },
    );
  });

  it("shows texts of a server as text, without what cannot be seen, and to their end", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.answerLink({
      principal: "alice",
      server: "<img src=x>",
      message: `<script>alert(1)</script>\u202E\u0000${"long ".repeat(3000)}end of it`,
      requestedSchema: {
        type: "object",
        properties: {
          a: { type: "string", title: '" autofocus onfocus="x', description: "</p><h1>" },
        },
      },
    });
    const { body } = await lab.enter(lab.browserOf("alice"), link);
    expect(body).not.toMatch(/<script|<img|onfocus="|<\/p><h1>|\u202E|\u0000/);
    expect(body).toContain("&lt;script&gt;");
    expect(body).toContain("long end of it");
  });

  it("starts from an earlier answer and says why it was not taken", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.answerLink({
      ...asked(lab),
      requestedSchema: every,
      previous: { name: "Ada", at: "2026-03-01T09:30:00-03:30" },
      reason: "That day is taken.",
    });
    const { body } = await lab.enter(lab.browserOf("alice"), link);
    expect(body).toContain("That day is taken.");
    expect(body).toContain('value="Ada"');
    expect(body).toMatch(/<option value="-03:30"\s+selected/);
  });

  it("speaks another language, in the other direction", async () => {
    const lab = createLab("custom", {
      messages: {
        lang: "he",
        dir: "rtl",
        answerTitle: "שאלה",
        review: "בדיקה",
        issue: ({ code }) => (code === "required" ? "חובה" : undefined),
      },
    });
    const link = await lab.pages.answerLink({ ...asked(lab), requestedSchema: every });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    expect(page.body).toContain('<html lang="he" dir="rtl">');
    expect(page.title).toBe("שאלה");
    expect((await alice.press(page, "review", { f0: "" })).body).toContain("חובה");
  });
});
