import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
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
  send,
  startConsole,
} from "./console-lab.js";
const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const nothing = { faults: [], foreign: [] };

it("works in as many tabs as somebody opens, and pauses those that nobody looks at", async () => {
  await using console = await borrowConsole();
  const { context, page, watch } = await openConsole(browser, console);
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "ask");
  // A browser has six connections to one address, whatever it is open in.
  for (let tabs = 1; tabs <= 7; tabs++) {
    const tab = await context.newPage();
    await tab.goto(console.url);
    await tab.getByRole("link", { name: "Mine" }).first().waitFor();
  }
  await page.getByText("This tab is paused,").waitFor();
  // The tab resumes as soon as the button is pressed, and the button must still be there when it is released.
  await page.getByRole("button", { name: "Call", exact: true }).hover();
  await page.mouse.down();
  await page.getByText("This tab is paused,").waitFor({ state: "detached" });
  await page.mouse.up();
  await question(page, "Mine").getByRole("radio", { name: "two" }).check();
  await send(question(page, "Mine"));
  await result(page, "Chosen: two");
  expect(await page.getByText("This tab is paused,").count()).toBe(0);
  expect(watch).toEqual(nothing);
});

it("shows what a server says as text and pictures, takes nested arguments as JSON, and copies the call", async () => {
  await using console = await borrowConsole();
  const { context, page, watch } = await openConsole(browser, console, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "picture");
  await callNow(page);
  await result(page, "<img src=x onerror=alert(1)> <b>bold</b> gpj.exe");
  expect(await page.locator(".result img").count()).toBe(1);
  expect(
    await page.locator(".result-image").evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(1);
  await openTool(page, "Mine", "fails");
  await callNow(page);
  await result(page, "The tool reported an error:");

  await openTool(page, "Mine", "nested");
  await page.getByRole("button", { name: "Edit as JSON", exact: true }).click();
  const json = page.getByLabel("Arguments as JSON");
  await json.fill('{ "filter": ');
  await callNow(page);
  await page.getByText(/Invalid JSON/).waitFor();
  expect(await json.getAttribute("aria-invalid")).toBe("true");
  await json.fill("[]");
  await callNow(page);
  await page.getByText("The arguments must be a JSON object").waitFor();
  await json.fill(`{ "filter": { "tags": ["it's", "a $HOME"] } }`);
  await callNow(page);
  await result(page, "Tags: it's and a $HOME");
  await page.getByRole("button", { name: "Copy as command" }).click();
  await page.getByText("Copied.").waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toBe(await page.getByLabel("Command").inputValue());
  const main = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
  const script = `midcall() { '${process.execPath}' '${main}' "$@"; }; ${command}`;
  expect(execFileSync("bash", ["-c", script], { encoding: "utf8" })).toContain(
    "Tags: it's and a $HOME",
  );
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy as command" }).click();
  await page.getByText("The clipboard is not available").waitFor();
  await context.close();
  expect(watch).toEqual(nothing);
});

it("switches the protocol version, cancels a call, and shows every message of it", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console);
  await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  await page.locator(".title .version", { hasText: "2025-11-25" }).waitFor();
  await openTool(page, "Mine", "slow");
  await page.getByLabel(/^Steps/).fill("400");
  await callNow(page);
  await page.getByText(/^Step \d+$/).waitFor();
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByText("You cancelled this call.").waitFor();
  await page.getByRole("link", { name: "Mine" }).first().click();
  await openSettings(page);
  await page.getByLabel("Protocol version").selectOption("2026-07-28");
  await page.locator(".title .version", { hasText: "2026-07-28" }).waitFor();
  await page.getByRole("link", { name: "Timeline" }).click();
  const wire = page.locator(".wire > li");
  await wire.filter({ hasText: "server/discover" }).first().waitFor();
  await wire.filter({ hasText: "notifications/cancelled" }).waitFor();
  await page.getByLabel("Kind").selectOption("notification");
  await page.getByLabel("Started by").selectOption("received");
  await page.getByLabel("Search").fill("progress");
  expect(await wire.first().innerText()).toContain("notifications/progress");
  await wire.first().locator("summary").click();
  await wire.first().getByText('"progressToken"').waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("No messages yet.").waitFor();
});

it("says that it waits while the console is away, and that its password is old afterwards", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const port = String((probe.address() as AddressInfo).port);
  await new Promise((resolve) => probe.close(resolve));
  const first = await startConsole(["--port", port]);
  const { page } = await openConsole(browser, first);
  await first[Symbol.asyncDispose]();
  await page.getByText("The console does not respond.").waitFor();
  await using second = await startConsole(["--port", port]);
  await page.getByText("This console has ended.").waitFor();
  await page.evaluate((url) => location.assign(url), second.url);
  await page.getByRole("heading", { name: "Servers" }).waitFor();
  expect(page.url()).toBe(`${second.address}#/`);
  // Neither a bookmark of the port nor the page of the first console is a page that takes anything.
  for (const old of [
    first.address,
    `${second.origin}/`,
    `${second.origin}/#token=${second.token}`,
  ]) {
    await page.goto(old);
    await page.getByRole("heading", { name: "Open the complete address" }).waitFor();
    expect(await page.evaluate(() => document.scripts.length)).toBe(0);
  }
  const other = await (await browser.newContext()).newPage();
  await other.goto(second.address);
  await other.getByRole("heading", { name: "Open the complete address" }).waitFor();
});
