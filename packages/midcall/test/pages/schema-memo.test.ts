import fc from "fast-check";
import { pages as german } from "../../src/locales/de/index.js";
import { describe, expect, it } from "vitest";
import type { RequestedSchema } from "midcall";
import { createForm } from "midcall/form";
import { ENGLISH } from "../../src/pages/messages.js";
import { limitsText } from "../../src/pages/views/fields/limits.js";
import { html } from "../../src/pages/views/html.js";
import { SchemaMemo } from "../../src/pages/views/schema-memo.js";
import { asked, createLab } from "./lab.js";
import { scaled } from "../../../../test/night.js";

const schemaOf = (title: string): RequestedSchema => ({
  type: "object",
  properties: { a: { type: "string", title } },
});

describe("what is remembered of a schema", () => {
  it("is made once for each use and each schema, whatever the object", () => {
    const memo = new SchemaMemo<string>((text) => text.length);
    let made = 0;
    const get = (use: string, title: string): string =>
      memo.get(use, schemaOf(title), () => `${use} ${title} ${++made}`);
    expect(get("answer", "A")).toBe("answer A 1");
    expect(get("answer", "A")).toBe("answer A 1");
    expect(get("answer", "B")).toBe("answer B 2");
    expect(get("secret", "A")).toBe("secret A 3");
    expect(get("answer", "A")).toBe("answer A 1");
  });

  it("is that of the 64 latest schemas, and nothing long", () => {
    const memo = new SchemaMemo<string>((text) => text.length);
    let made = 0;
    const get = (title: string, result = "x"): string =>
      memo.get("", schemaOf(title), () => (made++, result));
    for (let n = 0; n < 65; n++) get(String(n));
    made = 0;
    for (let n = 64; n > 0; n--) get(String(n));
    expect(made).toBe(0);
    get("0");
    expect(made).toBe(1);
    for (const turn of [2, 3]) {
      get("long".repeat(5_000));
      expect(made).toBe(turn);
    }
    for (const turn of [4, 5]) {
      get("long result", "y".repeat(20_000));
      expect(made).toBe(turn);
    }
  });
});

describe("pages of schemas that were seen before", () => {
  const options = {
    languages: [german],
    review: "auto",
    limits: { perAddress: Infinity, linksPerUser: Infinity },
  } as const;
  const ways = ["en", "de"].flatMap((language) =>
    [true, false].flatMap((isSecret) =>
      [true, false].flatMap((isOther) =>
        [true, false].map((isAgain) => ({ language, isSecret, isOther, isAgain })),
      ),
    ),
  );
  const texts = fc.constantFrom("A", "B", "<b>", "Password", "ü");
  const anySchema = fc.record({
    type: fc.constant("object" as const),
    properties: fc.dictionary(
      fc.constantFrom("a", "b", "token", "1"),
      fc.oneof(
        fc.record({ type: fc.constant("string" as const), title: texts }),
        fc.record({ type: fc.constant("string" as const), default: texts }),
        fc.record({ type: fc.constant("boolean" as const), title: texts }),
        fc.record({ type: fc.constant("string" as const), enum: fc.constant(["x", "y"]) }),
      ),
      { minKeys: 1 },
    ),
  });
  const without = (body: string): string =>
    body.replace(/ action="[^"]*"/g, "").replace(/name="proof" value="[^"]*"/g, "");

  it("are those that pages without a past show, in each language and for each use", async () => {
    const past = createLab("custom", options);
    await fc.assert(
      fc.asyncProperty(anySchema, fc.shuffledSubarray(ways), async (given, order) => {
        const requestedSchema = given as RequestedSchema;
        for (const { language, isSecret, isOther, isAgain } of order) {
          const shown = async (lab: typeof past): Promise<string> => {
            const link = isSecret
              ? await lab.pages.secretLink({
                  ...asked(lab),
                  name: "n",
                  schema: requestedSchema,
                  plain: isOther ? ["a", "b"] : [],
                })
              : await lab.pages.answerLink({
                  ...asked(lab),
                  requestedSchema,
                  ...(isOther && { previous: { a: "x", b: true, token: "x" } }),
                  ...(isAgain && { reason: "Another one" }),
                });
            const headers = { "accept-language": language, cookie: "site-user=alice" };
            const response = await lab.pages.fetch(new Request(link.url, { headers }));
            expect(response.status).toBe(200);
            return without(await response.text());
          };
          expect(await shown(past)).toBe(await shown(createLab("custom", options)));
        }
      }),
      { numRuns: scaled(15, 400) },
    );
  });
});

describe("a text that an author has left empty", () => {
  it("is no hint of a field", () => {
    const properties = { a: { type: "string", pattern: "a[bc]+" } };
    const [state] = createForm({ type: "object", properties }).getSnapshot().fields;
    const { field } = state!;
    expect(limitsText(field, ENGLISH, undefined)).toBe(ENGLISH.checkedFormat);
    expect(limitsText(field, { ...ENGLISH, checkedFormat: "" }, undefined)).toBeUndefined();
  });
});

describe("a template of HTML", () => {
  it("escapes what is inserted, wherever it stands", () => {
    const hostile = fc.string({ unit: fc.constantFrom("&", "<", ">", '"', "'", "a", "é") });
    fc.assert(
      fc.property(hostile, fc.array(hostile), (one, list) => {
        const escaped = (text: string): string =>
          text
            .replaceAll("&", "&amp;")
            .replaceAll("<", "&lt;")
            .replaceAll(">", "&gt;")
            .replaceAll('"', "&quot;")
            .replaceAll("'", "&#39;");
        expect(
          html`<p>${one}${list}${html`<b>${one}</b>`}${false}${undefined}${0}</p>`.toString(),
        ).toBe(`<p>${escaped(one)}${list.map(escaped).join("")}<b>${escaped(one)}</b>0</p>`);
      }),
    );
  });
});
