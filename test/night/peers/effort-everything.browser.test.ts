import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch, openTool } from "../../e2e/console-lab.js";
import { createHand, type Hand } from "./hand.js";
import { peerFile, peerNode } from "./install.mjs";
import { everything, openPeerConsole, type PeerConsole } from "./peer-console.js";
import { startInspector, type StartedInspector } from "./start-inspector.js";

const TOOL = "Trigger Elicitation Request Tool";

let browser: Browser;
let inspector: StartedInspector;
let started: PeerConsole;
beforeAll(async () => {
  browser = await launch();
  const server = peerFile("@modelcontextprotocol/server-everything/dist/index.js");
  inspector = await startInspector(browser, [peerNode(), server, "stdio"]);
  started = await openPeerConsole(browser, {
    target: everything,
    name: "Everything",
    protocolVersion: "2025-11-25",
  });
});
afterAll(async () => {
  await started?.[Symbol.asyncDispose]();
  await inspector?.[Symbol.asyncDispose]();
  await browser?.close();
});

/** Calls the tool, enters the one required value of its thirteen fields, and sends the answer. */
async function inInspector(page: Page, byKeys: boolean): Promise<Hand> {
  for (const name of ["Echo Tool", TOOL])
    await page.getByText(name, { exact: true }).first().click();
  const hand = createHand(page);
  const call = page.getByRole("button", { name: "Execute Tool" });
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Submit" });
  const field = dialog.getByLabel("String", { exact: false }).first();
  await (byKeys ? call.focus().then(() => hand.press("Enter")) : hand.click(call));
  await field.waitFor();
  await (byKeys ? hand.tabTo(field) : hand.enter(field));
  await hand.type("Ada");
  await (byKeys ? hand.tabTo(submit).then(() => hand.press("Enter")) : hand.click(submit));
  await dialog.waitFor({ state: "hidden" });
  return hand;
}

async function inConsole(page: Page, byKeys: boolean): Promise<Hand> {
  await openTool(page, "Everything", TOOL);
  const hand = createHand(page);
  const call = page.getByRole("button", { name: "Call", exact: true });
  const question = page.locator('[data-midcall="question"]').first();
  const field = question.getByRole("textbox").first();
  const button = (name: string) => question.getByRole("button", { name, exact: true });
  await (byKeys ? call.focus().then(() => hand.press("Enter")) : hand.click(call));
  await field.waitFor();
  await page.waitForFunction(
    () => document.activeElement?.closest('[data-midcall="question"]') !== null,
  );
  await (byKeys ? hand.tabTo(field) : hand.enter(field));
  await hand.type("Ada");
  await (byKeys ? hand.press("Enter") : hand.click(button("Review")));
  const send = button("Send");
  await send.waitFor();
  await (byKeys ? hand.tabTo(send).then(() => hand.press("Enter")) : hand.click(send));
  await question.waitFor({ state: "detached" });
  return hand;
}

it("takes no more steps than the Inspector, though the suggested values are reviewed", async () => {
  const [theirs, own] = [inspector.page, started.page];
  const effort = {
    inspector: {
      clicks: (await inInspector(theirs, false)).clicks,
      keys: (await inInspector(theirs, true)).keys,
    },
    console: {
      clicks: (await inConsole(own, false)).clicks,
      keys: (await inConsole(own, true)).keys,
    },
  };
  console.table(effort);
  expect(effort.console.clicks).toBeLessThanOrEqual(effort.inspector.clicks);
  expect(effort.console.keys).toBeLessThanOrEqual(effort.inspector.keys);
});
