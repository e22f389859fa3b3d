import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { built } from "./built.js";
import {
  fixtureServer,
  launch,
  openConsole,
  question,
  result,
  startConsole,
} from "./console-lab.js";
import { misfits, smallTargets } from "./reflow.js";

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** Taps into a field, and types with the keyboard on the screen. */
async function type(field: Locator, text: string): Promise<void> {
  await field.tap();
  await field.page().keyboard.insertText(text);
}

async function add(page: Page, target: string, name: string): Promise<void> {
  await page.getByRole("link", { name: "All servers" }).tap();
  await type(page.getByLabel("Command or URL"), target);
  await type(page.getByLabel("Name (optional)"), name);
  await page.getByRole("button", { name: "Add and connect" }).tap();
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

/** Calls a tool, and gives its question. */
async function call(page: Page, server: string, tool: string): Promise<Locator> {
  const nav = page.getByRole("navigation", { name: "Console" });
  await nav.getByRole("link", { name: server, exact: true }).tap();
  await page.getByRole("link", { name: tool, exact: true }).tap();
  await page.getByRole("heading", { level: 1, name: tool }).waitFor();
  await page.getByRole("button", { name: "Call", exact: true }).tap();
  const asked = question(page, server);
  await asked.waitFor();
  return asked;
}

const looksRight = async (page: Page): Promise<void> =>
  expect([...(await misfits(page)), ...(await smallTargets(page))]).toEqual([]);

it("answers a choice, a text, a yes/no, a link and a form on a phone, with taps alone", async () => {
  await using console = await startConsole();
  const { context, page, watch } = await openConsole(browser, console, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await add(page, `node ${fixtureServer}`, "Mine");
  await looksRight(page);

  let asked = await call(page, "Mine", "ask");
  await asked.getByText("two", { exact: true }).tap();
  await looksRight(page);
  await asked.getByRole("button", { name: "Send" }).tap();
  await result(page, "Chosen: two");
  await looksRight(page);

  asked = await call(page, "Mine", "echo");
  await type(asked.getByRole("textbox"), "Hello");
  await asked.getByRole("button", { name: "Send" }).tap();
  await asked.getByText("You said Hello. Right?").waitFor();
  await looksRight(page);
  await asked.getByRole("button", { name: "Yes", exact: true }).tap();
  await result(page, "Hello");

  asked = await call(page, "Mine", "link");
  await looksRight(page);
  const opening = context.waitForEvent("page");
  await asked.getByRole("button", { name: /^Open/ }).tap();
  await (await opening).close();
  await result(page, "The page: accept.");

  await add(page, `node ${built("every-field.js")}`, "Examples");
  asked = await call(page, "Examples", "Register a guest");
  await type(asked.getByRole("textbox", { name: /^Name/ }), "Ana");
  await type(asked.getByRole("textbox", { name: /^E-mail/ }), "ana@example.com");
  const birthday = asked.getByLabel(/^Birthday/);
  await birthday.tap();
  // What the picker of a phone does.
  await birthday.fill("1990-02-28");
  await asked.getByText("sat", { exact: true }).tap();
  await asked.getByText("sun", { exact: true }).tap();
  await looksRight(page);
  await asked.getByRole("button", { name: "Review", exact: true }).tap();
  await asked.getByText("Check your answer").waitFor();
  await looksRight(page);
  await asked.getByRole("button", { name: "Send" }).tap();
  await result(page, "Ana comes on sat, sun for 0 workshops.");
  await looksRight(page);
  expect(watch).toEqual({ faults: [], foreign: ["http://localhost:9/opened?by=you"] });
});
