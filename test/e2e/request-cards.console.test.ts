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
} from "./console-lab.js";
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());
const sampling = (page: Page, server: string): Locator =>
  page.getByRole("article", { name: `${server} wants an answer of a model` });
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())!.y;

/** Waits until the focus is in an element that fits. */
const focusIn = (page: Page, selector: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((one) => document.activeElement?.closest(one) != null, selector))
    .toBe(true);

const SIZES = [
  { width: 1280, height: 640 },
  { width: 390, height: 844 },
];

it.each(SIZES)(
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

it.each(FIRST_SCREENS)(
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
