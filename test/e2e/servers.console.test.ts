import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { good } from "./console-axe.js";
import {
  addServer,
  borrowConsole,
  callNow,
  fixture,
  launch,
  openConsole,
  openSettings,
  openTool,
  result,
  screenshot,
} from "./console-lab.js";
import {
  CANARY,
  checkEverySection,
  goToServer,
  openEdit,
  saveAndReconnect,
  shownOn,
} from "./console-servers-lab.js";

const settingsServer = fixture("settings.mjs");
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** The same where the page says “Connected” of the connection before, too: waits until it has said “Connecting…”. */
async function startAgain(page: Page): Promise<void> {
  // Seen by the page itself, for however short a time.
  const connecting = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = (_: unknown, observer: MutationObserver): void => {
          if (!document.body.textContent.includes("Connecting…")) return;
          observer.disconnect();
          resolve();
        };
        const all = { childList: true, subtree: true, characterData: true };
        new MutationObserver(look).observe(document.body, all);
      }),
  );
  await saveAndReconnect(page);
  await connecting;
  await page.getByText("Connected", { exact: true }).first().waitFor();
}

it("edits a server's variables and directory, clones it, and starts the clone when told to", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "midcall-cwd-")));
  await using console = await borrowConsole();
  try {
    const { page, watch } = await openConsole(browser, console, { bypassCSP: true });
    await addServer(page, { target: `node ${settingsServer}`, name: "Mine" });
    await openEdit(page);
    await page.getByRole("button", { name: "Add a variable" }).click();
    // The focus is in the new row.
    await page.keyboard.type("CANARY");
    await page.getByLabel("Value of variable 1").fill(CANARY);
    await page.getByRole("button", { name: "Add a variable" }).click();
    await page.getByLabel("Name of variable 2").fill("STAGE");
    await page.getByLabel("Value of variable 2").fill("edited");
    await page.getByLabel("Working directory").fill(folder);
    await page.getByLabel("Time limit of a call").fill("30");
    await screenshot(page, "edit-server");
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    await screenshot(page, "320-edit-server");
    await page.setViewportSize({ width: 1360, height: 860 });
    await startAgain(page);
    await openTool(page, "Mine", "where");
    await callNow(page);
    await result(page, `"mode":"edited"`);
    await result(page, folder);
    await checkEverySection(page, "Mine");

    // What was entered does not come back; it can be replaced or removed.
    await openEdit(page);
    await page.getByRole("group", { name: "CANARY" }).getByText("kept", { exact: true }).waitFor();
    await good(page, "edit-server");
    await page.getByRole("button", { name: "Remove STAGE" }).click();
    await page.getByRole("button", { name: "Replace CANARY" }).click();
    await page.keyboard.type("canary-7f3a91-longer");
    expect(await page.getByLabel("Value of variable 1").inputValue()).toHaveLength(20);
    await startAgain(page);
    await openTool(page, "Mine", "where");
    await callNow(page);
    await result(page, `"mode":"","length":20`);

    await goToServer(page, "Mine");
    await openSettings(page);
    await page.getByRole("button", { name: "Clone" }).click();
    await page.getByRole("heading", { level: 1, name: "Mine 2" }).waitFor();
    await page.getByText("Not connected", { exact: true }).first().waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Copy");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Copy" }).waitFor();
    await page.getByText("Not connected", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Connect", exact: true }).first().click();
    await openTool(page, "Copy", "where");
    await callNow(page);
    await result(page, `"length":20`);
    expect(await shownOn(page)).not.toContain("7f3a91");

    await page.getByRole("link", { name: "All servers" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as mcp.json" }).click();
    expect((await saving).suggestedFilename()).toBe("mcp.json");
    expect(watch.faults).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
