import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../night.js";
import {
  addServer,
  borrowConsole,
  callNow,
  contentServer,
  fixture,
  fixtureServer,
  launch,
  openConsole,
  openTool,
  question,
  result,
} from "./console-lab.js";

const asksRoots = fixture("asks-roots.mjs");
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const roots = (page: Page, server: string): Locator =>
  page.getByRole("article", { name: `${server} wants to know your directories` });
const sampling = (page: Page, server: string): Locator =>
  page.getByRole("article", { name: `${server} wants an answer of a model` });
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())!.y;

/** Waits until the focus is in an element that fits. */
const focusIn = (page: Page, selector: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((one) => document.activeElement?.closest(one) != null, selector))
    .toBe(true);

it("keeps the place of a request that was withdrawn, until it is dismissed", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console);
  await addServer(page, { target: `node ${asksRoots}`, name: "One" });
  await addServer(page, { target: `node ${asksRoots} two`, name: "Two" });
  await roots(page, "Two").waitFor();
  await page.getByRole("heading", { name: "Questions", exact: true }).waitFor();
  await openTool(page, "One", "withdraw");
  await page.evaluate(() => scrollTo(0, 0));
  const before = await topOf(roots(page, "Two"));
  await callNow(page);
  await roots(page, "One").getByText("The server has withdrawn it").waitFor();
  expect(await topOf(roots(page, "Two"))).toBe(before);
  await page.getByRole("button", { name: "1 question", exact: true }).waitFor();
  await page
    .getByRole("navigation", { name: "Console" })
    .getByRole("link", { name: "One" })
    .click();
  await page.getByRole("link", { name: "Timeline" }).click();
  await page
    .locator(".wire > li")
    .filter({ hasText: "roots/list" })
    .getByText("cancelled", { exact: true })
    .waitFor();
  await roots(page, "One").getByRole("button", { name: "Dismiss" }).click();
  await roots(page, "One").waitFor({ state: "detached" });
  await roots(page, "Two").getByRole("button", { name: "Refuse" }).click();
  await roots(page, "Two").waitFor({ state: "detached" });
  expect(watch).toEqual({ faults: [], foreign: [] });
});

it("lets no request answer a click at the moment in which it takes the place of another", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console);
  await addServer(page, { target: `node ${asksRoots}`, name: "One" });
  await addServer(page, { target: `node ${asksRoots} two`, name: "Two" });
  await roots(page, "Two").waitFor();
  // Clicks where the button was as soon as the card is gone.
  await page.evaluate(() => {
    const area = document.querySelector("#questions")!;
    const first = area.querySelector(".request")!;
    const button = [...first.querySelectorAll("button")].find((one) => one.innerText === "Refuse")!;
    const { x, y, width, height } = button.getBoundingClientRect();
    const observer = new MutationObserver(() => {
      if (first.isConnected) return;
      observer.disconnect();
      const at = document.elementFromPoint(x + width / 2, y + height / 2)!;
      document.body.dataset["clicked"] = (at as HTMLElement).innerText;
      at.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    });
    observer.observe(area, { childList: true, subtree: true });
  });
  await roots(page, "One").getByRole("button", { name: "Refuse" }).click();
  await roots(page, "One").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.body.dataset["clicked"])).toBe("Refuse");
  // A request of the page after it has been answered: what was clicked before has arrived.
  await roots(page, "Two").getByRole("button", { name: "More time" }).click();
  await openTool(page, "Two", "withdraw");
  await roots(page, "Two").getByLabel("Directories").waitFor();
});

const SIZES = [
  { width: 1280, height: 640 },
  { width: 390, height: 844 },
];

it.each(SIZES.slice(0, scaled(1, 2)))(
  "treats a request of the user's own call as a question of it (%o)",
  async (viewport) => {
    await using console = await borrowConsole();
    const { page } = await openConsole(browser, console, { viewport });
    await addServer(page, { target: `node ${contentServer}`, name: "Mine" });
    await openTool(page, "Mine", "sample");
    await callNow(page);
    await sampling(page, "Mine").waitFor();
    await focusIn(page, ".request");
    await page.getByRole("button", { name: /^Cancel sample/ }).click();
    await sampling(page, "Mine").waitFor({ state: "detached" });

    // Also below the question of another server.
    await addServer(page, { target: `node ${fixtureServer}`, name: "Other" });
    await openTool(page, "Other", "ask");
    await callNow(page);
    await question(page, "Other").waitFor();
    await openTool(page, "Mine", "sample");
    await callNow(page);
    await focusIn(page, ".request");
    await expect.poll(() => topOf(sampling(page, "Mine").getByRole("heading"))).toBeLessThan(620);
    await page.getByText("Waiting for you", { exact: true }).waitFor();
    await sampling(page, "Mine")
      .getByLabel(/^Answer/)
      .fill("A poem");
    await sampling(page, "Mine").getByRole("button", { name: "Send" }).click();
    await result(page, "A poem");
  },
);

const FIRST_SCREENS = [
  ["Prompts", "A greeting"],
  ["Resources", "Notes"],
] as const;

it.each(FIRST_SCREENS.slice(0, scaled(1, 2)))(
  "has the focus on the heading of a screen that is loaded first (%s)",
  async (section, item) => {
    await using console = await borrowConsole();
    const { page } = await openConsole(browser, console);
    await addServer(page, { target: `node ${contentServer}`, name: "Mine" });
    await page.getByRole("link", { name: new RegExp(`^${section}`) }).click();
    await page.reload();
    await page.getByRole("link", { name: item }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: item }).waitFor();
    await focusIn(page, "h1");
  },
);

it("shows the result of a scenario that is run, and keeps the focus when one is saved", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { viewport: { width: 1280, height: 640 } });
  await addServer(page, { target: `node ${contentServer}`, name: "Mine" });
  await openTool(page, "Mine", "media");
  await callNow(page);
  await result(page, "Inside.");
  await page.getByRole("button", { name: /^Save as scenario/ }).click();
  await page.getByLabel("Name of the scenario").fill("Mine");
  await page.keyboard.press("Enter");
  await page.getByText("Saved.").waitFor();
  await focusIn(page, ".call-actions");
  await page.getByRole("link", { name: "Show the scenarios" }).click();
  await page.getByRole("button", { name: "Run Mine" }).click();
  await focusIn(page, '[role="group"][aria-label^="Result of media"]');
});
