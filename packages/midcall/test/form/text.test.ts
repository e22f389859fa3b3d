import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createForm, displayText } from "../../src/form/index.js";
import { labelFrom } from "../../src/form/text.js";
import { scaled } from "../../../../test/night.js";
import { codePoint } from "../../../../test/code-points.js";

/** What must never reach a screen out of somebody else's text. */
const HARMFUL =
  // eslint-disable-next-line no-misleading-character-class
  /[\0-\x09\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/u;

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."ab é😀\n\r\t\v\f\0\x07\x1b[]0m;\x85\x9b"),
    fc.constantFrom(
      ..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c\u200b\u200c\u200d\u200e\u200f",
    ),
    fc.constantFrom(
      ..."\u2028\u2029\u2060\ufeff\u00ad\u3164\ufff9",
      "\ud800",
      "\udc00",
      "\u{e0041}",
    ),
    fc.string({ minLength: 1, maxLength: 1, unit: codePoint }),
  ),
  maxLength: 30,
});

describe("text from a server", () => {
  it.each([
    ["plain text, ünïcödé and 漢字 😀", "plain text, ünïcödé and 漢字 😀"],
    ["\u001b[31mred\u001b[0m", "[31mred[0m"],
    [
      "\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007",
      "]8;;https://evil.examplelink]8;;",
    ],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["\u2067a\u2069b\u200b\u200dc\ufeff", "abc"],
    ["one\r\ntwo\rthree\u2028four\n\n\n\nfive", "one two three four five"],
    ["a\tb", "a b"],
    ["\ud83d half", "half"],
    ["  \u200b ", ""],
  ])("%j shows as %j", (given, shown) => {
    expect(displayText(given)).toBe(shown);
  });

  it("keeps lines where there is room for them, but not a screenful of nothing", () => {
    expect(displayText("one\r\ntwo\u2029three\n\n\n\n\nfour\n", { lines: true })).toBe(
      "one\ntwo\nthree\n\nfour",
    );
  });

  it("is harmless, whatever it was, and stays so", () => {
    fc.assert(
      fc.property(nasty, fc.boolean(), (text, lines) => {
        const shown = displayText(text, { lines });
        expect(shown).not.toMatch(HARMFUL);
        if (!lines) expect(shown).not.toContain("\n");
        expect(displayText(shown, { lines })).toBe(shown);
      }),
      { numRuns: scaled(1_500, 20_000) },
    );
    expect("a\u202eb").toMatch(HARMFUL);
  });

  it("is harmless everywhere in a form, and the values stay exact", () => {
    fc.assert(
      fc.property(
        fc.tuple(
          nasty,
          nasty,
          nasty,
          nasty,
          nasty,
          nasty,
          fc.uniqueArray(nasty, { minLength: 1, maxLength: 3 }),
        ),
        ([name, title, description, preset, pattern, reason, values]) => {
          const properties = Object.fromEntries([
            [`a${name}`, { type: "string", title, description, default: preset }],
            [`b${name}`, { type: "string", pattern, minLength: 1 }],
            [`c${name}`, { type: "string", title, enum: values, enumNames: values }],
            [
              `d${name}`,
              { type: "array", items: { anyOf: values.map((value) => ({ const: value, title })) } },
            ],
            [`e${name}`, { type: title, description }],
          ]);
          const form = createForm(
            { type: "object", properties, required: [`e${name}`] },
            { reason },
          );
          form.set(`b${name}`, "no such text");
          form.validate();
          const { fields, issues } = form.getSnapshot();
          const shown = [
            ...issues.map(({ message }) => message),
            ...fields.flatMap(({ field, issue, error, input }) => [
              field.label,
              field.title ?? "",
              field.description ?? "",
              ...("reason" in field ? [field.reason] : []),
              ...("options" in field ? field.options.map((option) => option.title) : []),
              ...(field.kind === "text" && !field.name.startsWith("b") ? [String(input)] : []),
              ...(issue ? [issue.message, error!, ...Object.values(issue.params).map(String)] : []),
            ]),
          ];
          for (const text of shown) expect(text).not.toMatch(HARMFUL);
          for (const { field } of fields) {
            expect(field.label).not.toBe("");
            if ("options" in field) {
              expect(field.options.map(({ value }) => value)).toEqual(values);
              for (const { title } of field.options) expect(title).not.toBe("");
            }
          }
        },
      ),
      { numRuns: scaled(300, 3_000) },
    );
  });
});

describe("labels", () => {
  it.each([
    ["firstName", "First name"],
    ["first_name", "First name"],
    ["user-email", "User email"],
    ["homeURL", "HomeURL"],
    ["x", "X"],
    ["", ""],
  ])("%j reads %j", (name, label) => {
    expect(labelFrom(name)).toBe(label);
  });

  it("fall back from the title to the name to a dash", () => {
    const { fields } = createForm({
      type: "object",
      properties: {
        given: { type: "string", title: "Your name" },
        blank_title: { type: "string", title: " \u200b" },
        "\u202e": { type: "string" },
      },
    });
    expect(fields.map(({ label }) => label)).toEqual(["Your name", "Blank title", "—"]);
  });
});

describe("options without a visible title", () => {
  const titlesOf = (options: readonly (readonly [value: string, title?: string])[]): string[] => {
    const oneOf = options.map(([value, title]) => ({ const: value, title }));
    const { fields } = createForm({
      type: "object",
      properties: { x: { type: "string", oneOf } },
    });
    return "options" in fields[0]! ? fields[0].options.map(({ title }) => title) : [];
  };

  it("have their value as title", () => {
    expect(
      titlesOf([
        ["eu", ""],
        ["us", " \u200b"],
        ["ap", "Asia"],
      ]),
    ).toEqual(["eu", "us", "Asia"]);
  });

  it("are told apart also where the values are not visible, without doing harm", () => {
    const values = [
      "",
      " ",
      "\u200b",
      "\u200b\u200b",
      '"\\u{200b}"',
      "a",
      "a\u200b",
      "\u202ea",
      "\u001b[2J",
      "\u0301",
    ];
    const titles = titlesOf(values.map((value) => [value, ""]));
    expect(new Set(titles).size).toBe(values.length);
    expect(titles.slice(0, 3)).toEqual(['""', '" "', '"\\u{200b}"']);
    expect(titles).toContain("a");
    for (const title of titles) expect(displayText(title)).toBe(title);
    expect(new Set(titlesOf(values.map((value) => [value, "Same"]))).size).toBe(values.length);
  });

  it("do not take the title of another one", () => {
    const titles = titlesOf([
      ["2", "A (1)"],
      ["1", "A"],
      ["3", "A"],
    ]);
    expect(new Set(titles).size).toBe(3);
  });

  it("have any value, and are told apart and harmless all the same", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: codePoint, maxLength: 5 }), {
          minLength: 2,
          maxLength: 5,
        }),
        fc.constantFrom("", "\u200b", "Same"),
        (values, title) => {
          const titles = titlesOf(values.map((value) => [value, title]));
          expect(new Set(titles).size).toBe(values.length);
          for (const shown of titles) expect(displayText(shown)).toBe(shown);
        },
      ),
    );
  });
});
