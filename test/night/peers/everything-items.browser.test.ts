import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callNow, launch, openTool, result } from "../../e2e/console-lab.js";
import {
  everything,
  openPeerConsole,
  openSection,
  type PeerConsole,
  expectListed,
} from "./peer-console.js";

const NAME = "Everything";

describe("the prompts, resources and notifications of server-everything", () => {
  let browser: Browser;
  let opened: PeerConsole;
  beforeAll(async () => {
    browser = await launch();
    opened = await openPeerConsole(browser, {
      target: everything,
      name: NAME,
      protocolVersion: "2025-11-25",
    });
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
    await browser?.close();
  });
  const open = async (section: string, title: string): Promise<void> => {
    const { page } = opened;
    await openSection(page, NAME, section);
    await page.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  const get = (): Promise<void> =>
    opened.page.getByRole("button", { name: "Get the prompt" }).click();

  it("lists every prompt", async () => {
    await expectListed(opened.page, NAME, "Prompts", [
      "Arguments Prompt",
      "Resource Prompt",
      "Simple Prompt",
      "Team Management",
    ]);
  });

  it("gets a prompt without arguments", async () => {
    await open("Prompts", "Simple Prompt");
    await get();
    await result(opened.page, "This is a simple prompt without arguments.");
  });

  it("gets a prompt with a required and an optional argument, and says which one is missing", async () => {
    const { page } = opened;
    await open("Prompts", "Arguments Prompt");
    await get();
    await page.getByText("Enter a value.").waitFor();
    await page.getByLabel(/^city/i).fill("Bern");
    await get();
    await result(page, "What's weather in Bern?");
  });

  it("completes an argument, and the next one by the value of the first", async () => {
    const { page } = opened;
    await open("Prompts", "Team Management");
    const complete = async (label: RegExp, start: string, expected: string): Promise<void> => {
      const field = page.getByLabel(label);
      await field.click();
      await field.fill(start);
      // The browser draws the list of a native field outside of the page.
      const list = page.locator(`datalist[id="${await field.getAttribute("list")}"] option`);
      await expect
        .poll(() => list.evaluateAll((all) => all.map((one) => one.getAttribute("value"))))
        .toEqual([expected]);
      await field.fill(expected);
    };
    await complete(/^department/i, "Sa", "Sales");
    await complete(/^name/i, "E", "Eve");
    await get();
    await result(page, "Please promote Eve to the head of the Sales team.");
  });

  it("shows the resource in a prompt", async () => {
    const { page } = opened;
    await open("Prompts", "Resource Prompt");
    await page.getByLabel(/^resource ?type/i).fill("Text");
    await page.getByLabel(/^resource ?id/i).fill("4");
    await get();
    await result(page, "Resource 4: This is a plaintext resource");
  });

  it("reads a resource and a template", async () => {
    const { page } = opened;
    await open("Resources", "features.md");
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await result(page, "Everything Server - Features");
    await open("Resources", "Dynamic Text Resource");
    await page.getByLabel(/^resource ?id/i).fill("7");
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await result(page, "Resource 7: This is a plaintext resource");
  });

  it("follows a resource, and shows that it was updated", async () => {
    const { page } = opened;
    await open("Resources", "features.md");
    await page.getByRole("button", { name: "Follow updates" }).click();
    await page.getByText("No updates yet.").waitFor();
    await openTool(page, NAME, "Toggle Subscriber Updates");
    await callNow(page);
    await result(page, "Started simulated resource updated notifications");
    await open("Resources", "features.md");
    await page.getByText(/^Updated \d+ times/).waitFor();
    await page.getByRole("button", { name: "Stop following" }).click();
    await page.getByRole("button", { name: "Follow updates" }).waitFor();
  });

  it("shows the log messages, from the level that is chosen", async () => {
    const { page } = opened;
    await openTool(page, NAME, "Toggle Simulated Logging");
    await callNow(page);
    await result(page, "Started simulated, random-leveled logging");
    await openSection(page, NAME, "Log");
    await page.getByLabel("The server sends").selectOption("debug");
    await page
      .getByText(/level message/i)
      .first()
      .waitFor();
  });

  it("lists a resource that a call has added", async () => {
    const { page } = opened;
    await openTool(page, NAME, "GZip File as Resource Tool");
    await page.getByRole("button", { name: "Edit as JSON", exact: true }).click();
    await page
      .getByLabel("Arguments as JSON")
      .fill('{"name":"new.gz","data":"data:text/plain,new","outputType":"resourceLink"}');
    await callNow(page);
    await result(page, "new.gz");
    await openSection(page, NAME, "Resources");
    await page.getByRole("link", { name: "new.gz" }).waitFor();
  });

  it("saves the messages that fit the filters as a file", async () => {
    const { page } = opened;
    await openSection(page, NAME, "Timeline");
    const rows = page.locator(".wire > li");
    await rows.first().waitFor();
    await page.getByLabel("Search").fill("prompts/get");
    await expect
      .poll(async () => (await rows.allInnerTexts()).every((row) => row.includes("prompts/get")))
      .toBe(true);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).click(),
    ]);
    const entries = JSON.parse(await readFile(await download.path(), "utf8")) as {
      readonly method: string;
      readonly body: string;
    }[];
    expect(new Set(entries.map(({ method }) => method))).toEqual(new Set(["prompts/get"]));
    expect(entries).toHaveLength(2 * (await rows.count()));
    expect(entries[0]!.body).toContain('"method":"prompts/get"');
  });

  it("shows what the server says about itself", async () => {
    const { page } = opened;
    await openSection(page, NAME, "About");
    await page.getByText("Following the updates of resources").waitFor();
    await page.getByRole("heading", { name: "Instructions for the model" }).waitFor();
    await page.getByText("This response proves the client properly passed").waitFor();
  });

  it("breaks no rule of the page", () => {
    expect(opened.watch.faults).toEqual([]);
  });
});
