// The screens of the console in a language, on the example server.
import { startConsole } from "../started-console.mjs";

/** @param {{ folder: string, state: string }} where */
export const startConsoleFor = ({ folder, state }) => startConsole(folder, state);

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ url: string }} started
 * @param {string} language
 */
export async function openConsoleScreens(browser, started, language) {
  const context = await browser.newContext({ locale: language, timezoneId: "UTC" });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await page.goto(started.url);
  const server = page.locator(".server-link a");
  await server.waitFor();
  const go = async (href) => {
    await page.evaluate((hash) => {
      globalThis.location.hash = hash;
    }, href);
    await page.locator("main h1").waitFor();
  };
  const base = (await server.getAttribute("href")).replace(/tools$/, "");
  /** @type {Record<string, () => Promise<void>>} */
  const screens = {
    "console servers": () => go("#/"),
    "console tools": async () => {
      await go(`${base}tools`);
      await page.locator("main a[href*='/tools/']").first().waitFor();
    },
    "console about": async () => {
      await go(`${base}about`);
      await page.locator(".facts").waitFor();
    },
    "console question": async () => {
      await go(`${base}tools`);
      await page.getByRole("link", { name: "Commit and push", exact: true }).click();
      await page.locator("main form").waitFor();
      await page.locator("main form input, main form textarea").first().fill("Say hello");
      await page.locator("main form button[type=submit], main form .primary").first().click();
      await page.locator("[data-midcall=question]").waitFor();
    },
  };
  return {
    page,
    screens,
    async close() {
      const leave = page.locator("[data-midcall=leave] button").first();
      if (await leave.isVisible()) await leave.click();
      await context.close();
    },
  };
}
