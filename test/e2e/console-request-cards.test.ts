import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  callNow,
  fixture,
  launch,
  openConsole,
  openTool,
} from "./console-lab.js";

const asksRoots = fixture("asks-roots.mjs");
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const roots = (page: Page, server: string): Locator =>
  page.getByRole("article", { name: `${server} wants to know your directories` });
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())!.y;

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
