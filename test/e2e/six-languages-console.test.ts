import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { texts as ar } from "../../packages/cli/web/src/messages/ar/index.js";
import { texts as de } from "../../packages/cli/web/src/messages/de/index.js";
import { texts as es } from "../../packages/cli/web/src/messages/es/index.js";
import { texts as fr } from "../../packages/cli/web/src/messages/fr/index.js";
import { texts as ja } from "../../packages/cli/web/src/messages/ja/index.js";
import {
  artifacts,
  contentServer,
  launch,
  openConsole,
  type StartedConsole,
  startConsole,
} from "./console-lab.js";

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

describe.each(Object.keys(TEXTS) as Language[])("the console in %s", (language) => {
  it("fits, is translated, and has nothing that axe finds", async () => {
    const { page, context, watch } = await openConsole(browser, console_, {
      locale: language,
      bypassCSP: true,
    });
    const expectGood = async (name: string, withAxe = false): Promise<void> => {
      const left = await englishIn(page, language);
      expect({ name, left }).toEqual({ name, left: [] });
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await overflow(page);
        if (wide !== "fits") {
          await page.screenshot({ path: `${artifacts}/overflow-${language}-${name}-${width}.png` });
        }
        expect({ name, width, wide }).toEqual({ name, width, wide: "fits" });
      }
      if (!withAxe) return;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const found = await findings(page);
        expect({ name, colorScheme, found }).toEqual({ name, colorScheme, found: [] });
      }
    };
    try {
      const html = page.locator("html");
      expect(await html.getAttribute("lang")).toBe(language);
      expect(await html.getAttribute("dir")).toBe(language === "ar" ? "rtl" : "ltr");
      const server = page.locator(".server-link a");
      await server.waitFor();
      await expectGood("servers", true);
      await server.click();
      const tool = page.locator("main a[href*='/tools/']").first();
      await tool.waitFor();
      const base = page.url().replace(/tools$/, "");
      for (const section of SECTIONS) {
        await page.goto(base + section);
        await page.locator("main h1").waitFor();
        await page.locator(".skeleton").first().waitFor({ state: "detached" });
        await expectGood(section, section === "tools");
      }
      await page.goto(`${base}tools`);
      await tool.click();
      await page.locator("form").first().waitFor();
      await expectGood("tool", true);
      await page.goto(page.url().replace(/#.*/, "#/audit"));
      await expectGood("audit");
      await page.locator("button[popovertarget=shortcuts]").click();
      await page.locator("#shortcuts select").waitFor();
      await expectGood("shortcuts", true);
      expect(watch.faults).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

it("is in the language that the user has chosen, whatever the browser prefers", async () => {
  const { page, context } = await openConsole(browser, console_, { locale: "fr" });
  try {
    await page.locator("button[popovertarget=shortcuts]").click();
    await page.getByLabel("Langue").selectOption("ja");
    await page.locator("html[lang=ja]").waitFor();
    await page.getByRole("link", { name: "すべてのサーバー" }).waitFor();
    await page.locator("button[popovertarget=shortcuts]").click();
    await page.getByLabel("言語").selectOption("en");
    await page.locator("html[lang=en]").waitFor();
    await page.getByRole("link", { name: "All servers" }).waitFor();
  } finally {
    await context.close();
  }
});
