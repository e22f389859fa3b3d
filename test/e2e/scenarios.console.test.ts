import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  callNow,
  fixtureServer,
  launch,
  openConsole,
  openTool,
  question,
  result,
  screenshot,
  send,
  startConsole,
} from "./console-lab.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(root: Element): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const found = await axe.run(document.querySelector("main")!);
    return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`);
  });
}

it("saves a call with its answers, runs it without asking, renames and deletes it", async () => {
  await using console = await startConsole();
  const { page, watch } = await openConsole(browser, console, { bypassCSP: true });
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "ask");
  await callNow(page);
  const asked = question(page, "Mine");
  await asked.getByRole("radio", { name: "two" }).check();
  await send(asked);
  await result(page, "Chosen: two");
  await page.getByRole("button", { name: /^Save as scenario/ }).click();
  await page.getByLabel("Name of the scenario").fill("Choose two");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Show the scenarios" }).click();

  const scenario = page.getByRole("listitem", { name: "Choose two" });
  await scenario.getByText("1 answer").waitFor();
  await scenario.getByText("Arguments and answers").click();
  await scenario.getByText("Which one?").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await screenshot(page, "scenarios");
  await scenario.getByRole("button", { name: "Run Choose two" }).click();
  await page.getByText("From the scenario Choose two").waitFor();
  await page.locator(".result").nth(1).waitFor();
  expect(await page.locator(".result").allTextContents()).toEqual([
    expect.stringContaining("Chosen: two"),
    expect.stringContaining("Chosen: two"),
  ]);
  expect(await violations(page)).toEqual([]);

  await page
    .getByRole("navigation", { name: "Console" })
    .getByRole("link", { name: "Mine" })
    .click();
  await page.getByRole("link", { name: "Scenarios" }).click();
  await scenario.getByRole("button", { name: "Rename Choose two" }).click();
  await page.getByLabel("New name").fill("Two");
  await page.keyboard.press("Enter");
  const renamed = page.getByRole("listitem", { name: "Two", exact: true });
  const download = page.waitForEvent("download");
  await renamed.getByRole("button", { name: "Export Two" }).click();
  const saved: Buffer[] = [];
  for await (const part of await (await download).createReadStream()) saved.push(part as Buffer);
  expect((await download).suggestedFilename()).toBe("Two.json");
  await renamed.getByRole("button", { name: "Delete… Two" }).click();
  await renamed.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("No scenarios yet.").waitFor();
  await page.getByLabel("Import a scenario").setInputFiles({
    name: "mine.json",
    mimeType: "application/json",
    buffer: Buffer.concat(saved),
  });
  await renamed.waitFor();
  expect(watch.faults).toEqual([]);
});
