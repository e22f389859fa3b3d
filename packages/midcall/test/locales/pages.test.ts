import * as ar from "../../src/locales/ar/index.js";
import * as de from "../../src/locales/de/index.js";
import { describe, expect, it } from "vitest";
import { createLab } from "../pages/lab.js";

const withLanguage = { headers: { "accept-language": "de-AT, en;q=0.5" } };

describe("pages in the language of the visitor", () => {
  it("are in the first one that is listed", async () => {
    const lab = createLab("custom", { languages: [de.pages, ar.pages] });
    const open = async (language: string): Promise<string> => {
      const url = `${lab.base}/l/none`;
      const headers = { "accept-language": language };
      const response = await lab.pages.fetch(new Request(url, { headers }));
      const { lang, dir, title } =
        /<html lang="(?<lang>.*?)" dir="(?<dir>.*?)">[^]*<title>(?<title>.*?)<\/title>/.exec(
          await response.text(),
        )!.groups!;
      return [lang, dir, title].join(" ");
    };
    expect(await open("de-AT, en;q=0.5")).toBe("de ltr Dieser Link ist nicht verfügbar");
    expect(await open("ar")).toBe("ar rtl هذا الرابط غير متاح");
    expect(await open("en, de")).toBe("en ltr This link is not available");
    expect(await open("ja")).toBe("en ltr This link is not available");
    expect(await open("\u00ff;q=9".repeat(500))).toBe("en ltr This link is not available");
  });

  it("take an answer in that language", async () => {
    const lab = createLab("custom", { languages: [de.pages] });
    const link = await lab.pages.answerLink({
      principal: lab.alice,
      server: "Files",
      message: "How many?",
      requestedSchema: {
        type: "object",
        properties: { seats: { type: "integer", minimum: 1, maximum: 60 } },
        required: ["seats"],
      },
    } as unknown as Parameters<typeof lab.pages.answerLink>[0]);
    const alice = lab.browserOf("alice");
    await lab.enter(alice, link);
    const page = await alice.open(link.url, withLanguage);
    expect(page.body).toContain("Geben Sie 1 bis 60 ein.");
    expect(page.body).toContain('<p class="message"><bdi>How many?</bdi></p>');
  });

  it("are in the language of `messages` where no language is listed", async () => {
    const lab = createLab("custom", { messages: de.pages });
    const headers = { "accept-language": "en" };
    const response = await lab.pages.fetch(new Request(`${lab.base}/l/none`, { headers }));
    expect(await response.text()).toContain('<html lang="de" dir="ltr">');
  });

  it.each([
    [[{ ...de.pages, lang: "not a tag" }], /lang/],
    [[undefined], /lang/],
    [[de.pages, de.pages], /twice/],
    [[{ ...de.pages, lang: "EN" }], /twice/],
  ])("refuse languages that cannot be told apart", (languages, why) => {
    expect(() => createLab("custom", { languages: languages as never })).toThrow(why);
  });
});
