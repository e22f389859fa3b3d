import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  contentServer,
  launch,
  openConsole,
  openSection,
  question,
  result,
  send,
} from "./console-lab.js";

const target = `node ${contentServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

it("gets a prompt, reads a resource and a template, and shows in a finished call what was asked", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console);
  await addServer(page, { target, name: "Mine", protocolVersion: "2026-07-28" });
  await openSection(page, "Prompts");
  await page.getByRole("link", { name: "A greeting" }).click();
  await page.getByLabel(/^name/i).fill("Bo");
  await page.getByRole("button", { name: "Get the prompt" }).click();
  await result(page, "Hello, Bo!");
  await openSection(page, "Resources");
  await page.getByRole("link", { name: "Notes" }).click();
  await page.getByRole("button", { name: /^Read/ }).click();
  await result(page, "The notes.");
  await openSection(page, "Resources");
  await page.getByRole("link", { name: "A day" }).click();
  await page.getByLabel(/^day/i).fill("monday");
  await page.getByRole("button", { name: /^Read/ }).click();
  await result(page, "It is monday.");

  await openSection(page, "Prompts");
  await page.getByRole("link", { name: "asking" }).click();
  await page.getByRole("button", { name: "Get the prompt" }).click();
  await question(page, "Mine").getByRole("textbox").fill("Bo");
  await send(question(page, "Mine"));
  await result(page, "Asked: Bo");
  const card = page.locator(".call").first();
  await card.getByText("1 question answered").click();
  const answered = card.locator(".answered");
  await answered.getByText("Which name?").waitFor();
  expect(await answered.locator("dl").innerText()).toMatch(/name\s+Bo/);
  expect(watch).toEqual({ faults: [], foreign: [] });
});
