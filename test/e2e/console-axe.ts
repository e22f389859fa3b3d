import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { isNight } from "../night.js";
import { openConsole, screenshot, type StartedConsole } from "./console-lab.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResults {
  readonly violations: readonly {
    id: string;
    nodes: readonly { html: string; failureSummary: string }[];
  }[];
}

/** What axe finds in the page as it is; at night also dark, and from right to left. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async (isNight) => {
    const { axe } = window as unknown as {
      axe: { run(root: Document, options: object): Promise<AxeResults> };
    };
    const { documentElement } = document;
    const found: string[] = [];
    const looks = [
      ["light", "ltr"],
      ["dark", "ltr"],
      ["light", "rtl"],
    ] as const;
    for (const [theme, direction] of looks.slice(0, isNight ? looks.length : 1)) {
      documentElement.dataset["theme"] = theme;
      documentElement.dir = direction;
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const { violations } = await axe.run(document, {
        runOnly: tags,
        resultTypes: ["violations"],
      });
      for (const { id, nodes } of violations) {
        found.push(
          `${theme} ${direction} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
        );
      }
    }
    delete documentElement.dataset["theme"];
    documentElement.dir = "ltr";
    return found;
  }, isNight);
}

/** The states that stand for all others in `npm test`: together they have every part of the page. */
const LOOKED_AT = new Set(["tools", "question invalid", "link", "audit", "timeline", "picture"]);

/** Nothing found in any theme, and nothing sticks out of a narrow window; at night in every state. */
export async function good(page: Page, state: string): Promise<void> {
  if (!isNight && !LOOKED_AT.has(state)) return;
  expect({ state, found: await findings(page) }).toEqual({ state, found: [] });
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 800 });
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? `${scrollWidth} > ${clientWidth}` : "fits";
  });
  expect({ state, wide }).toEqual({ state, wide: "fits" });
  await screenshot(page, `320-${state.replaceAll(" ", "-")}`);
  await page.setViewportSize(size);
  await drawn(page, size.width);
}

/** Waits until the page has been drawn at this width: a click before that may miss what moves. */
const drawn = (page: Page, width: number): Promise<void> =>
  page.evaluate(
    (expected) =>
      new Promise<void>((resolve) => {
        const look = (): void =>
          void requestAnimationFrame(() => (innerWidth === expected ? settle() : look()));
        const settle = (): void => void requestAnimationFrame(() => resolve());
        look();
      }),
    width,
  );

/** Without the page's policy, which would not let axe in. */
export const openForAxe = async (browser: Browser, console: StartedConsole): Promise<Page> =>
  (await openConsole(browser, console, { bypassCSP: true })).page;
