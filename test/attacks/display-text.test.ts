import { createInbox } from "midcall/client";
import { createForm, displayText } from "midcall/form";
import { describe, expect, it } from "vitest";
import { safeLine, safeText } from "../../packages/cli/src/safe-text.js";
import { tally } from "./tally.js";

const TOWER = /\p{M}{6}/u;
const marks = (count: number, first = 0x300): string =>
  String.fromCodePoint(...Array.from({ length: count }, (_, at) => first + (at % 0x70)));

/** Texts whose marks would cover the lines above and below. */
const TOWERS = [
  ...[6, 20, 200, 5000].map((count) => `Delete${marks(count)} all?`),
  `\u0301${marks(50)}at the start`,
  // Broken up by what nobody sees.
  Array.from({ length: 60 }, (_, at) => `${marks(2, 0x300 + at)}\u034f\u200b`).join(""),
  `a${"\u20dd".repeat(40)}`,
  `ก${"\u0e49".repeat(40)}`,
  `क${"\u0941".repeat(40)}`,
  `ب${"\u0651\u064e".repeat(40)}`,
];

/** What people write, as it comes apart at the most. */
const WRITTEN = [
  "Tiếng Việt: người, đường, thuở ấy".normalize("NFD"),
  "ที่นี่ ผู้ใหญ่ น้ำ กู้ คู่",
  "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם",
  "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ",
  "क्षत्रिय, स्त्रियाँ, हिन्दी में",
  "ᾧ ἄνθρωποι ᾖ".normalize("NFD"),
  "བསྒྲུབས་ ཧཱུྃ",
  "ကျွန်ုပ်တို့ မြန်မာ ကြွေး",
  "ខ្ញុំស្រឡាញ់ភាសាខ្មែរ",
  "Ṩũȱ, ǹ̥, ɔ̃́, ʰŋ͡m".normalize("NFD"),
  "👍🏽 🇫🇷",
];

describe("towers of combining marks", () => {
  it("are cut to five marks in messages, forms and the terminal's own texts", async () => {
    let tried = 0;
    for (const text of TOWERS) {
      const form = createForm({
        type: "object",
        properties: {
          [text]: { type: "string", title: text, description: text, default: text },
          pick: { type: "string", oneOf: [{ const: "a", title: text }] },
        },
      });
      const shown = [
        displayText(text),
        displayText(text, { lines: true }),
        safeText(text),
        safeLine(text),
        ...form.fields.flatMap((field) => [
          field.label,
          field.title ?? "",
          field.description ?? "",
          ...("options" in field ? field.options.map(({ title }) => title) : []),
        ]),
      ];
      const inbox = createInbox();
      const unmount = inbox.mount();
      await inbox.ready;
      const requestedSchema = { type: "object", properties: {} };
      void inbox.handle({ mode: "form", message: text, requestedSchema }, { server: "A" });
      await new Promise((resolve) => setTimeout(resolve));
      shown.push(inbox.getSnapshot().showing[0]!.message);
      unmount();
      for (const one of shown) expect(one).not.toMatch(TOWER);
      tried += shown.length;
    }
    tally("texts with stacked marks", tried);
  });

  it("leave what people write as it is", () => {
    for (const text of WRITTEN) {
      expect(displayText(text)).toBe(text);
      expect(safeText(text)).toBe(text);
      // So the limit has room for one mark more than any of them needs.
      expect(text).not.toMatch(TOWER);
    }
  });
});
