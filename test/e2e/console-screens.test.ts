import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  callNow,
  fixtureServer,
  launch,
  openConsole,
  openSettings,
  openTool,
  question,
  result,
} from "./console-lab.js";
import { good, openForAxe } from "./console-axe.js";

const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

it("has nothing axe objects to while somebody is asked, and asks before a server may", async () => {
  await using console = await borrowConsole();
  const page = await openForAxe(browser, console);
  await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  await page.getByRole("link", { name: "picture" }).waitFor();
  await good(page, "tools");
  await openTool(page, "Mine", "echo");
  await callNow(page);
  await page.getByRole("button", { name: "1 question" }).waitFor();
  await callNow(page);
  await page.getByRole("button", { name: "2 questions" }).waitFor();
  const asked = question(page, "Mine");
  await good(page, "question");
  await asked.getByRole("button", { name: "Send" }).click();
  await asked.getByText("Please fix the following problem").waitFor();
  await good(page, "question invalid");
  await asked.getByRole("button", { name: "Decline" }).click();
  // The next one has the same buttons, which are pressed when it is there.
  await page.getByRole("button", { name: "1 question" }).waitFor();
  await asked.getByRole("button", { name: "Not now" }).click();
  await page.getByRole("button", { name: /questions?$/ }).waitFor({ state: "detached" });
  await openTool(page, "Mine", "link");
  await callNow(page);
  await asked.getByText("localhost").first().waitFor();
  await good(page, "link");
  await asked.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("link", { name: "Mine" }).first().click();
  await openSettings(page);
  await page.getByLabel("When Mine asks").selectOption("ask");
  await openTool(page, "Mine", "ask");
  await callNow(page);
  await asked.getByText("Allow “Mine” to ask you a question?").waitFor();
  expect(await asked.getByText("Which one?").count()).toBe(0);
  await good(page, "gate");
  await asked.getByRole("button", { name: "Block “Mine”" }).click();
  await result(page, "Not chosen (unanswered).");
  await callNow(page);
  await page.getByRole("listitem", { name: /^ask/ }).nth(1).waitFor();
  await page.getByRole("link", { name: "Audit" }).click();
  await page
    .getByRole("cell", { name: /blocked/ })
    .first()
    .waitFor();
  await good(page, "audit");
  await page.getByRole("link", { name: "Mine" }).first().click();
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.locator(".wire summary").first().click();
  await good(page, "timeline");
  await openTool(page, "Mine", "picture");
  await callNow(page);
  await result(page, "bold");
  await good(page, "picture");
});

/** Presses Tab until something of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return "";
      // Of a box in a label, the label may be what is marked.
      const seen = [activeElement, activeElement.closest("label")].some((element) => {
        if (!element) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== "none" && outlineWidth !== "0px";
      });
      const labels = (activeElement as HTMLInputElement).labels;
      const label = labels?.length ? [...labels].map(({ innerText }) => innerText).join(" ") : "";
      const text = activeElement.getAttribute("aria-label") ?? (label || activeElement.innerText);
      return `${seen ? "" : "(no outline) "}${text.replace(/\s+/g, " ").trim()}`;
    });
    seen.push(focused);
    if (focused.startsWith("(no outline)")) throw new Error(`The focus is not visible: ${focused}`);
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never came to ${name}: ${seen.join(" | ")}`);
}

async function focusIs(page: Page, text: string | RegExp): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.textContent ?? "");
  await expect.poll(focused).toMatch(typeof text === "string" ? new RegExp(`^${text}$`) : text);
}

it("can be used with the keyboard alone, from adding a server to the result", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console);
  const { keyboard } = page;
  await tabTo(page, /^Skip to content$/);
  await keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await tabTo(page, /^Command or URL/);
  await keyboard.type(target);
  await tabTo(page, /^Name/);
  await keyboard.type("Mine");
  await keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Mine" }).waitFor();
  await page.getByRole("link", { name: "ask" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Mine");
  await tabTo(page, /^Search \d+ tools/);
  await keyboard.type("ask");
  await tabTo(page, /^ask$/);
  await keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "ask" }).waitFor();
  await tabTo(page, /^What/);
  await keyboard.press("Enter");
  // The question comes to whoever has called, and the focus with it.
  await question(page, "Mine").getByRole("radio", { name: "one" }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("[data-question]") !== null))
    .toBe(true);
  await keyboard.press("ArrowDown");
  await tabTo(page, /^Send$/);
  await keyboard.press("Enter");
  await result(page, "Chosen: two");
  await focusIs(page, /^Chosen: two$/);
  await keyboard.press("Alt+a");
  await tabTo(page, /^Call$/);
  await keyboard.press("Enter");
  await question(page, "Mine").waitFor();
  await keyboard.press("Alt+r");
  await tabTo(page, /^Cancel ask/);
  await keyboard.press("Enter");
  await page.getByText("You cancelled this call.").waitFor();
  expect(watch).toEqual({ faults: [], foreign: [] });
});

it("follows the system's theme, or the person's choice, over a reload", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { colorScheme: "dark" });
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  await page.getByLabel("Theme").selectOption("light");
  const light = await background();
  expect(light).not.toBe(dark);
  await page.reload();
  await page.getByRole("heading", { name: "Servers" }).waitFor();
  expect(await background()).toBe(light);
  await page.getByLabel("Theme").selectOption("auto");
  expect(await background()).toBe(dark);
});
