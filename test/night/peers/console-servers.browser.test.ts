import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callNow, launch, openTool, question, result, send } from "../../e2e/console-lab.js";
import { callWith, openPeerConsole, openSection, programAt, expectListed } from "./peer-console.js";
import { startMcpUse } from "./start-mcp-use.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** Answers the question of the tool `greet`, and declines it the next time. */
async function greet(page: Page, server: string): Promise<void> {
  await openTool(page, server, server === "On mcp-use" ? "Greet" : "greet");
  await callNow(page);
  const asked = question(page, server);
  await asked.getByText("Who are you?").waitFor();
  await asked.getByLabel(/^Name/).fill("Ada");
  await send(asked);
  await result(page, '{"action":"accept","content":{"name":"Ada"}}');
  await callNow(page);
  await question(page, server).getByRole("button", { name: "Decline" }).click();
  await result(page, '{"action":"decline"}');
}

/** Gets the prompt `poem`, and reads the note. */
async function getAndRead(page: Page, server: string): Promise<void> {
  await expectListed(page, server, "Prompts", ["poem"]);
  await page.getByRole("link", { name: "poem" }).click();
  await page.getByLabel(/^about/i).fill("tea");
  await page.getByRole("button", { name: "Get the prompt" }).click();
  await result(page, "A poem about tea");
  await expectListed(page, server, "Resources", ["A note"]);
  await page.getByRole("link", { name: "A note" }).click();
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await result(page, "Remember the milk.");
}

describe("a server on mcp-use, over HTTP on 2026-07-28", () => {
  it("asks in a tool, and has a prompt and a resource", async () => {
    await using running = await startMcpUse();
    await using opened = await openPeerConsole(browser, {
      target: running.url,
      name: "On mcp-use",
      protocolVersion: "2026-07-28",
    });
    const { page, watch } = opened;
    await greet(page, "On mcp-use");
    await getAndRead(page, "On mcp-use");
    expect(watch.faults).toEqual([]);
  });
});

describe("a server on fastmcp, over stdio", () => {
  it("asks in a tool, reports its progress, and has a prompt and a resource", async () => {
    await using opened = await openPeerConsole(browser, {
      target: programAt("../servers/fastmcp-server.mjs"),
      name: "On fastmcp",
    });
    const { page, watch } = opened;
    await greet(page, "On fastmcp");
    await callWith(page, "On fastmcp", "count", { steps: 4 });
    await page
      .getByText(/^[1234] of 4$/)
      .first()
      .waitFor();
    await result(page, "Counted to 4.");
    await getAndRead(page, "On fastmcp");
    expect(watch.faults).toEqual([]);
  });
});

describe("a server with tasks (SEP-2663) on 2026-07-28", () => {
  it("asks in a task, and shows its state and its result", async () => {
    await using opened = await openPeerConsole(browser, {
      target: programAt("../../../packages/cli/test/console/fixtures/content.mjs"),
      name: "Bakery",
      protocolVersion: "2026-07-28",
    });
    const { page, watch } = opened;
    await openSection(page, "Bakery", "Requests");
    await page.getByRole("textbox", { name: "Directories" }).fill("/srv/bakery");
    await page.getByRole("button", { name: /save/i }).click();
    await openTool(page, "Bakery", "bake");
    await callNow(page);
    await page.getByText("Task in the background: needs an answer").waitFor();
    for (const [message, name] of [
      ["First?", "Ann"],
      ["Second?", "Bob"],
    ] as const) {
      const asked = question(page, "Bakery").filter({ hasText: message });
      await asked.getByLabel(/^name/i).fill(name);
      await send(asked);
    }
    await page.getByText("Task in the background: completed").waitFor();
    for (const given of ["Ann", "Bob", "file:///srv/bakery"]) await result(page, given);
    await openTool(page, "Bakery", "wait");
    await callNow(page);
    await page.getByText("Task in the background: working").waitFor();
    await page.getByRole("button", { name: /^Cancel/ }).click();
    await page.getByText("You cancelled this call.").waitFor();
    await openTool(page, "Bakery", "burn");
    await callNow(page);
    await page.getByText("The oven broke.").first().waitFor();
    expect(watch.faults).toEqual([]);
  });
});
