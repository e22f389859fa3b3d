import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../engines/free-port.mjs";
import { built } from "./built.js";
import {
  addServer,
  borrowConsole,
  callNow,
  fixtureServer,
  launch,
  openConsole,
  openTool,
  question,
  result,
  send,
  startConsole,
} from "./console-lab.js";

const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

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

/** Collects what live regions say. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(
          '[role="status"], [role="alert"]',
        );
        const text = region?.textContent?.trim();
        if (text && said.at(-1) !== text) said.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

it.each(SIZES)(
  "follows a call: the card, each question, the result, and one row for a request and its response (%o)",
  async (viewport) => {
    await using console = await borrowConsole();
    const { page, watch } = await openConsole(browser, console, { viewport });
    await addServer(page, { target, name: "Mine", protocolVersion: "2026-07-28" });
    await openTool(page, "Mine", "echo");
    const said = await listen(page);
    const before = await page
      .getByRole("heading", { level: 1 })
      .evaluate((one: HTMLElement) => one.offsetLeft);
    await callNow(page);
    const asked = question(page, "Mine");
    await asked.getByText("Say a word.").waitFor();
    await focusIn(page, "[data-question]");
    expect(await isInSight(page, asked)).toBe(true);
    // Nothing has moved to the side for it.
    const after = await page
      .getByRole("heading", { level: 1 })
      .evaluate((one: HTMLElement) => one.offsetLeft);
    expect(after).toBe(before);
    expect((await said()).filter((text) => text.includes("Mine asks")).length).toBeLessThanOrEqual(
      1,
    );
    await asked.getByRole("textbox").fill("Hello");
    await send(asked);
    await asked.getByText("You said Hello. Right?").waitFor();
    await focusIn(page, "[data-question]");
    expect(await isInSight(page, asked)).toBe(true);
    await asked.getByRole("button", { name: "Yes", exact: true }).click();
    await result(page, "Hello");
    await focusIn(page, '[role="group"][aria-label^="Result of echo"]');
    expect(await isInSight(page, page.locator(".call").first().locator(".result"))).toBe(true);

    await page.getByRole("link", { name: "Mine" }).first().click();
    await page.getByRole("link", { name: "Timeline" }).click();
    const rows = page.locator(".wire > li").filter({ hasText: "tools/call" });
    await rows.nth(2).waitFor();
    expect(await rows.count()).toBe(3);
    for (const row of await rows.all()) {
      expect(await row.locator(".wire-call").innerText()).toBe("echo");
      expect(await row.locator(".wire-outcome").innerText()).toMatch(/^response in /);
    }
    expect(watch).toEqual({ faults: [], foreign: [] });
  },
);

// The bar called it a question to be answered.
it("calls a page that the user has opened by its name in the bar of a phone", async () => {
  await using console = await borrowConsole();
  const { page, context } = await openConsole(browser, console, {
    viewport: { width: 390, height: 480 },
  });
  await addServer(page, { target: `node ${built("link-account.js")}`, name: "Mine" });
  await openTool(page, "Mine", "Link an account");
  await callNow(page);
  const opening = context.waitForEvent("page");
  await question(page, "Mine").getByRole("button", { name: /^Open/ }).click();
  await opening;
  const card = page.locator("[data-midcall=opened]");
  await card.waitFor();
  await page.getByRole("link", { name: "All servers" }).click();
  const bar = page.getByRole("region", { name: "Open questions" });
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, 0));
      return bar.isVisible();
    })
    .toBe(true);
  expect(await bar.textContent()).toBe("1 opened pageShow");
  await bar.getByRole("button", { name: "Show" }).click();
  await focusIn(page, "[data-midcall=opened]");
});

it("tries a tool by one press, has a shortcut to its question and back, and keeps what is half typed over a reload", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console);
  await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  await page.getByRole("button", { name: /^Try it\s?: echo$/ }).click();
  await page.getByRole("listitem", { name: /^echo/ }).waitFor();
  await question(page, "Mine").getByText("Say a word.").waitFor();
  await focusIn(page, "[data-question]");
  const field = page.getByLabel(/^Label/);
  await field.focus();
  await page.keyboard.press("Alt+q");
  await focusIn(page, "[data-question]");
  await page.keyboard.press("Alt+q");
  await focusIn(page, ".arguments");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByText("Go to the open question, and back").waitFor();
  await page.keyboard.press("Escape");

  await field.fill("half an argu");
  await question(page, "Mine").getByRole("textbox").fill("half an ans");
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("half an argu");
  await expect
    .poll(() => question(page, "Mine").getByRole("textbox").inputValue())
    .toBe("half an ans");
});

it("keeps arguments over a restart of the console, and says where to go on", async () => {
  const port = String(await freePort());
  const first = await startConsole(["--port", port]);
  const { page } = await openConsole(browser, first);
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "echo");
  await page.getByLabel(/^Label/).fill("before");
  first.child.kill("SIGTERM");
  await page.getByText("The console does not respond.").waitFor();
  // What is typed meanwhile is kept, too.
  await page.getByLabel(/^Label/).fill("meanwhile");
  await using second = await startConsole(["--port", port], first.stateDir);
  await page.getByText("This console has ended.").waitFor();
  expect(await page.getByLabel(/^Label/).inputValue()).toBe("meanwhile");
  await page.evaluate((url) => location.assign(url), second.url);
  await page.getByRole("heading", { name: "Servers" }).waitFor();
  await page.getByRole("button", { name: /^Connect/ }).click();
  await page.getByText("Connected", { exact: true }).first().waitFor();
  await openTool(page, "Mine", "echo");
  await expect.poll(() => page.getByLabel(/^Label/).inputValue()).toBe("meanwhile");
});

/** Whether the focus has never been in the questions since this was called. */
async function watchQuestions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { taken: false });
    addEventListener("focusin", ({ target }) => {
      if ((target as Element).closest("#questions")) Object.assign(window, { taken: true });
    });
  });
}
const wasTaken = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as { taken: boolean }).taken);

it("leaves the focus alone when a question is there from before, until the user goes on with it", async () => {
  const first = await startConsole();
  const { page } = await openConsole(browser, first, { viewport: SIZES[0]! });
  await addServer(page, { target, name: "Mine", protocolVersion: "2026-07-28" });
  await openTool(page, "Mine", "echo");
  await callNow(page);
  await focusIn(page, "[data-question]");
  await watchQuestions(page);
  await page.reload();
  await question(page, "Mine").getByText("Say a word.").waitFor();
  await page.getByRole("heading", { level: 1, name: "echo" }).waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  // What it asks next is expected.
  const asked = question(page, "Mine");
  await asked.getByRole("textbox").fill("Hello");
  await send(asked);
  await asked.getByText("You said Hello. Right?").waitFor();
  await focusIn(page, "[data-question]");
  first.child.kill("SIGTERM");
  await page.getByText("The console does not respond.").waitFor();

  await using second = await startConsole([], first.stateDir);
  const again = await openConsole(browser, second, { viewport: SIZES[0]! });
  await watchQuestions(again.page);
  await again.page.reload();
  await question(again.page, "Mine").waitFor();
  await again.page.getByRole("heading", { level: 1 }).waitFor();
  expect(await wasTaken(again.page)).toBe(false);
  await question(again.page, "Mine").getByRole("button", { name: "Yes", exact: true }).click();
});

it("leaves the focus alone when another tab has started the call", async () => {
  await using console = await borrowConsole();
  const { page, context } = await openConsole(browser, console, { viewport: SIZES[0]! });
  await addServer(page, { target, name: "Mine" });
  const other = await context.newPage();
  await watchQuestions(other);
  await other.goto(console.url);
  await other.getByRole("heading", { level: 1 }).waitFor();
  await openTool(page, "Mine", "ask");
  await callNow(page);
  await focusIn(page, "[data-question]");
  await question(other, "Mine").waitFor();
  expect(await wasTaken(other)).toBe(false);
});
