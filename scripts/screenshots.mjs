/**
 * Creates the screenshots of the documentation, in docs/screenshots: `npm run screenshots` after a build.
 *
 * Starts the console on the example server, the pages of URL mode and `midcall call`, and captures each with Chromium.
 * The pictures contain nothing of this computer: no paths, and no addresses with a token.
 */
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addNotebooks, addOldFiles, addRepositories } from "../examples/dist/start/sandbox.js";
import { createCustomIdentity, serveLoopback } from "midcall/pages";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";
import { launchChromium } from "./drivers/chromium.mjs";
import { pageOf } from "./screenshots/terminal-picture.mjs";
import { openTerminal } from "./drivers/terminal.mjs";

const out = fileURLToPath(new URL("../docs/screenshots/", import.meta.url));
const midcall = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
const MOST_BYTES = 150_000;
const WIDE = { width: 1280, height: 720 };
const PHONE = { width: 320, height: 640 };
/** Device pixels per CSS pixel: sharp on high-resolution screens, and not too large. */
const DOTS = 1.5;

const browser = await launchChromium();
const sandbox = await realpath(await mkdtemp(join(tmpdir(), "midcall-screenshots-")));
const made = [];
try {
  await mkdir(out, { recursive: true });
  const folder = join(sandbox, "example");
  await mkdir(folder);
  await addOldFiles(folder);
  await addRepositories(folder);
  await addNotebooks(folder);
  // A server with a short command, because the console shows the command.
  const server = fileURLToPath(new URL("screenshots/demo-server.mjs", import.meta.url));
  await writeFile(join(folder, "server.mjs"), `import ${JSON.stringify(server)};\n`);

  await inConsole(folder, join(sandbox, "state"));
  await inPages();
  await inTerminal(folder);
} finally {
  await browser.close();
  await rm(sandbox, { recursive: true, force: true });
}

let total = 0;
for (const name of made) {
  const { size } = await stat(join(out, name));
  total += size;
  console.log(`${(size / 1000).toFixed(0).padStart(5)} kB  ${name}`);
  if (size > MOST_BYTES) {
    console.error(`${name} is larger than ${MOST_BYTES / 1000} kB.`);
    process.exitCode = 1;
  }
}
console.log(`${(total / 1000).toFixed(0).padStart(5)} kB  in all`);

/** @param {import("playwright-core").Page | import("playwright-core").Locator} what */
async function picture(what, name, options = {}) {
  const file = `${name}.png`;
  await what.screenshot({
    path: join(out, file),
    animations: "disabled",
    caret: "hide",
    ...options,
  });
  made.push(file);
}

/** Waits until a button can be pressed. @param {import("playwright-core").Locator} button */
async function ready(button) {
  await button.waitFor();
  for (let look = 0; (await button.getAttribute("aria-disabled")) !== null; look += 1) {
    if (look > 100) throw new Error("A button never became ready.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Scrolls an element to just below the bar of the console. @param {HTMLElement} element */
function underTheBar(element) {
  element.style.scrollMarginBlockStart = "4.5rem";
  element.scrollIntoView();
}

/** Opens a page with the same settings everywhere. */
async function open(url, options) {
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
}

async function inConsole(folder, state) {
  const args = ["console", "--no-open", "--port", "0", "--name", "Examples", "--state", state];
  const command = [process.execPath, midcall, ...args, "--", "node", "server.mjs"];
  const git = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const terminal = openTerminal(command, { cwd: folder, env: { ...process.env, ...git } });
  try {
    const [url] = await terminal.sees(/http:\/\/127\.0\.0\.1:\d+\/#token=\S+(?=\s)/);
    const page = await open(url, { deviceScaleFactor: 1.15 });
    const asked = page.getByRole("article", { name: "Examples asks" });
    const nav = page.getByRole("navigation", { name: "Console" });
    const toServer = () => nav.getByRole("link", { name: "Examples", exact: true }).click();
    const tool = async (name) => {
      await toServer();
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByRole("heading", { name: "Arguments" }).waitFor();
    };
    const call = () => page.getByRole("button", { name: "Call", exact: true }).click();
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
    await ready(asked.getByRole("button", { name: /^Open / }));
    await picture(asked, "link-consent");
    await asked.getByRole("button", { name: "Decline" }).click();
    await asked.waitFor({ state: "detached" });

    await toServer();
    await page.getByRole("link", { name: "Timeline" }).click();
    await page.locator(".wire summary").nth(2).click();
    await page.getByRole("region", { name: "Message" }).waitFor();
    await page.locator("main").getByRole("heading", { name: "Timeline" }).evaluate(underTheBar);
    await picture(page, "timeline");

    await tool("Register a guest");
    await call();
    await page.setViewportSize(PHONE);
    await asked.getByRole("textbox", { name: /^Name/ }).fill("Ana Example");
    await page.locator(".questions").evaluate((region) => region.scrollIntoView());
    await picture(page, "phone");
    await page.setViewportSize(WIDE);
    await asked.getByRole("textbox", { name: /^E-mail/ }).fill("ana@example.com");
    await asked.getByRole("checkbox", { name: "fri" }).check();
    await asked.getByRole("button", { name: "Review", exact: true }).click();
    await ready(asked.getByRole("button", { name: "Send", exact: true }));
    await picture(asked, "review");
    await page.context().close();
  } finally {
    await terminal.close();
  }
}

async function inPages() {
  const store = createMemoryStore();
  const secret = "only for the pictures, and never for anything else";
  const pages = await serveLoopback({
    secret,
    store,
    vault: createVault({ store, secret }),
    identify: createCustomIdentity(() => ({ principal: "ana", label: "ana@example.com" })),
  });
  try {
    const link = await pages.secretLink({
      principal: "ana",
      server: "Invoices",
      name: "payments-key",
      message: "The key of your payments account, to see which invoices have been paid.",
    });
    const page = await open(link.url, { viewport: { width: 640, height: 560 } });
    await page.locator("input[type=password]").fill("not a real key, 28 characters");
    await picture(page, "secret-page", { fullPage: true });
    await page.context().close();
  } finally {
    await pages.close();
  }
}

async function inTerminal(folder) {
  const args = ["call", "clean_up", "directory=downloads", "--", "node", "server.mjs"];
  const terminal = openTerminal([process.execPath, midcall, ...args], {
    cwd: folder,
    columns: 88,
    rows: 40,
  });
  try {
    await terminal.sees(/Type "delete" to confirm/);
    terminal.type("delete\r");
    await terminal.sees(/Send/);
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
