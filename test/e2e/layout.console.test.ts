import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  callNow,
  fixture,
  fixtureServer,
  launch,
  openConsole,
  openTool,
  packagedServer,
  question,
  result,
  startConsole,
} from "./console-lab.js";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** How many pixels of an element's content are out of its sight, to the side. */
const hidden = (element: Locator): Promise<number> =>
  element.evaluate((one) => one.scrollWidth - one.clientWidth);
const openSection = (page: Page, name: string): Promise<void> =>
  page
    .getByRole("navigation", { name: /^Sections of/ })
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .click();

it("asks only for the variables of a template that its address needs", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, DESKTOP);
  await addServer(page, { target: `node ${fixture("long-texts.mjs")}`, name: "Long" });
  await openSection(page, "Resources");
  await page.getByRole("link", { name: "items", exact: true }).click();
  await page.getByText("Page optional").waitFor();
  await page.getByRole("button", { name: "Read" }).click();
  expect(await page.getByText("Enter a value.").count()).toBe(1);
  await page
    .getByRole("textbox", { name: "Id" })
    .or(page.getByRole("combobox", { name: "Id" }))
    .fill("7");
  await page.getByRole("button", { name: "Read" }).click();
  await result(page, "Read list://items/7");
});

it("opens with the tools of the server on its command line, which has the name of its package, and has an audit log whose outcomes are in sight", async () => {
  const name = "@midcall/cli";
  await using console = await startConsole(["--", "node", packagedServer]);
  const [url] = /http:\/\/\S+/.exec(console.said())!;
  const { page } = await openConsole(browser, { url, origin: console.origin }, DESKTOP);
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  await page.getByRole("link", { name: "picture" }).waitFor();
  await openTool(page, name, "echo");
  await callNow(page);
  await question(page, name).getByRole("button", { name: "Decline" }).click();
  await page.getByRole("link", { name: "Audit log" }).click();
  const table = page.getByRole("region", { name: "Audit log" });
  await table.getByText("Declined").waitFor();
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await hidden(table)).toBe(0);
    await page.getByRole("cell", { name: /^Declined/ }).waitFor();
  }
});

it("releases the place of a withdrawn request when the user goes to another screen", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, DESKTOP);
  await addServer(page, { target: `node ${fixture("asks-roots.mjs")}`, name: "One" });
  const card = page.getByRole("article", { name: "One wants to know your directories" });
  await card.waitFor();
  const open = (await card.boundingBox())!.height;
  await openTool(page, "One", "withdraw");
  await callNow(page);
  await card.getByText("The server has withdrawn it").waitFor();
  expect((await card.boundingBox())!.height).toBe(open);
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect.poll(async () => (await card.boundingBox())!.height).toBeLessThan(open);
});

it.each([
  ["2026-07-28", "Its question comes after those that are open."],
  ["2025-11-25", "this call may wait for your answer to one of them"],
])("says that a call waits for the user behind another question, on %s", async (version, words) => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, DESKTOP);
  const target = `node ${fixtureServer}`;
  await addServer(page, { target, name: "Mine", protocolVersion: version });
  await openTool(page, "Mine", "echo");
  await callNow(page);
  await page.getByRole("button", { name: "1 question" }).waitFor();
  await callNow(page);
  await page.getByRole("button", { name: "2 questions" }).waitFor();
  await page.getByText(words).first().waitFor();
  expect(await page.getByText("Waiting for the server").count()).toBe(0);
  await page.getByRole("button", { name: "Go to the question" }).first().click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("[data-question]") != null))
    .toBe(true);
});

it("is in the language that the user has chosen, whatever the browser prefers", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { locale: "fr" });
  await page.locator("button[popovertarget=shortcuts]").click();
  await page.getByLabel("Langue").selectOption("ja");
  await page.locator("html[lang=ja]").waitFor();
  await page.getByRole("link", { name: "すべてのサーバー" }).waitFor();
  await page.locator("button[popovertarget=shortcuts]").click();
  await page.getByLabel("言語").selectOption("en");
  await page.locator("html[lang=en]").waitFor();
  await page.getByRole("link", { name: "All servers" }).waitFor();
});
