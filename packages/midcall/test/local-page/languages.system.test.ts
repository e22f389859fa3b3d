import { describe, expect, it } from "vitest";
import { createLab, openAndLook, wordsOf } from "./lab.js";
import { Browser } from "../pages/browser.js";

const arriveIn = async (lab: ReturnType<typeof createLab>, language: string) => {
  class Preferring extends Browser {
    override send(url: string, init: RequestInit = {}) {
      return super.send(url, {
        ...init,
        headers: { ...init.headers, "accept-language": language },
      });
    }
  }
  const browser = new Preferring({});
  const page = await openAndLook(browser, lab.opened.at(-1)!);
  return { browser, page };
};

describe("a local page in the language of the browser", () => {
  it.each([
    ["ar-EG", 'lang="ar" dir="rtl"', "رفض"],
    ["de", 'lang="de" dir="ltr"', "Ablehnen"],
    ["es-MX, en;q=0.5", 'lang="es" dir="ltr"', "Rechazar"],
    ["fr-CA", 'lang="fr" dir="ltr"', "Refuser"],
    ["ja", 'lang="ja" dir="ltr"', "拒否"],
    ["nl, sv", 'lang="en" dir="ltr"', "Decline"],
  ])("for %s", async (language, attributes, decline) => {
    await using lab = createLab();
    const { answers } = await lab.ask();
    const { browser, page } = await arriveIn(lab, language);
    expect(page.body).toContain(`<html ${attributes}>`);
    expect(wordsOf(page)).toContain(decline);
    await browser.press(page, "decline");
    expect(answers).toEqual([{ action: "decline" }]);
  });

  it("names the warnings about a link in it", async () => {
    await using lab = createLab();
    await lab.ask({ mode: "url", url: "http://127.0.0.1:9/start" });
    const { page } = await arriveIn(lab, "fr");
    expect(wordsOf(page)).toContain("Cette page vient d’un programme de cet ordinateur.");
  });

  it("is the host's own where it gives its texts a language", async () => {
    await using lab = createLab({ messages: { lang: "nl", decline: "Weigeren" } });
    await lab.ask();
    const { page } = await arriveIn(lab, "de");
    expect(page.body).toContain('<html lang="nl" dir="ltr">');
    expect(wordsOf(page)).toContain("Weigeren");
    // What it leaves out is in English, not in the language of the browser.
    expect(wordsOf(page)).toContain("Not now");
  });
});
