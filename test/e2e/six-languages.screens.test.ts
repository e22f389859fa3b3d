import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENGLISH as PAGES } from "midcall/pages";
import { openScreens } from "../../scripts/screenshots/languages/open-screens.mjs";
import { ENGLISH as FIRST } from "../../packages/midcall/src/react/messages.js";
import { QUESTION_ENGLISH } from "../../packages/midcall/src/react/question-messages.js";
import { launch } from "./chromium.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const WIDTHS = [320, 768, 1440];

/** Words that are the same in another language, and the name in the heading of the page. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ["optional", "Code"],
  fr: ["Code", "Secret", "Questions"],
  es: ["No"],
};
/** The texts of the English catalogues, and the beginnings of those that have a value in them. */
const english = new Set(
  [FIRST, QUESTION_ENGLISH, PAGES].flatMap((catalogue) =>
    Object.entries(catalogue)
      .filter(([key]) => key !== "lang" && key !== "dir")
      .map(([, text]) => text as unknown)
      .filter((text) => typeof text === "string"),
  ),
);
const ENGLISH_WORDS = /\b(?:the|this|your|you|enter|choose|asks|open|please|not|decline unless)\b/i;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** What a user reads or hears: visible texts, names and the title. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode as Text;
      if (parentElement && !parentElement.closest("script, style")) found.push(data);
    }
    for (const name of ["aria-label", "placeholder", "title"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        found.push(element.getAttribute(name)!);
      }
    }
    return found.map((text) => text.replace(/[\u2066-\u2069]/g, "").trim()).filter((text) => text);
  });

async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async (tags) => {
    const { axe } = window as unknown as {
      axe: {
        run(
          root: Document,
          options: object,
        ): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, TAGS);
}

/** What sticks out of the window or of the dialog. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { documentElement } = document;
    const boxes = [documentElement, ...document.querySelectorAll("dialog")];
    const wide = boxes
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} ${scrollWidth} > ${clientWidth}`);
    const out = [...document.querySelectorAll("button, a, input, select, h1, h2, h3, p, li")]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < -1 || box.right > innerWidth + 1))
      .map(({ element }) => element.outerHTML.slice(0, 100));
    return [...wide, ...out];
  });

async function expectGood(page: Page, language: string, name: string): Promise<void> {
  const texts = await textsOf(page);
  if (language !== "en") {
    const left = texts.filter(
      (text) => (english.has(text) && !SAME[language]?.includes(text)) || ENGLISH_WORDS.test(text),
    );
    expect({ name, left }).toEqual({ name, left: [] });
  }
  for (const [index, width] of WIDTHS.entries()) {
    const colorScheme = index % 2 === 0 ? "light" : "dark";
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const wide = await overflow(page);
    expect({ name, width, wide }).toEqual({ name, width, wide: [] });
    // The layout of the widest window is that of the one before.
    if (width === 1440) continue;
    const found = await findings(page);
    expect({ name, colorScheme, found }).toEqual({ name, colorScheme, found: [] });
  }
}

describe.each(["en", "de", "fr", "es", "ja", "ar"])("the screens in %s", (language) => {
  it("fit, are translated, and have nothing that axe finds", async () => {
    const { page, screens, close } = await openScreens(browser, language);
    try {
      for (const [name, open] of Object.entries(screens)) {
        await page.setViewportSize({ width: 768, height: 900 });
        await open();
        const html = page.locator("html");
        expect(await html.getAttribute("lang"), name).toBe(language);
        expect(await html.getAttribute("dir"), name).toBe(language === "ar" ? "rtl" : "ltr");
        await expectGood(page, language, name);
      }
    } finally {
      await close();
    }
  });
});

it("moves the focus from right to left in Arabic", async () => {
  const { page, screens, close } = await openScreens(browser, "ar");
  try {
    await page.setViewportSize({ width: 768, height: 900 });
    await screens["react dialog"]!();
    const names: string[] = [];
    const lefts: number[] = [];
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      names.push(await focused.innerText());
      lefts.push((await focused.boundingBox())!.x);
    }
    expect(names).toEqual(["نعم", "لا", "رفض", "ليس الآن"]);
    expect(lefts[1]).toBeLessThan(lefts[0]!);
    expect(lefts[3]).toBeLessThan(lefts[2]!);
  } finally {
    await close();
  }
});
