import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
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
} from "./console-lab.js";
import { isInOrder, listen } from "./screen-reader.js";

/** What a screen reader is told in the console, as the browser itself has computed it. */

const target = `node ${fixtureServer}`;
/** Writes lines for ever, and never speaks the protocol. */
const talker = `node -e "setInterval(() => console.error('a line', Date.now()), 100)"`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

it("says once that a call has ended, where the focus is elsewhere, and has its landmarks, one title and a name for each control on every screen", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console);
  await isInOrder(page);
  await addServer(page, { target, name: "Mine" });
  await isInOrder(page);
  await openTool(page, "Mine", "ask");
  await callNow(page);
  await question(page, "Mine").getByRole("radio", { name: "one" }).check();
  const said = await listen(page);
  await send(question(page, "Mine"));
  await page.getByRole("link", { name: "All servers" }).focus();
  await result(page, "Chosen: one");
  const heard: string[] = [];
  await expect
    .poll(async () => (heard.push(...(await said())), heard.filter((one) => /Done/.test(one))))
    .toHaveLength(1);
  expect(heard.filter((one) => /Chosen/.test(one))).toEqual([]);

  await page
    .getByRole("navigation", { name: "Console" })
    .getByRole("link", { name: "Mine", exact: true })
    .click();
  const nav = page.getByRole("navigation", { name: "Mine" });
  for (const tab of await nav.getByRole("link").all()) {
    await tab.click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await isInOrder(page);
  }
  await page.getByRole("link", { name: "Audit" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await isInOrder(page);
});

it("says that it connects, and not every line that the server writes meanwhile", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console);
  await page.getByLabel("Command or URL").fill(talker);
  await page.getByRole("button", { name: "Add and connect" }).click();
  await page.getByText("Connecting…").first().waitFor();
  const lines = page.getByRole("region", { name: "Server output" });
  await lines.getByText("a line").waitFor();
  const said = await listen(page);
  const before = await lines.innerText();
  await expect.poll(() => lines.innerText()).not.toBe(before);
  expect(await said()).toEqual([]);
  await isInOrder(page);
});
