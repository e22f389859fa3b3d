import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { texts as ar } from "../../packages/cli/web/src/messages/ar/index.js";
import { texts as de } from "../../packages/cli/web/src/messages/de/index.js";
import { texts as es } from "../../packages/cli/web/src/messages/es/index.js";
import { texts as fr } from "../../packages/cli/web/src/messages/fr/index.js";
import { texts as ja } from "../../packages/cli/web/src/messages/ja/index.js";
import { languageFor } from "../../packages/midcall/app/src/messages/language.js";
import {
  artifacts,
  contentServer,
  launch,
  openConsole,
  reconnect,
  type StartedConsole,
  startConsole,
} from "./console-lab.js";
import { ENGLISH_WORDS, textsOf } from "./language-lab.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const TEXTS = { ar, de, es, fr, ja } as const;
type Language = keyof typeof TEXTS;

/** The sections of a server, and the other screens, by their addresses. */
const SECTIONS = [
  "tools",
  "prompts",
  "resources",
  "requests",
  "scenarios",
  "timeline",
  "output",
  "about",
  "edit",
];

let browser: Browser;
let console_: StartedConsole;
beforeAll(async () => {
  browser = await launch();
  console_ = await startConsole(["--", "node", contentServer]);
});
afterAll(async () => {
  await console_[Symbol.asyncDispose]();
  await browser.close();
});

/** Visible texts and names that are those of the English page. */
const englishIn = async (page: Page, language: Language): Promise<string[]> => {
  // A unit test lists the few texts that are the same in the language.
  const english = new Set(
    Object.entries(TEXTS[language])
      .filter(([key, text]) => key !== text)
      .map(([key]) => key),
  );
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode as Text;
      // What a server says of itself is its own.
      if (
        parentElement &&
        !parentElement.closest("script, bdi, code, [dir=auto], [data-midcall=words]")
      ) {
        found.push(data);
      }
    }
    for (const name of ["aria-label", "placeholder", "title"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        found.push(element.getAttribute(name)!);
      }
    }
    return found.map((text) => text.trim());
  });
  return texts.filter((text) => english.has(text));
};

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

const overflow = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? `${scrollWidth} > ${clientWidth}` : "fits";
  });

/** A step of the test: all is well with what is shown. */
type Check = (name: string, schemes?: readonly ("light" | "dark")[]) => Promise<void>;

/** @param language - one other than English, whose texts are to be there */
const checkOf =
  (page: Page, tag: string, language: Language | undefined): Check =>
  async (name, schemes = []) => {
    const left = language ? await englishIn(page, language) : [];
    expect({ name, left }).toEqual({ name, left: [] });
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await overflow(page);
      if (wide !== "fits") {
        await page.screenshot({ path: `${artifacts}/overflow-${tag}-${name}-${width}.png` });
      }
      expect({ name, width, wide }).toEqual({ name, width, wide: "fits" });
      // Light on a phone, dark in a wide window.
      const colorScheme = width === 320 ? "light" : "dark";
      if (width === 768 || !schemes.includes(colorScheme)) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const found = await findings(page);
      expect({ name, colorScheme, found }).toEqual({ name, colorScheme, found: [] });
    }
  };
const BOTH = ["light", "dark"] as const;

/** Opens the tool that asks a question of each kind, and answers none of them. */
async function checkQuestions(page: Page, tag: string, check: Check): Promise<void> {
  try {
    await checkEachKind(page, tag, check);
  } catch (error) {
    // What is still open is no question of the next language.
    await reconnect(page, console_);
    throw error;
  }
}

async function checkEachKind(page: Page, tag: string, check: Check): Promise<void> {
  const { form } = languageFor(tag);
  const asked = page.locator("[data-midcall=question]");
  const button = (name: string): Locator => asked.getByRole("button", { name, exact: true });
  const goodQuestion = async (name: string, schemes: typeof BOTH | readonly ["dark"]) => {
    await check(name, schemes);
    if (tag === "en") return;
    // What the server says is in Greek.
    const texts = await textsOf(page, "[data-midcall=question]");
    expect(texts.join(" ")).toMatch(/[α-ω]/);
    const left = texts.filter((text) => ENGLISH_WORDS.test(text));
    expect({ name, left }).toEqual({ name, left: [] });
  };
  const declined = async (): Promise<void> => {
    const open = await asked.getAttribute("data-question");
    await button(form.decline).click();
    await page.locator(`[data-question="${open}"]`).waitFor({ state: "detached" });
  };
  await page.locator("main form button[type=submit]").first().click();
  await button(form.review).click();
  await asked.locator("[data-midcall=summary]").waitFor();
  await goodQuestion("a form with every field, and errors", BOTH);
  await declined();
  await button(form.yes).waitFor();
  await goodQuestion("yes or no", ["dark"]);
  await declined();
  await asked.locator("[data-midcall=url]").waitFor();
  await goodQuestion("a link", BOTH);
  await declined();
  // The newest call is the first.
  await page.locator("li[data-call]").first().getByText("decline,decline,decline").waitFor();
}

describe.each(Object.keys(TEXTS) as Language[])("the console in %s", (language) => {
  it("fits, is translated, and has nothing that axe finds", async () => {
    const { page, context, watch } = await openConsole(browser, console_, {
      locale: language,
      bypassCSP: true,
    });
    const expectGood = checkOf(page, language, language);
    try {
      const html = page.locator("html");
      expect(await html.getAttribute("lang")).toBe(language);
      expect(await html.getAttribute("dir")).toBe(language === "ar" ? "rtl" : "ltr");
      const server = page.locator(".server-link a");
      await server.waitFor();
      await expectGood("servers", BOTH);
      await server.click();
      const tool = page.locator("main a[href*='/tools/']").first();
      await tool.waitFor();
      const base = page.url().replace(/tools$/, "");
      for (const section of SECTIONS) {
        await page.goto(base + section);
        await page.locator("main h1").waitFor();
        await page.locator(".skeleton").first().waitFor({ state: "detached" });
        await expectGood(section, section === "tools" ? BOTH : []);
      }
      await page.goto(`${base}tools`);
      await tool.click();
      await page.locator("form").first().waitFor();
      await expectGood("tool", BOTH);
      await page.goto(page.url().replace(/#.*/, "#/audit"));
      await expectGood("audit");
      await page.locator("button[popovertarget=shortcuts]").click();
      await page.locator("#shortcuts select").waitFor();
      await expectGood("shortcuts", BOTH);
      await page.goto(`${base}tools/questions`);
      await page.locator("main form").first().waitFor();
      await checkQuestions(page, language, expectGood);
      expect(watch.faults).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

it("the questions fit in English, too, and have nothing that axe finds", async () => {
  const { page, context } = await openConsole(browser, console_, { bypassCSP: true });
  try {
    await page.locator(".server-link a").click();
    await page.locator("main a[href$='/tools/questions']").click();
    await page.locator("main form").first().waitFor();
    await checkQuestions(page, "en", checkOf(page, "en", undefined));
  } finally {
    await context.close();
  }
});
