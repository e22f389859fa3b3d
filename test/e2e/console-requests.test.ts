import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { good } from "./console-axe.js";
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
  send,
} from "./console-lab.js";

const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const META = '{ "example.com/trace": "7" }';
const metadata = (page: Page): ReturnType<Page["getByLabel"]> =>
  page.getByLabel("Metadata as JSON");

/** Opens the newest message of the timeline that fits. */
async function openMessage(page: Page, server: string, words: RegExp): Promise<void> {
  const nav = page.getByRole("navigation", { name: "Console" });
  await nav.getByRole("link", { name: server, exact: true }).click();
  await page.getByRole("link", { name: "Timeline", exact: true }).click();
  await page.locator("summary").filter({ hasText: words }).first().click();
}

it("sends a recorded call again, changed: without its secrets, and never with its answers", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console, { bypassCSP: true });
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "secret");
  await page.getByLabel(/^api ?key/i).fill("k-123");
  await page.getByLabel(/^note/i).fill("hello");
  await page.getByText("Request metadata", { exact: true }).click();
  await metadata(page).fill(META);
  await callNow(page);
  await page.getByRole("listitem").filter({ hasText: "Done" }).waitFor();

  await page.getByLabel(/^note/i).fill("something else");
  await metadata(page).fill("");
  await openMessage(page, "Mine", /tools\/call/);
  await page.getByText("Values that are masked here are left out.").waitFor();
  await good(page, "send again");
  await page.getByRole("button", { name: "Edit and send again" }).click();
  await page.getByRole("heading", { level: 1, name: "secret" }).waitFor();
  expect(await page.getByLabel(/^note/i).inputValue()).toBe("hello");
  expect(await page.getByLabel(/^api ?key/i).inputValue()).toBe("");
  expect(JSON.parse(await metadata(page).inputValue())).toEqual(JSON.parse(META));
  expect(await page.getByRole("listitem").filter({ hasText: "Done" }).count()).toBe(1);

  await openTool(page, "Mine", "ask");
  await callNow(page);
  await question(page, "Mine").getByRole("radio", { name: "two" }).check();
  await send(question(page, "Mine"));
  await result(page, "Chosen: two");
  // The second round has the answer.
  await openMessage(page, "Mine", /tools\/call.*round 2/s);
  await page.getByRole("button", { name: "Edit and send again" }).click();
  await page.getByRole("heading", { level: 1, name: "ask" }).waitFor();
  await callNow(page);
  await question(page, "Mine").getByRole("radio", { name: "one" }).waitFor();
  expect(watch.faults).toEqual([]);
});

it("sends a recorded prompt again, and no answer to a server's question", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { bypassCSP: true });
  await addServer(page, {
    target: `node ${contentServer}`,
    name: "Content",
    protocolVersion: "2025-11-25",
  });
  await page.getByRole("link", { name: /^Prompts/ }).click();
  await page.getByRole("link", { name: "A greeting" }).click();
  await page.getByRole("combobox", { name: /^name/i }).fill("Ann");
  await page.getByRole("button", { name: "Get the prompt" }).click();
  await result(page, "Hello, Ann!");
  await page.getByRole("combobox", { name: /^name/i }).fill("Bob");
  await openMessage(page, "Content", /prompts\/get/);
  await page.getByRole("button", { name: "Edit and send again" }).click();
  await page.getByRole("heading", { level: 1, name: "A greeting" }).waitFor();
  expect(await page.getByRole("combobox", { name: /^name/i }).inputValue()).toBe("Ann");
  await page.getByRole("button", { name: "Get the prompt" }).click();
  await expect
    .poll(() => page.locator(".result").filter({ hasText: "Hello, Ann!" }).count())
    .toBe(2);
});
