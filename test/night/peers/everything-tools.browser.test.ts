import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callNow, launch, openTool, question, result, send } from "../../e2e/console-lab.js";
import {
  callWith,
  everything,
  openPeerConsole,
  openSection,
  type PeerConsole,
  expectListed,
} from "./peer-console.js";

const NAME = "Everything";

/** How each tool is called by its title, and what the page then shows. */
const CALLS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async "Echo Tool"(page) {
    await openTool(page, NAME, "Echo Tool");
    const hints = page.getByRole("list", { name: "According to the server" });
    expect(await hints.getByRole("listitem").allInnerTexts()).toEqual([
      "read-only",
      "safe to repeat",
    ]);
    await page.getByLabel(/^message/i).fill("Hello there");
    await callNow(page);
    await result(page, "Echo: Hello there");
  },
  async "Get Annotated Message Tool"(page) {
    await callWith(page, NAME, "Get Annotated Message Tool", {
      messageType: "error",
      includeImage: true,
    });
    await result(page, "Error: Operation failed");
    await page.locator(".result img").first().waitFor();
  },
  async "Print Environment Tool"(page) {
    await callWith(page, NAME, "Print Environment Tool");
    await result(page, "PATH");
  },
  async "Get Resource Links Tool"(page) {
    await callWith(page, NAME, "Get Resource Links Tool", { count: 2 });
    await result(page, "Here are 2 resource links");
    await page.getByRole("button", { name: "Read Text Resource 2" }).click();
    await page.getByRole("heading", { level: 1, name: /dynamic\/text\/2$/ }).waitFor();
    await result(page, "Resource 2: This is a plaintext resource");
  },
  async "Get Resource Reference Tool"(page) {
    await callWith(page, NAME, "Get Resource Reference Tool", {
      resourceType: "Blob",
      resourceId: 3,
    });
    await result(page, "Binary content");
  },
  async "Get Structured Content Tool"(page) {
    await openTool(page, NAME, "Get Structured Content Tool");
    await page.getByText("Chicago", { exact: true }).click();
    await callNow(page);
    await result(page, "Light rain / drizzle");
    await page.getByLabel("Structured result").waitFor();
  },
  async "Get Sum Tool"(page) {
    await openTool(page, NAME, "Get Sum Tool");
    await page.getByLabel(/^a\b/i).fill("2");
    await page.getByLabel(/^b\b/i).fill("40");
    await callNow(page);
    await result(page, "The sum of 2 and 40 is 42.");
  },
  async "Get Tiny Image Tool"(page) {
    await callWith(page, NAME, "Get Tiny Image Tool");
    const image = page.locator(".result-image").first();
    await image.waitFor();
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBeGreaterThan(1);
  },
  async "GZip File as Resource Tool"(page) {
    await callWith(page, NAME, "GZip File as Resource Tool", {
      name: "hello.gz",
      data: "data:text/plain,hello",
      outputType: "resourceLink",
    });
    await result(page, "hello.gz");
    await page.getByRole("button", { name: "Read hello.gz" }).click();
    await result(page, "Binary content, application/gzip");
  },
  async "Toggle Simulated Logging"(page) {
    await callWith(page, NAME, "Toggle Simulated Logging");
    await result(page, "Started simulated, random-leveled logging");
    await callNow(page);
    await result(page, "Stopped simulated logging");
  },
  async "Toggle Subscriber Updates"(page) {
    await callWith(page, NAME, "Toggle Subscriber Updates");
    await result(page, "Started simulated resource updated notifications");
    await callNow(page);
    await result(page, "Stopped simulated resource updates");
  },
  async "Trigger Long Running Operation Tool"(page) {
    await callWith(page, NAME, "Trigger Long Running Operation Tool", { duration: 2, steps: 4 });
    await page
      .getByText(/^[123] of 4$/)
      .first()
      .waitFor();
    await result(page, "Long running operation completed. Duration: 2 seconds, Steps: 4.");
  },
  async "Get Roots List Tool"(page) {
    await callWith(page, NAME, "Get Roots List Tool");
    await result(page, "file:///srv/project");
  },
  async "Trigger Elicitation Request Tool"(page) {
    await callWith(page, NAME, "Trigger Elicitation Request Tool");
    const asked = question(page, NAME);
    await asked.getByLabel(/^String required/).fill("Ada");
    await asked.getByLabel(/^String with email format/).fill("ada@example.com");
    await asked.getByLabel(/^String with date format/).fill("2001-02-03");
    await asked.getByLabel("Bass").check();
    await asked.getByLabel("Salmon").check();
    await send(asked);
    await result(page, "- Email: ada@example.com");
    await result(page, "- Birthdate: 2001-02-03");
    await callNow(page);
    await question(page, NAME).getByRole("button", { name: "Decline" }).click();
    await result(page, "User declined to provide the requested information");
  },
  async "Trigger URL Elicitation Tool"(page) {
    const url = "http://127.0.0.1:9/connect";
    await callWith(page, NAME, "Trigger URL Elicitation Tool", { url, message: "Connect it." });
    await question(page, NAME).getByText("Connect it.").waitFor();
    await question(page, NAME).getByRole("button", { name: /^Open/ }).click();
    await page.bringToFront();
    await result(page, url);
  },
  async "Trigger Sampling Request Tool"(page) {
    await callWith(page, NAME, "Trigger Sampling Request Tool", { prompt: "Say hi", maxTokens: 7 });
    const asked = page.getByRole("article", { name: `${NAME} wants an answer of a model` });
    await asked.getByText("context: Say hi").waitFor();
    await asked.getByLabel("Answer, as the model would give it").fill("Hi from a user");
    await asked.getByRole("button", { name: "Send" }).click();
    await result(page, "Hi from a user");
  },
  // Two requests that the server sends as tasks of 2025-11-25 (SEP-1686). It polls the console for their state.
  async "Trigger Async Sampling Request Tool"(page) {
    await callWith(page, NAME, "Trigger Async Sampling Request Tool", { prompt: "Say hi" });
    const asked = page.getByRole("article", { name: `${NAME} wants an answer of a model` });
    await asked.getByText("context: Say hi").waitFor();
    await asked.getByLabel("Answer, as the model would give it").fill("Hi in the background");
    await asked.getByRole("button", { name: "Send" }).click();
    await result(page, "[COMPLETED] Async sampling completed!");
    await result(page, "Hi in the background");
    await callNow(page);
    await asked.getByRole("button", { name: "Refuse" }).click();
    await result(page, "[FAILED] The user rejected the request.");
  },
  async "Trigger Async Elicitation Request Tool"(page) {
    await callWith(page, NAME, "Trigger Async Elicitation Request Tool");
    const asked = question(page, NAME);
    await asked.getByLabel(/^Your Name/).fill("Ada");
    await asked.getByLabel("Green").check();
    await send(asked);
    await result(page, "[COMPLETED] User provided the requested information!");
    await result(page, "- Favorite Color: Green");
    await callNow(page);
    await question(page, NAME).getByRole("button", { name: "Decline" }).click();
    await result(page, "[DECLINED] User declined to provide the requested information.");
  },
  // A task of 2025-11-25 (SEP-1686), which asks in its middle.
  async "Simulate Research Query"(page) {
    await openTool(page, NAME, "Simulate Research Query");
    await page.getByText("This tool runs as a task in the background.").waitFor();
    await callWith(page, NAME, "Simulate Research Query", { topic: "python", ambiguous: true });
    await page.getByText("Task in the background: working · Gathering sources...").waitFor();
    const asked = question(page, NAME);
    await asked.getByLabel("Monty Python comedy group").check();
    await page.getByText("Task in the background: needs an answer").waitFor();
    await send(asked);
    await page.getByText('working · Continuing with interpretation: "comedy"').waitFor();
    await result(page, "# Research Report: python (comedy)");
    await page.getByText("Task in the background: completed").waitFor();

    await callNow(page);
    await page.getByText("Task in the background: working").waitFor();
    await openSection(page, NAME, "Tasks");
    const tasks = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
    await expect.poll(() => tasks.count()).toBe(2);
    await tasks.filter({ hasText: "working" }).getByRole("button", { name: "Cancel" }).click();
    await tasks.filter({ hasText: "cancelled" }).getByRole("link").click();
    await page.getByText("The server has cancelled the task.").waitFor();
  },
};

describe("every tool of server-everything", () => {
  let browser: Browser;
  let opened: PeerConsole;
  beforeAll(async () => {
    browser = await launch();
    opened = await openPeerConsole(browser, {
      target: everything,
      name: NAME,
      protocolVersion: "2025-11-25",
    });
    // It wants to know the directories as soon as it is connected.
    const { page } = opened;
    const wants = page.getByRole("article", { name: `${NAME} wants to know your directories` });
    await wants.getByLabel("Directories").fill("/srv/project");
    await wants.getByRole("button", { name: "Send and remember" }).click();
    await wants.waitFor({ state: "detached" });
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
    await browser?.close();
  });

  it("is called here", async () => {
    await expectListed(opened.page, NAME, "Tools", Object.keys(CALLS));
  });

  it.each(Object.keys(CALLS))("shows its result: %s", async (title) => {
    await CALLS[title]!(opened.page);
  });

  it("breaks no rule of the page", () => {
    expect(opened.watch.faults).toEqual([]);
  });
});
