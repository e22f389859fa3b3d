import { describe, expect, it } from "vitest";
import type { PagesOptions } from "midcall/pages";
import type { RequestedSchema } from "midcall/schema";
import type { PageLink } from "../../src/pages/links/links.js";
import type { Browser, Seen } from "./browser.js";
import { asked, createLab, type Lab } from "./lab.js";

const object = (
  properties: Record<string, unknown>,
  required: readonly string[] = Object.keys(properties),
): RequestedSchema => ({ type: "object", properties, required }) as unknown as RequestedSchema;

const sure = { type: "boolean", title: "Delete 47 files?" };
const size = {
  type: "string",
  title: "Size",
  oneOf: [
    { const: "s", title: "Small" },
    { const: "l", title: "Large" },
  ],
};
const text = { type: "string" };

interface Open {
  readonly lab: Lab;
  readonly link: PageLink;
  readonly alice: Browser;
  readonly page: Seen;
  end(): Promise<unknown>;
}

async function open(
  requestedSchema: RequestedSchema,
  options: Partial<PagesOptions> = {},
  strategy: "custom" | "local" = "custom",
): Promise<Open> {
  const lab = createLab(strategy, { review: "auto", ...options });
  const link = await lab.pages.answerLink({ ...asked(lab), requestedSchema });
  const alice = lab.browserOf("alice");
  const page = await lab.enter(alice, link);
  return { lab, link, alice, page, end: () => link.completed() };
}

/** The texts of the buttons, in their order. */
const buttons = ({ body }: Seen): string[] =>
  [...body.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, label = ""]) => label.trim());

const many = (count: number): RequestedSchema =>
  object(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, text])));

describe("a text that the server sends", () => {
  it("is on the page to its end, as long as a link takes it", async () => {
    const lab = createLab("custom", { review: "auto" });
    const alice = lab.browserOf("alice");
    const long = (end: string): string => `${"x".repeat(16_384 - end.length)}${end}`;
    const link = await lab.pages.answerLink({
      ...asked(lab),
      message: long("the end of the message"),
      requestedSchema: object({ a: { ...text, description: long("the end of the description") } }),
    });
    const { body } = await lab.enter(alice, link);
    expect(body).toContain("the end of the message");
    expect(body).toContain("the end of the description");
    const longer = { ...asked(lab), requestedSchema: object({ sure }), message: long("") + "!" };
    await expect(lab.pages.answerLink(longer)).rejects.toThrow("16384");
  });
});

describe("a question that is only yes or no", () => {
  it.each([
    ["yes", true],
    ["no", false],
  ] as const)(
    "is answered %s by one button, without anything to choose first",
    async (button, answer) => {
      const { page, alice, end } = await open(object({ sure }));
      expect(buttons(page)).toEqual(["Yes", "No", "Decline", "Not now"]);
      expect(page.body).not.toMatch(/type="radio"/);
      const sent = await alice.press(page, button);
      expect(sent.title).toBe("Sent");
      expect(await end()).toEqual({ status: "done", content: { sure: answer } });
    },
  );

  it("has a label only where that says more than its buttons", async () => {
    const named = await open(object({ sure }));
    expect(named.page.body).toContain("<legend>");
    const { page } = await open(object({ confirm: { type: "boolean", title: "Yes" } }));
    expect(page.body).not.toContain("<legend>");
    expect(page.body.match(/\bYes\b/g)).toHaveLength(1);
  });

  it("can be left out where the server allows it", async () => {
    const { page, alice, end } = await open(object({ sure }, []));
    expect(buttons(page)).toEqual(["Yes", "No", "No answer", "Decline", "Not now"]);
    await alice.press(page, "none");
    expect(await end()).toEqual({ status: "done", content: {} });
  });

  it("is not answered by a button of another form, nor without a button", async () => {
    for (const action of ["answer", "send", "review", "none", "maybe", ""]) {
      const { page, alice, end } = await open(object({ sure }));
      const seen = await alice.press(
        { ...page, body: page.body.replace('value="yes"', `value="${action}"`) },
        action,
      );
      expect(seen.status).toBe(422);
      expect(await end()).toBeUndefined();
    }
  });

  it("counts the first of two clicks, and shows which one that was", async () => {
    const { page, alice, end } = await open(object({ sure }));
    await alice.pressOnly(page, "yes");
    const second = await alice.press(page, "no");
    expect(second.status).toBe(409);
    expect(second.title).toBe("Sent");
    expect(second.body).toMatch(/Your answer[\s\S]*Delete 47 files\?[\s\S]*<dd>Yes<\/dd>/);
    expect(second.body).not.toMatch(/<dd>No<\/dd>|was not sent/);
    expect(await end()).toEqual({ status: "done", content: { sure: true } });
  });
});

describe("a question that is one choice", () => {
  it("is answered by choosing and sending, without a review", async () => {
    const { page, alice, end } = await open(object({ size }));
    expect(buttons(page)).toEqual(["Send", "Decline", "Not now"]);
    const sent = await alice.press(page, "answer", { f0: "1" });
    expect(sent.title).toBe("Sent");
    expect(sent.body).toMatch(/<dd><bdi>Large<\/bdi><\/dd>/);
    expect(await end()).toEqual({ status: "done", content: { size: "l" } });
  });

  it("lists up to fifteen options", async () => {
    const options = (count: number): RequestedSchema =>
      object({
        one: { type: "string", enum: Array.from({ length: count }, (_, index) => `o${index}`) },
      });
    expect((await open(options(15))).page.body.match(/type="radio"/g)).toHaveLength(15);
    expect((await open(options(16))).page.body).not.toContain('type="radio"');
  });

  it("tells two options with the same title apart", async () => {
    const same = {
      type: "string",
      oneOf: [
        { const: "eu", title: "Production" },
        { const: "us", title: "Production" },
        { const: "t", title: "Test" },
      ],
    };
    const { page } = await open(object({ same }));
    const labels = [...page.body.matchAll(/<span dir="auto">([^<]*)<\/span>/g)].map(
      ([, label]) => label,
    );
    expect(labels).toEqual(["Production (eu)", "Production (us)", "Test"]);
  });

  it("does not show the lack of an answer like an answer", async () => {
    const { page } = await open(object({ size }, []));
    expect(page.body).toMatch(/<label class="choice none"\s*><input[^>]*value=""/);
    expect(page.body.match(/class="choice none"/g)).toHaveLength(1);
  });
});

it("accepts a form without fields with one button", async () => {
  const { page, alice, end } = await open(object({}));
  expect(buttons(page)).toEqual(["Agree", "Decline", "Not now"]);
  await alice.press(page, "answer");
  expect(await end()).toEqual({ status: "done", content: {} });
});

describe("the review of an answer", () => {
  const at = { type: "string", format: "date-time", title: "At" };

  it("is left out where it would say nothing new", async () => {
    const { page, alice, end } = await open(object({ name: text, note: text }));
    expect(buttons(page)).toEqual(["Send", "Decline", "Not now"]);
    expect((await alice.press(page, "answer", { f0: "a", f1: "b" })).title).toBe("Sent");
    expect(await end()).toEqual({ status: "done", content: { name: "a", note: "b" } });
  });

  it.each([
    ["of a long form", many(9), {}, "Review"],
    [
      "of a value that the server has filled in",
      object({ name: text, n: { ...text, default: "x" } }),
      { f1: "x" },
      "Review",
    ],
    [
      "of the offset of a time",
      object({ name: text, at }),
      { f1: "2026-07-01T09:30", f1z: "+02:00" },
      "Review",
    ],
    [
      "of a long text, which nobody could foresee",
      object({ name: text, note: text }),
      { f1: "x".repeat(301) },
      "Send",
    ],
    ["of what may be a secret", object({ name: text, password: text }), {}, "Review"],
  ])("is shown because %s", async (_, schema, more, label) => {
    const { page, alice, end } = await open(schema as RequestedSchema);
    expect(buttons(page)[0]).toBe(label);
    const names = Object.keys((schema as RequestedSchema).properties);
    const typed = {
      ...Object.fromEntries(names.map((_name, index) => [`f${index}`, "a"])),
      ...more,
    };
    const review = await alice.press(page, label === "Send" ? "answer" : "review", typed);
    expect(review.title).toBe("Check your answer");
    expect(await end()).toBeUndefined();
    expect(buttons(review)).toEqual(["Send", "Edit", "Decline", "Not now"]);
    await alice.press(review, "send");
    expect(await end()).toMatchObject({ status: "done" });
  });

  it("follows a form that its button did not announce it for, whatever the button says", async () => {
    const { page, alice, end } = await open(object({ name: text, at }));
    const forged = { ...page, body: page.body.replace('value="review"', 'value="answer"') };
    const seen = await alice.press(forged, "answer", { f0: "a", f1: "2026-07-01T09:30", f1z: "Z" });
    expect(seen.title).toBe("Check your answer");
    expect(await end()).toBeUndefined();
  });

  it("says which values the server has suggested, and what is not answered", async () => {
    const schema = object({ name: { ...text, default: "Ada" }, note: text }, ["name"]);
    const { page, alice } = await open(schema);
    const review = await alice.press(page, "review", { f0: "Ada", f1: "" });
    expect(review.body).toMatch(/<dd><bdi>Ada<\/bdi><small>suggested by the server<\/small><\/dd>/);
    expect(review.body).toMatch(/<dd class="none">Not answered<\/dd>/);
  });

  it("is always or never shown where the operator says so", async () => {
    const never = await open(object({ name: text, at }), { review: "never" });
    expect(buttons(never.page)[0]).toBe("Send");
    const typed = { f0: "a", f1: "2026-07-01T09:30", f1z: "+02:00" };
    expect((await never.alice.press(never.page, "answer", typed)).title).toBe("Sent");

    const always = await open(object({ sure }), { review: "always" });
    expect(buttons(always.page)).toEqual(["Yes", "No", "Decline", "Not now"]);
    const review = await always.alice.press(always.page, "yes");
    expect(review.title).toBe("Check your answer");
    expect(review.body).toMatch(/<dd>Yes<\/dd>/);
    expect(await always.end()).toBeUndefined();
    await always.alice.press(review, "send");
    expect(await always.end()).toEqual({ status: "done", content: { sure: true } });
  });

  it("refuses another value of the option", () => {
    expect(() => createLab("custom", { review: "sometimes" as "auto" })).toThrow(
      'review must be "auto", "always" or "never", not "sometimes".',
    );
  });
});

describe("dates and times", () => {
  const at = { type: "string", format: "date-time", title: "At" };

  it("have the offset of that date, not of today", async () => {
    const zone = process.env["TZ"];
    process.env["TZ"] = "Europe/Berlin";
    try {
      for (const [day, offset] of [
        ["2026-01-15", "UTC+01:00"],
        ["2026-07-15", "UTC+02:00"],
      ]) {
        const { page, alice } = await open(object({ name: text, at }), {}, "local");
        expect(page.body).toContain("Time zone of this computer");
        const typed = { f0: "a", f1: `${day}T09:30`, f1z: "" };
        const review = await alice.press(page, "review", typed);
        expect(review.body).toContain(`${day} 09:30:00 ${offset}`);
      }
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });

  it.each(["Z", "+00:00"])("name UTC once, also for %s", async (offset) => {
    const lab = createLab("custom");
    const link = await lab.pages.answerLink({
      ...asked(lab),
      requestedSchema: object({ at }),
      previous: { at: `2026-03-01T09:30:00${offset}` },
    });
    const { body } = await lab.enter(lab.browserOf("alice"), link);
    const zones = [...body.matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, zone = ""]) =>
      zone.trim(),
    );
    expect(zones.filter((zone) => zone === "UTC")).toHaveLength(1);
    expect(zones).not.toContain("UTC+00:00");
    expect(body).toMatch(new RegExp(`<option value="${offset.replace("+", "\\+")}"\\s+selected`));
  });
});

describe("what a field accepts", () => {
  const hintOf = async (field: unknown): Promise<string | undefined> => {
    const { page } = await open(object({ name: text, field }));
    return /id="f1-hint">(.*?)<\/p>/s.exec(page.body)?.[1]?.replace(/<\/?bdi>/g, "");
  };

  it.each([
    [{ type: "integer", minimum: 1, maximum: 60 }, "Enter 1 to 60."],
    [{ type: "number", minimum: 0 }, "Enter 0 or more."],
    [{ type: "integer", maximum: 9, description: "How many" }, "How many\nEnter 9 or less."],
    [
      { type: "array", items: { type: "string", enum: ["a", "b", "c"] }, minItems: 1, maxItems: 2 },
      "Choose 1 to 2.",
    ],
    [{ type: "string", minLength: 6, maxLength: 6 }, "Enter 6 characters."],
    [{ type: "string", minLength: 12 }, "Enter at least 12 characters."],
  ])("is said in one sentence: %j", async (field, hint) => {
    expect(await hintOf(field)).toBe(hint);
  });

  it("is not said of a length that nobody reaches", async () => {
    expect(await hintOf({ type: "string", maxLength: 200 })).toBeUndefined();
    expect(await hintOf({ type: "string", minLength: 1 })).toBeUndefined();
  });

  it("is not told again beside its error", async () => {
    const n = { type: "integer", title: "Seats", minimum: 1, maximum: 60 };
    const { page, alice } = await open(object({ name: text, n }));
    expect(page.body).toContain("Enter 1 to 60.");
    const seen = await alice.press(page, "answer", { f0: "a", f1: "61" });
    expect(seen.body).toContain("Seats: ");
    expect(seen.body).not.toContain("Enter 1 to 60.");
  });

  it("is never told as a regular expression", async () => {
    const code = { type: "string", title: "Code", pattern: "^[A-Z]{3}-\\d{4}$" };
    const { page, alice } = await open(object({ name: text, code }));
    const seen = await alice.press(page, "answer", { f0: "a", f1: "nothing" });
    expect(seen.status).toBe(422);
    expect(seen.body).toContain("Code: Enter it in the format that the server asks for.");
    expect(seen.body).not.toContain("[A-Z]");
  });
});

describe("what was typed", () => {
  it("is shown again when the link has expired, to be copied", async () => {
    const { lab, page, alice, end } = await open(
      object({ name: text, note: text, n: { type: "integer" } }),
    );
    lab.clock.now += 16 * 60_000;
    const late = await alice.press(page, "answer", { f0: "Ada", f1: "A <long> note", f2: "many" });
    expect(late.status).toBe(410);
    expect(late.title).toBe("This link has expired");
    expect(late.body).toContain("What you entered was not sent");
    for (const shown of ["Ada", "A &lt;long&gt; note", "many"]) expect(late.body).toContain(shown);
    expect(await end()).toEqual({ status: "expired" });
  });

  it("is not shown to anybody else, nor when it was a secret", async () => {
    const { lab, page, alice } = await open(object({ name: text }));
    lab.clock.now += 16 * 60_000;
    const forged = await alice.press(page, "answer", { f0: "Ada", proof: "x" });
    expect(forged.body).not.toContain("Ada");

    const secret = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const entered = await lab.enter(alice, secret);
    lab.clock.now += 16 * 60_000;
    const late = await alice.press(entered, "save", { f0: "sk_live_1" });
    expect(late.title).toBe("This link has expired");
    expect(late.body).not.toContain("sk_live_1");
  });
});

it.each([
  "abc-def",
  "ABCDEF",
  " abc def ",
  "ａｂｃ－ｄｅｆ",
  "ABC‑DEF",
  "ABC—DEF",
  "ABC−DEF",
  "ａｂｃーｄｅｆ",
])("takes a code however it is written: %s", async (pattern) => {
  const lab = createLab("local");
  const link = await lab.pages.answerLink({ ...asked(lab), requestedSchema: object({ sure }) });
  const letters = [...link.code!.replace("-", "")];
  const wide = /[ａ-ｚ]/.test(pattern);
  const small = /[a-zａ-ｚ]/.test(pattern);
  const written = pattern.replace(/[a-fA-Fａ-ｆ]/g, () => {
    const letter = small ? letters.shift()!.toLowerCase() : letters.shift()!;
    return wide ? String.fromCodePoint(letter.codePointAt(0)! + 0xfee0) : letter;
  });
  const alice = lab.browserOf("alice");
  const page = await alice.press(await alice.open(link.url), undefined, { code: written });
  expect(page.title).toBe("A question for you");
});
