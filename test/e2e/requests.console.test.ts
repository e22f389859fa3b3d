import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { good } from "./console-axe.js";
import {
  addServer,
  borrowConsole,
  callNow,
  fixture,
  fixtureServer,
  launch,
  openConsole,
  openTool,
  question,
  result,
  screenshot,
  send,
} from "./console-lab.js";

const target = `node ${fixtureServer}`;
const tasks = fixture("tool-tasks.mjs");
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const META = '{ "example.com/trace": "7" }';
const metadata = (page: Page): ReturnType<Page["getByLabel"]> =>
  page.getByLabel("Metadata as JSON");

it("sends metadata with a call, keeps it over a reload, and says what is wrong with it", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console, { bypassCSP: true });
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "picture");
  expect(await metadata(page).isVisible()).toBe(false);
  await page.getByText("Request metadata", { exact: true }).click();
  await metadata(page).fill("[1]");
  await callNow(page);
  await page.getByText("Enter a JSON object, such as").waitFor();
  await expect
    .poll(() => metadata(page).evaluate((one) => one === document.activeElement))
    .toBe(true);
  await good(page, "metadata refused");
  await metadata(page).fill('{ "progressToken": 1 }');
  await callNow(page);
  await page.getByText("midcall sets “progressToken” itself").waitFor();
  await metadata(page).fill(META);
  await callNow(page);
  const call = page.getByRole("listitem").filter({ hasText: "Done" });
  await call.getByText("Request metadata").click();
  await call.getByText('"example.com/trace": "7"').waitFor();
  await screenshot(page, "request-metadata");
  await page.getByRole("button", { name: "Copy as command" }).click();
  await page.getByText("Copied.").or(page.getByText("The clipboard is not available.")).waitFor();
  expect(await page.getByLabel("Command").inputValue()).toContain(
    `--meta 'example.com/trace:="7"' picture --`,
  );
  await call.getByRole("button", { name: /^Call again/ }).click();
  await expect.poll(() => page.getByText("Request metadata").count()).toBe(3);
  await page.reload();
  await expect.poll(() => metadata(page).inputValue()).toBe(META);
  // The refusal is in a sealed answer, of which the browser sees nothing.
  expect(watch.faults).toEqual([]);
});

it("runs a tool as a task where the user wants it, and its question is one of the call", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console, { bypassCSP: true });
  await addServer(page, {
    target: `node ${tasks}`,
    name: "Tasks",
    protocolVersion: "2025-11-25",
  });
  await openTool(page, "Tasks", "either");
  await callNow(page);
  await result(page, "as a call");
  await page.getByLabel("Run as a task in the background").check();
  await callNow(page);
  await result(page, "as a task");
  await page.getByText("Task in the background: completed").waitFor();
  await good(page, "tool as task");
  await page.reload();
  await expect
    .poll(() => page.getByLabel("Run as a task in the background").isChecked())
    .toBe(true);

  await openTool(page, "Tasks", "research");
  await page.getByLabel(/^topic/i).fill("tea");
  await callNow(page);
  const asked = question(page, "Tasks");
  await asked.getByLabel(/^name/i).fill("Ann");
  await send(asked);
  await result(page, "tea: Ann, asked as task-2");
  const nav = page.getByRole("navigation", { name: "Console" });
  await nav.getByRole("link", { name: "Tasks", exact: true }).click();
  await page
    .getByRole("navigation", { name: "Sections of Tasks" })
    .getByRole("link", { name: "Tasks" })
    .click();
  await expect
    .poll(() => page.getByRole("list", { name: "Tasks" }).getByRole("listitem").count())
    .toBe(2);
  await good(page, "tasks 2025");
  expect(watch.faults).toEqual([]);
});

it("sends any request with Ctrl+Enter, shows the raw answer, and sends a recorded one again", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console, { bypassCSP: true });
  await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  await page.getByRole("link", { name: "Timeline", exact: true }).click();
  await page.getByText("Send a request of your own").click();
  const raw = page.locator(".raw-request");
  await raw.getByLabel("Method").fill("mine/unknown");
  await raw.getByLabel("Params as JSON").fill("[");
  await page.keyboard.press("Control+Enter");
  await raw.getByText(/^Invalid JSON/).waitFor();
  await raw.getByLabel("Params as JSON").fill('{ "x": 1 }');
  await page.keyboard.press("Control+Enter");
  await raw.getByText("The server answered with an error:").waitFor();
  await raw.getByText("-32601").waitFor();
  await good(page, "a raw request");
  await screenshot(page, "raw-request");
  await page.locator("summary").filter({ hasText: "tools/list" }).first().click();
  await page.getByRole("button", { name: "Edit and send again" }).click();
  await expect.poll(() => raw.getByLabel("Method").inputValue()).toBe("tools/list");
  await page.keyboard.press("Control+Enter");
  await raw.getByText("The echo tool.").waitFor();
  expect(watch).toEqual({ faults: [], foreign: [] });
});
