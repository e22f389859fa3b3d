import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  callNow,
  fixtureServer,
  launch,
  openConsole,
  openSettings,
  openTool,
  question,
  result,
  screenshot,
  send,
  startConsole,
} from "./console-lab.js";
import { good, openForAxe } from "./console-axe.js";

const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

it("has nothing axe objects to while servers come and go", async () => {
  await using console = await startConsole();
  const page = await openForAxe(browser, console);
  await page.getByText("No servers yet.").waitFor();
  await good(page, "empty");
  await page.getByLabel("Command or URL").fill('node "x');
  await page.getByRole("button", { name: "Add and connect" }).click();
  await page.getByText("closing quotation mark").waitFor();
  await good(page, "add refused");
  await page.getByRole("link", { name: "Audit" }).click();
  await page.getByText("No questions yet.").waitFor();
  await good(page, "audit empty");
  await page.getByRole("link", { name: "All servers" }).click();
  await page.getByLabel("Command or URL").fill("midcall-no-such-program");
  await page.getByRole("button", { name: "Add and connect" }).click();
  await page.getByRole("heading", { name: "Connection failed" }).waitFor();
  await good(page, "failed");
  await addServer(page, { target, name: "A server with a rather long name, as people give" });
  await page.getByRole("link", { name: "picture" }).waitFor();
  await good(page, "tools");
  await page.getByLabel(/^Search \d+ tools/).fill("no such words");
  await page.getByText("No tools match your search.").waitFor();
  await good(page, "no tools found");
  await openSettings(page);
  await page.getByRole("button", { name: "Remove…" }).click();
  await good(page, "remove");
  await page.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("link", { name: "Output" }).click();
  await good(page, "output empty");
  await page.getByRole("link", { name: "Timeline" }).click();
  await page.locator(".wire summary").first().click();
  await page
    .getByRole("region", { name: / the server$/ })
    .first()
    .waitFor();
  await good(page, "timeline");
  // The settings stay open from one section to the next.
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("link", { name: "Tools" }).click();
  await page.getByRole("heading", { name: "Not connected" }).waitFor();
  await good(page, "idle");
  await page.getByRole("link", { name: "All servers" }).click();
  await good(page, "servers");
  await page.goto(`${console.address}#/servers/none/tools`);
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await good(page, "not found");
  const locked = await (await browser.newContext({ bypassCSP: true })).newPage();
  await locked.goto(console.address);
  await locked.getByRole("heading", { name: "Open the complete address" }).waitFor();
  await locked.setViewportSize({ width: 1000, height: 700 });
  await good(locked, "locked");
  console.child.kill("SIGKILL");
  await page.getByText("The console does not respond.").waitFor();
  await good(page, "lost");
});

it("has nothing axe objects to while tools are called, and starts a server again that crashes during a question", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console, { bypassCSP: true });
  await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  await openTool(page, "Mine", "secret");
  await good(page, "tool");
  await callNow(page);
  await page.getByText("Please fix the following problem").waitFor();
  await good(page, "tool invalid");
  await openTool(page, "Mine", "nested");
  await page.getByRole("button", { name: "Edit as JSON", exact: true }).click();
  await page.getByLabel("Arguments as JSON").fill("{");
  await callNow(page);
  await page.getByText("Invalid JSON").waitFor();
  await good(page, "json invalid");
  await openTool(page, "Mine", "slow");
  await page.getByLabel(/^Steps/).fill("600");
  await callNow(page);
  await page.getByText(/^Step \d+$/).waitFor();
  await page.getByRole("button", { name: "Copy as command" }).click();
  await page.getByLabel("Command").waitFor();
  await good(page, "running");
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByText("You cancelled this call.").waitFor();
  await good(page, "cancelled");
  await openTool(page, "Mine", "picture");
  await callNow(page);
  await result(page, "bold");
  await good(page, "picture");
  await openTool(page, "Mine", "big");
  await page.getByLabel(/^Size/).fill("20000");
  await callNow(page);
  await result(page, "xxxxx");
  await good(page, "long result");
  await openTool(page, "Mine", "fails");
  await callNow(page);
  await result(page, "It is broken.");
  await good(page, "tool failed");
  await openTool(page, "Mine", "crash");
  await callNow(page);
  await question(page, "Mine").getByText("Is it hot?").waitFor();
  await page.getByRole("heading", { name: "The connection was lost" }).waitFor();
  await page.getByText("The disk is on fire.").waitFor();
  await page
    .getByText("The connection to the server was lost before it returned a result.")
    .waitFor();
  await question(page, "Mine").waitFor({ state: "detached" });
  await good(page, "ended");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Connected", { exact: true }).waitFor();
  expect(watch).toEqual({ faults: [], foreign: [] });
});

/** Waits until the focus is in an element that fits, and its beginning on the screen. */
async function focusIsInSight(page: Page, selector: string): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate((one) => {
      const { activeElement } = document;
      if (!activeElement?.closest(one)) return `outside: ${activeElement?.outerHTML.slice(0, 99)}`;
      const { top } = activeElement.getBoundingClientRect();
      return top >= 0 && top < innerHeight - 16 ? "in sight" : `at ${top} of ${innerHeight}`;
    }, selector);
  await expect.poll(focused).toBe("in sight");
}

it("can be used at 320 pixels, at 200 % and at 400 %", async () => {
  await using console = await borrowConsole();
  for (const [name, options] of [
    ["narrow", { viewport: { width: 320, height: 640 } }],
    ["zoomed", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ["zoomed-twice", { viewport: { width: 320, height: 200 }, deviceScaleFactor: 4 }],
  ] as const) {
    const { context, page } = await openConsole(browser, console, options);
    await addServer(page, { target: `${target} ${name}`, name });
    await openTool(page, name, "ask");
    await callNow(page);
    const asked = question(page, name);
    await asked.waitFor();
    await focusIsInSight(page, "[data-question]");
    await asked.getByRole("radio", { name: "one" }).check();
    await screenshot(page, `${name}-question`);
    await send(asked);
    await result(page, "Chosen: one");
    await focusIsInSight(page, '[role="group"][aria-label^="Result of ask"]');
    await screenshot(page, `${name}-result`);
    const fits = await page.evaluate(
      () => document.documentElement.scrollWidth <= window.innerWidth,
    );
    expect(fits).toBe(true);
    await context.close();
  }
});

it("has Decline and Not now in the row of Send at 1280 pixels", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, {
    viewport: { width: 1280, height: 800 },
  });
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "ask");
  await callNow(page);
  const tops = ["Send", "Decline", "Not now"].map(async (name) => {
    const button = question(page, "Mine").getByRole("button", { name, exact: true });
    return (await button.boundingBox())!.y;
  });
  expect(new Set(await Promise.all(tops)).size).toBe(1);
});

it("fills the dot of a connected server in forced colours, too", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console, { forcedColors: "active" });
  await addServer(page, { target, name: "Mine" });
  const dot = page.locator('.dot[data-state="ready"]').first();
  await dot.waitFor();
  const [inside, around, adjusted] = await dot.evaluate((element) => [
    getComputedStyle(element).backgroundColor,
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(element).forcedColorAdjust,
  ]);
  expect(inside).not.toBe(around);
  // Without it, the browser paints the background of the page in place of this one; the computed colour does not tell.
  expect(adjusted).toBe("none");
});
