import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  callNow,
  fixture,
  launch,
  openConsole,
  question,
  send,
} from "./console-lab.js";

const target = `node ${fixture("hidden-marks.mjs")}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** The texts of the page, and of its names, titles and options, that contain a mark that hides or turns text. */
const markedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hidden = /[\u202a-\u202e\u2066-\u2069\u200b\u3164\u{e0000}-\u{e007f}]/u;
    const found: string[] = [];
    const look = (where: string, text: string | null): void => {
      if (text && hidden.test(text)) found.push(`${where}: ${JSON.stringify(text)}`);
    };
    look("title", document.title);
    for (const element of document.querySelectorAll("*")) {
      for (const name of ["aria-label", "alt", "title", "placeholder", "value", "label"])
        look(`${element.tagName} ${name}`, element.getAttribute(name));
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) look(element.tagName, node.textContent);
    }
    return found;
  });

it("shows no text of a server with marks that hide it or turn it around", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { viewport: { width: 1280, height: 900 } });
  await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  const base = page.url().replace(/\/[^/]*$/, "");
  const seen: string[] = [];
  const look = async (where: string): Promise<void> => {
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    for (const text of await markedTexts(page)) seen.push(`${where}: ${text}`);
  };
  const visit = async (section: string): Promise<void> => {
    await page.goto(`${base}/${section}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
  };
  const open = async (section: string, item: RegExp): Promise<void> => {
    await visit(section);
    await page.getByRole("link", { name: item }).first().click();
    await page.getByRole("heading", { name: "Calls" }).waitFor();
  };

  await look("tools");
  await open("tools", /^Title/);
  await look("a tool");
  await page.getByRole("button", { name: "Edit as JSON", exact: true }).click();
  await look("arguments as JSON");
  await page.getByRole("button", { name: "Back to the form" }).click();
  await callNow(page);
  await page.locator(".result").filter({ hasText: "Result" }).first().waitFor();
  await look("a result");
  await page.getByRole("button", { name: /^Save as scenario/ }).click();
  await look("saving");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await open("tools", /^fail/);
  await callNow(page);
  await page.locator(".result").filter({ hasText: "It failed" }).first().waitFor();
  await look("an error");
  await open("tools", /^ask/);
  await callNow(page);
  await question(page, "Mine").waitFor();
  await look("a question");
  await question(page, "Mine").getByRole("textbox").fill("Bo");
  await send(question(page, "Mine"));
  await page.locator(".result").filter({ hasText: "Result" }).first().waitFor();
  await look("an answered call");

  await visit("prompts");
  await look("prompts");
  await open("prompts", /^prompt/);
  await page.locator(".arguments input").first().fill("p");
  await page.locator("datalist option").first().waitFor({ state: "attached" });
  await look("completions");
  await page.getByRole("button", { name: "Get the prompt" }).click();
  await page.locator(".result").filter({ hasText: "Message" }).first().waitFor();
  await look("a prompt");

  await visit("resources");
  await look("resources");
  await open("resources", /^notes/);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.locator(".result").filter({ hasText: "Notes" }).first().waitFor();
  await look("a resource");
  await open("resources", /^day/);
  await look("a template");
  for (const section of ["scenarios", "timeline", "log", "output", "about"]) {
    await visit(section);
    await look(section);
  }
  await page.goto(`${page.url().split("#")[0]}#/audit`);
  await page.getByRole("table").waitFor();
  await look("the audit");
  expect(seen).toEqual([]);
});
