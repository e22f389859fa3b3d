import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { good, openForAxe } from "./console-axe.js";
import {
  addServer,
  borrowConsole,
  callNow,
  contentServer,
  launch,
  openConsole,
  openSection,
  openTool,
  question,
  result,
  send,
  startConsole,
} from "./console-lab.js";

const target = `node ${contentServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

it("says of a question that its server was started again, and calls again instead", async () => {
  const first = await startConsole();
  const opened = await openConsole(browser, first);
  await addServer(opened.page, { target, name: "Mine", protocolVersion: "2026-07-28" });
  await openSection(opened.page, "Prompts");
  await opened.page.getByRole("link", { name: "asking" }).click();
  await opened.page.getByRole("button", { name: "Get the prompt" }).click();
  await question(opened.page, "Mine").waitFor();
  const doubt = "Mine was started again since it asked this. It may refuse the answer.";
  expect(await opened.page.getByText(doubt).count()).toBe(0);
  first.child.kill("SIGTERM");
  await opened.page.getByText("The console does not respond.").waitFor();

  await using second = await startConsole([], first.stateDir);
  const { page, watch } = await openConsole(browser, second);
  // A server with a call that waits is connected at once.
  await question(page, "Mine").waitFor();
  await page.getByText(doubt).waitFor();
  await page.getByRole("button", { name: /^Call again/ }).click();
  await page.getByText(doubt).waitFor({ state: "detached" });
  await question(page, "Mine").getByRole("textbox").fill("Bo");
  await send(question(page, "Mine"));
  await openSection(page, "Prompts");
  await page.getByRole("link", { name: "asking" }).click();
  await result(page, "Asked: Bo");
  expect(watch).toEqual({ faults: [], foreign: [] });
});

it.each(["2025-11-25", "2026-07-28"])(
  "answers requests for sampling and roots by hand (%s)",
  async (protocolVersion) => {
    await using console = await borrowConsole();
    const { page, watch } = await openConsole(browser, console);
    await addServer(page, { target, name: "Mine", protocolVersion });
    await openTool(page, "Mine", "sample");
    await callNow(page);
    const sampling = page.getByRole("article", { name: "Mine wants an answer of a model" });
    await sampling.getByText("Write a poem.").waitFor();
    await sampling.getByLabel(/^Answer/).fill("Roses are red");
    await sampling.getByRole("button", { name: "Send" }).click();
    await result(page, "Roses are red");
    await openTool(page, "Mine", "roots");
    await callNow(page);
    const roots = page.getByRole("article", { name: "Mine wants to know your directories" });
    await roots.getByLabel("Directories").fill("/srv/notes");
    await roots.getByRole("button", { name: "Send and remember" }).click();
    await result(page, "file:///srv/notes");
    // It was remembered.
    await callNow(page);
    await expect.poll(() => page.locator(".call .result").count()).toBe(2);
    expect(await roots.count()).toBe(0);
    expect(watch).toEqual({ faults: [], foreign: [] });
  },
);

it("has nothing axe objects to in prompts, resources, log and requests", async () => {
  await using console = await borrowConsole();
  const page = await openForAxe(browser, console);
  await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  await openSection(page, "Prompts");
  await page.getByRole("link", { name: "A greeting" }).waitFor();
  await good(page, "prompts");
  await page.getByRole("link", { name: "A greeting" }).click();
  await page.getByLabel(/^name/i).fill("Bo");
  await page.getByRole("button", { name: "Get the prompt" }).click();
  await result(page, "Hello, Bo!");
  await good(page, "prompt");
  await openSection(page, "Resources");
  await page.getByRole("link", { name: "Notes" }).waitFor();
  await good(page, "resources");
  await page.getByRole("link", { name: "Notes" }).click();
  await page.getByRole("button", { name: /^Read/ }).click();
  await result(page, "The notes.");
  await good(page, "resource");
  await openSection(page, "Resources");
  await page.getByRole("link", { name: "A day" }).click();
  await page.getByRole("button", { name: /^Read/ }).waitFor();
  await good(page, "template");
  await openTool(page, "Mine", "media");
  await callNow(page);
  await result(page, "Inside.");
  await good(page, "media");
  await openTool(page, "Mine", "log");
  await callNow(page);
  await result(page, "Logged.");
  await good(page, "log lines");
  await openSection(page, "Log");
  await page.getByText("A detail.").waitFor();
  await good(page, "log");
  await openSection(page, "About");
  await page.getByText("Read before you write.").waitFor();
  await good(page, "about");
  await openSection(page, "Scenarios");
  await good(page, "scenarios");
  await openSection(page, "Requests");
  await page.getByRole("heading", { name: "Roots" }).waitFor();
  await good(page, "requests");
  await openTool(page, "Mine", "sample");
  await callNow(page);
  await page.getByRole("article", { name: "Mine wants an answer of a model" }).waitFor();
  await good(page, "sampling");
  await page.getByRole("button", { name: "Refuse" }).click();
  await openTool(page, "Mine", "roots");
  await callNow(page);
  await page.getByRole("article", { name: "Mine wants to know your directories" }).waitFor();
  await good(page, "roots");
});
