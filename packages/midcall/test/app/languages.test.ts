import { describe, expect, it } from "vitest";
import { dateLocale, type Language, languageFor } from "../../app/src/messages/language.js";
import type { Asker } from "../../app/src/question/view-state.js";
import { createView } from "../../app/src/question/view.js";
import { QUESTION_META } from "../../src/contracts/app.js";
import { LANGUAGES } from "../../src/locales/index.js";
import { type FakeHost, fakeHost, settled } from "./fake-host.js";

const KNOWN: Asker = { server: "⟦1⟧", tool: "⟦2⟧" };
const UNKNOWN: Asker = { server: "", tool: "" };
const COUNTS = [1, 2, 3, 11, 100, 1_000_000];

/** All texts of the View, by their paths and what they are called with. */
function textsOf({ view }: Language): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string") texts.set(path, value);
    else if (typeof value === "function") {
      const call = value as (given: unknown) => unknown;
      if (path.endsWith("moreQuestions")) {
        for (const count of COUNTS) walk(call(count), `${path}(${count})`);
      } else if (path.endsWith("openUntil")) walk(call("⟦3⟧"), path);
      else {
        walk(call(KNOWN), `${path}(known)`);
        walk(call(UNKNOWN), `${path}(unknown)`);
      }
    } else {
      for (const [key, part] of Object.entries(value as object)) walk(part, `${path}.${key}`);
    }
  };
  walk(view, "");
  return texts;
}

const english = textsOf(languageFor("en"));
const plain = (text: string): string => text.replace(/[\u2066-\u2069]/g, "");
/** Words that are the same. */
const SAME: Readonly<Record<string, readonly string[]>> = { fr: ["Question"] };

describe.each(LANGUAGES.filter((tag) => tag !== "en"))("the texts of the View in %s", (tag) => {
  const language = languageFor(tag);
  const texts = textsOf(language);

  it("are all there, and none is left in English", () => {
    expect(language.tag).toBe(tag);
    expect(language.form.lang).toBe(tag);
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    const left = [...texts].filter(
      ([path, text]) =>
        text !== "" && text === english.get(path) && !SAME[tag]?.includes(plain(text)),
    );
    expect(left).toEqual([]);
    for (const [path, text] of texts) {
      expect(text, path).not.toMatch(/undefined|\[object/);
      expect(text.trim() === "", path).toBe(english.get(path) === "");
    }
  });

  it("name whom the English ones name, and say the numbers", () => {
    for (const [path, text] of english) {
      for (const mark of text.match(/⟦\d⟧/g) ?? []) expect(texts.get(path), path).toContain(mark);
    }
    for (const count of COUNTS.filter((one) => one > 2)) {
      const digits = texts.get(`.moreQuestions(${count})`)!.replace(/\D/g, "");
      expect(digits).toBe(String(count));
    }
  });

  it("isolate what comes from elsewhere, but not for the model", () => {
    for (const [path, text] of texts) {
      if (path.startsWith(".toModel")) expect(text, path).not.toMatch(/[\u2066-\u2069]/);
      else expect(text.replace(/\u2068[^\u2068\u2069]*\u2069/g, ""), path).not.toMatch(/⟦/);
    }
  });

  it("have no Latin words in another script", () => {
    if (tag !== "ja" && tag !== "ar") return;
    for (const [path, text] of texts) expect(text, path).not.toMatch(/[a-z]{2,}/i);
  });
});

describe("the language of the View", () => {
  it.each([
    ["de", [], "de", "ltr"],
    ["de-AT", ["fr"], "de", "ltr"],
    ["ar-EG", [], "ar", "rtl"],
    ["ja-JP-u-ca-japanese", [], "ja", "ltr"],
    ["pt-BR", ["es"], "en", "ltr"],
    ["he", [], "en", "ltr"],
    [undefined, ["pt", "es-MX", "de"], "es", "ltr"],
    [undefined, [], "en", "ltr"],
  ] as const)("of %j in a browser of %j is %s", (locale, preferred, tag, dir) => {
    expect(languageFor(locale, preferred)).toMatchObject({ tag, dir });
  });

  it.each([
    ["de-AT", [], "de-AT-u-nu-latn"],
    ["ar-EG", [], "ar-EG-u-nu-latn"],
    ["pt-BR", [], "pt-BR-u-nu-latn"],
    [undefined, ["pt", "es-MX"], "es-MX-u-nu-latn"],
    [undefined, [], "en-u-nu-latn"],
  ] as const)("dates of %j in a browser of %j are in %s", (locale, preferred, dates) => {
    expect(dateLocale(languageFor(locale, preferred), locale, preferred)).toBe(dates);
  });

  it("names no server that is not known", () => {
    for (const tag of LANGUAGES) {
      const { form, view } = languageFor(tag);
      expect(form.asks("—")).toBe(view.question);
      expect(form.asks("tables")).toContain("tables");
    }
  });

  it("is that of the browser until the host says one, and changes with it", async () => {
    const host = fakeHost();
    const view = createView(host.own, ["fr-CA", "en"]);
    const tag = (): string => view.getSnapshot().language.tag;
    expect(tag()).toBe("fr");
    await host.answer("ui/initialize", { hostContext: { locale: "ja-JP" } });
    expect(tag()).toBe("ja");
    host.notify("ui/notifications/host-context-changed", { theme: "dark" });
    expect(tag()).toBe("ja");
    host.notify("ui/notifications/host-context-changed", { locale: "ar" });
    expect(view.getSnapshot()).toMatchObject({ language: { tag: "ar" }, dates: "ar-u-nu-latn" });
    view.close();
  });
});

describe("in the language of the host", () => {
  async function openAsked(): Promise<{ host: FakeHost; view: ReturnType<typeof createView> }> {
    const host = fakeHost();
    const view = createView(host.own);
    const hostContext = { locale: "de-CH" };
    await host.answer("ui/initialize", { hostCapabilities: { message: {} }, hostContext });
    const requestedSchema = { type: "object", properties: { people: { type: "integer" } } };
    const question = { id: "q", key: "k", tool: "book_table", message: "?", requestedSchema };
    host.notify("ui/notifications/tool-result", { _meta: { [QUESTION_META]: question } });
    await host.answer("tools/call", { structuredContent: { status: "open" } });
    return { host, view };
  }

  it("the errors of an attempt to answer", async () => {
    const { host, view } = await openAsked();
    const refused = view.respond({ action: "accept", content: { people: 4 } });
    await host.answer("tools/call", { structuredContent: { status: "invalid" } });
    expect(await refused).toEqual({
      ok: false,
      errors: ["Der Server hat diese Antwort nicht angenommen."],
    });
    view.close();
  });

  it("the user's message to the model, without what the user has answered", async () => {
    const { host, view } = await openAsked();
    void view.respond({ action: "accept", content: { people: 4711 } });
    await host.answer("tools/call", { structuredContent: { status: "received" } });
    await settled();
    expect(host.of("ui/message").at(-1)?.params).toEqual({
      role: "user",
      content: [
        {
          type: "text",
          text: "Ich habe die Frage des Werkzeugs „book_table“ beantwortet. Bitte noch einmal mit denselben Argumenten aufrufen.",
        },
      ],
    });
    view.close();
  });
});
