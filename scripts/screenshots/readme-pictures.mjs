// The pictures of the README.
import { join } from "node:path";
import { openTerminal } from "../drivers/terminal.mjs";
import { openPages } from "./loopback-pages.mjs";
import { midcall, startConsole, stepsIn } from "./started-console.mjs";
import { pageOf } from "./terminal-picture.mjs";

const WIDE = { width: 1280, height: 720 };
/** Device pixels per CSS pixel: sharp on high-resolution screens, and not too large. */
const DOTS = 1.5;

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ out: string, folder: string, state: string }} where
 * @returns {Promise<string[]>} the files
 */
export async function captureReadme(browser, { out, folder, state }) {
  const made = [];
  /** @param {import("playwright-core").Page | import("playwright-core").Locator} what */
  const picture = async (what, name, options = {}) => {
    const path = join(out, `${name}.png`);
    await what.screenshot({ path, animations: "disabled", caret: "hide", ...options });
    made.push(path);
  };
  /** Opens a page with the same settings everywhere. */
  const open = async (url, options) => {
    const context = await browser.newContext({
      viewport: WIDE,
      deviceScaleFactor: DOTS,
      colorScheme: "light",
      reducedMotion: "reduce",
      locale: "en-GB",
      timezoneId: "UTC",
      ...options,
    });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    if (url !== undefined) await page.goto(url);
    return page;
  };
  await inConsole({ folder, state }, open, picture);
  await inPages(open, picture);
  await inTerminal(folder, open, picture);
  return made;
}

async function inConsole({ folder, state }, open, picture) {
  const console = await startConsole(folder, state);
  try {
    const page = await open(console.url, { deviceScaleFactor: 1.15 });
    const { tool, call, asked } = stepsIn(page);
    await tool("Commit and push");
    await page.getByRole("textbox", { name: /^Message/ }).fill("Say hello");
    await call();
    await asked.getByRole("radio", { name: /website/ }).check();
    await picture(page, "question-light");
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "question-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await asked.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Pushed projects/website").first().waitFor();

    await tool("Connect a calendar");
    await call();
    // Its column scrolls: all of the question is to be seen, and its button ready.
    await page.setViewportSize({ width: 1280, height: 1100 });
    await asked.locator("button:not([aria-disabled])", { hasText: /^Open / }).waitFor();
    await picture(asked, "link-consent");
    await page.context().close();
  } finally {
    await console.close();
  }
}

async function inPages(open, picture) {
  const { links, close } = await openPages();
  try {
    const page = await open(links.secret, { viewport: { width: 640, height: 560 } });
    await page.locator("input[type=password]").fill("not a real key, 28 characters");
    await picture(page, "secret-page", { fullPage: true });
    await page.context().close();
  } finally {
    await close();
  }
}

async function inTerminal(folder, open, picture) {
  const args = ["call", "clean_up", "directory=downloads", "--", "node", "server.mjs"];
  const terminal = openTerminal([process.execPath, midcall, ...args], {
    cwd: folder,
    columns: 88,
    rows: 40,
  });
  try {
    await terminal.sees(/Type "delete" to confirm/);
    // Keys count once the question has been on the screen for a moment.
    await new Promise((resolve) => setTimeout(resolve, 500));
    terminal.type("delete");
    await terminal.sees(/delete█/);
    // Waits for the last output.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const page = await open(undefined, { viewport: { width: 900, height: 600 } });
    await page.setContent(pageOf(terminal.written(), "midcall call"));
    await picture(page.locator("main"), "terminal");
    await page.context().close();
  } finally {
    await terminal.close();
  }
}
