import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  callNow,
  contentServer,
  fixtureServer,
  launch,
  openConsole,
  openTool,
  question,
  result,
  startConsole,
} from "./console-lab.js";

const fixture = (name: string): string =>
  `node ${fileURLToPath(new URL(`../../packages/cli/test/console/fixtures/${name}`, import.meta.url))}`;
const target = `node ${fixtureServer}`;
const DESKTOP = { viewport: { width: 1280, height: 800 } };
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** How many pixels of an element's content are out of its sight, to the side. */
const hidden = (element: Locator): Promise<number> =>
  element.evaluate((one) => one.scrollWidth - one.clientWidth);
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())!.y;
const openSection = (page: Page, name: string): Promise<void> =>
  page
    .getByRole("navigation", { name: /^Sections of/ })
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .click();

it("keeps the texts of a tool in its card, however long their words are", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, DESKTOP);
  await addServer(page, { target: fixture("long-texts.mjs"), name: "Long" });
  await page
    .getByRole("button", { name: /^Try it/ })
    .first()
    .waitFor();
  for (const card of await page.locator(".tool-card").all()) expect(await hidden(card)).toBe(0);
});

it("has all buttons of a tool in one row where there is room", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, DESKTOP);
  await addServer(page, { target: fixture("long-texts.mjs"), name: "Long" });
  await openTool(page, "Long", "fetch");
  const call = page.getByRole("button", { name: "Call", exact: true });
  const copy = page.getByRole("button", { name: "Copy as command" });
  const before = await topOf(copy);
  expect(before).toBe(await topOf(call));
  await copy.click();
  await page.getByLabel("Command", { exact: true }).waitFor();
  expect(await topOf(copy)).toBe(before);
});

it("shows the current section on a phone, also if sections appear after it", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { viewport: { width: 390, height: 780 } });
  await addServer(page, { target: fixture("long-texts.mjs"), name: "Long" });
  await openSection(page, "About");
  await page
    .getByRole("button", { name: /Settings/ })
    .or(page.getByText("Settings"))
    .first()
    .click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("link", { name: /^Prompts/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: /^Prompts/ }).waitFor();
  const current = page.locator(".tabs [aria-current]");
  const isInSight = async (): Promise<boolean> => {
    const { x, width } = (await current.boundingBox())!;
    return x >= 0 && x + width <= page.viewportSize()!.width;
  };
  await expect.poll(isInSight).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(isInSight).toBe(true);
});

it("hides no section and no server past the edge of a small phone", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { viewport: { width: 320, height: 780 } });
  await addServer(page, { target: fixture("long-texts.mjs"), name: "A server with a long name" });
  await addServer(page, { target: fixture("asks-roots.mjs"), name: "One" });
  for (const part of [page.locator(".tabs"), page.locator(".side"), page.locator("html")]) {
    expect(await hidden(part)).toBe(0);
    for (const list of await part.locator("ul").all()) expect(await hidden(list)).toBe(0);
  }
  for (const link of await page.locator(":is(.tabs, .side) a").all()) {
    const { x, width } = (await link.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(320);
  }
});

it("has sizes and durations in one piece, from left to right, in Arabic as well", async () => {
  await using console = await startConsole(["--", "node", contentServer]);
  const options = { viewport: { width: 320, height: 780 }, locale: "ar" };
  const { page } = await openConsole(browser, console, options);
  await page.locator(".server-link a").click();
  await page.locator("main a[href*='/tools/']").first().waitFor();
  await page.goto(`${page.url().replace(/\/tools.*$/, "")}/timeline`);
  await page.locator(".wire summary").first().click();
  await page.locator(".wire-message .hint").first().waitFor();
  const wrong = (): Promise<{ readonly found: number; readonly wrong: readonly string[] }> =>
    page.evaluate(() => {
      const lines: string[] = [];
      let found = 0;
      const walker = document.createTreeWalker(
        document.querySelector("main")!,
        NodeFilter.SHOW_TEXT,
      );
      while (walker.nextNode()) {
        const { data } = walker.currentNode as Text;
        const match = /(\d[\d.,]*)(\s)(B|kB|MB|ms|s)(?![a-z])/.exec(data);
        if (!match || (walker.currentNode as Text).parentElement!.closest("pre")) continue;
        found += 1;
        const rectOf = (start: number, length: number): DOMRect => {
          const range = document.createRange();
          range.setStart(walker.currentNode, start);
          range.setEnd(walker.currentNode, start + length);
          return range.getBoundingClientRect();
        };
        const [, number = "", space, unit = ""] = match;
        const amount = rectOf(match.index, number.length);
        const after = rectOf(match.index + number.length + 1, unit.length);
        const isRight = amount.right <= after.left + 1 && Math.abs(amount.top - after.top) < 2;
        if (!isRight || space !== "\u00a0") lines.push(data);
      }
      return { found, wrong: lines };
    });
  await expect.poll(async () => (await wrong()).found).toBeGreaterThan(2);
  expect((await wrong()).wrong).toEqual([]);
});

it("has a log that can be read on a small phone", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { viewport: { width: 320, height: 780 } });
  await addServer(page, { target: fixture("long-texts.mjs"), name: "Long" });
  await openTool(page, "Long", "log");
  await callNow(page);
  await result(page, "Logged.");
  await page.goto(`${page.url().split("/tools")[0]}/log`);
  const words = page.locator(".lines .words");
  await words.getByText("A sentence of the server").waitFor();
  expect((await words.boundingBox())!.width).toBeGreaterThan(200);
});

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** Waits until the focus is in an element that fits. */
const focusIn = (page: Page, selector: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((one) => document.activeElement?.closest(one) != null, selector))
    .toBe(true);

/** Whether its upper edge can be seen, below the bar at the top and above the one at the bottom. */
async function isInSight(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  return box !== null && box.y >= 44 && box.y < page.viewportSize()!.height - 20;
}

it("keeps its columns while a question comes and goes", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { viewport: SIZES[0]! });
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "ask");
  const columns = (): Promise<unknown> =>
    page.locator("main").evaluate((main: HTMLElement) => [main.offsetLeft, main.offsetWidth]);
  const before = await columns();
  await callNow(page);
  await question(page, "Mine").waitFor();
  expect(await columns()).toEqual(before);
  await question(page, "Mine").getByRole("button", { name: "Decline" }).click();
  await question(page, "Mine").waitFor({ state: "detached" });
  expect(await columns()).toEqual(before);
});

it("leads from another screen to the question, with a bar that covers nothing", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, {
    viewport: { width: 390, height: 480 },
  });
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "ask");
  await callNow(page);
  await question(page, "Mine").waitFor();
  await page.getByRole("link", { name: "All servers" }).click();
  const bar = page.getByRole("region", { name: "Open questions" });
  // The new screen may still be growing: until the user is at its top, the question itself is in sight.
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, 0));
      return bar.isVisible();
    })
    .toBe(true);
  const height = page.viewportSize()!.height;
  expect((await bar.boundingBox())!.y).toBeGreaterThan(height - 80);
  // What has the focus is never behind the bar.
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab");
    const covered = await page.evaluate(() => {
      const element = document.activeElement!;
      const { bottom } = element.getBoundingClientRect();
      const top = document.querySelector(".question-bar")!.getBoundingClientRect().top;
      return top > 0 && bottom > top && !element.closest(".question-bar, .questions");
    });
    expect(covered).toBe(false);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await bar.getByRole("button", { name: "Answer" }).click();
  await focusIn(page, "[data-question]");
  expect(await isInSight(page, question(page, "Mine"))).toBe(true);
});

it("has its first tool near the top, and a header of one line on a phone", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { viewport: SIZES[0]! });
  await addServer(page, { target, name: "Mine" });
  const first = page.locator(".tool-card").first();
  await first.waitFor();
  expect((await first.boundingBox())!.y).toBeLessThanOrEqual(215);
  await page.getByRole("button", { name: "Dense" }).click();
  expect((await first.boundingBox())!.y).toBeLessThanOrEqual(190);
  await page.reload();
  await first.waitFor();
  expect(await page.getByRole("button", { name: "Dense" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  await page.getByRole("button", { name: "Dense" }).click();
  await openTool(page, "Mine", "ask");
  await callNow(page);
  await question(page, "Mine").waitFor();
  for (const size of SIZES.slice(1)) {
    await page.setViewportSize(size);
    expect((await page.locator(".top").boundingBox())!.height).toBeLessThanOrEqual(56);
  }
});
