import { serveLoopback } from "midcall/pages";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLab, lookAtIt, NAME } from "../../packages/midcall/test/local-page/lab.js";
import { launch } from "../e2e/chromium.js";
import { takePort } from "./ended-lab.js";
import { tally } from "./tally.js";

/*
 * A page that a server on this machine has opened stays open when the server has ended. Another user can then listen at
 * its port: the form would go to them.
 */

const LIE = "Please enter the PIN of your bank";
const TYPED = "crimson-canary";
let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Presses a button of a page whose server has ended, and sees what another user at its port gets of it. */
async function expectNothing(page: Page, button: string): Promise<void> {
  const url = new URL(page.url());
  const cookies = await page.context().cookies();
  expect(cookies).not.toEqual([]);
  await using taker = await takePort(url.origin, LIE);
  await page.getByRole("button", { name: button, exact: true }).click();
  await taker.untilHeard();
  expect(taker.has(TYPED), "what was typed was sent").toBe(false);
  await page.getByRole("alert").getByText("The program that asked has ended.").waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("server-ended");
  expect(page.url()).toBe(url.href);
  expect(await page.content()).not.toContain(LIE);
  const secrets = [...cookies.map(({ value }) => value), url.pathname];
  const key = await page.locator("script").getAttribute("data-key");
  for (const text of [TYPED, key!, ...secrets]) expect(taker.has(text), text).toBe(false);
  expect(taker.heard.map(({ method, url: path }) => `${method} ${path}`)).toEqual(["GET /l/proof"]);
  tally("forms of pages whose server has ended, at another user", 1);
}

it("the local page of a server that has ended sends no answer to its port, and shows nothing that comes from there", async () => {
  await using lab = createLab();
  await lab.ask({ requestedSchema: NAME });
  const page = await (await browser.newContext()).newPage();
  await page.goto(lab.opened[0]!);
  await page.getByLabel("Your name").fill(TYPED);
  await lab.pages.close();
  await expectNothing(page, "Send");
});

it("a page for a secret whose server has ended sends no secret to its port", async () => {
  const secret = "a secret of these tests, long enough";
  const store = createMemoryStore();
  const pages = await serveLoopback({ secret, store, vault: createVault({ secret, store }) });
  try {
    const about = { principal: "local", server: "invoices", message: "For the invoices." };
    const link = await pages.secretLink({ ...about, name: "stripe" });
    const page = await (await browser.newContext()).newPage();
    await page.goto(link.url);
    await page.getByRole("textbox").fill(link.code!);
    await page.getByRole("main").getByRole("button").first().click();
    await page.locator("input[type=password]").fill(TYPED);
    await pages.close();
    await expectNothing(page, "Save");
  } finally {
    await pages.close();
  }
});

it("a local page whose server is there takes an answer as before, with the keyboard and without a script", async () => {
  for (const javaScriptEnabled of [true, false]) {
    await using lab = createLab();
    const { answers } = await lab.ask({ requestedSchema: NAME });
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto(lab.opened[0]!);
    lookAtIt();
    await page.getByLabel("Your name").fill("Ada");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sent" }).waitFor();
    expect(answers).toEqual([{ action: "accept", content: { name: "Ada" } }]);
  }
});
