import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  callNow,
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
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

it("puts two questions of one server, and then of two servers, one after the other", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console);
  await addServer(page, { target, name: "One", protocolVersion: "2026-07-28" });
  await addServer(page, { target: `${target} two`, name: "Two", protocolVersion: "2025-06-18" });
  await openTool(page, "One", "ask");
  await page.getByLabel(/^What/).fill("The first?");
  await callNow(page);
  await question(page, "One").getByText("The first?").waitFor();
  await page.getByLabel(/^What/).fill("The second?");
  await callNow(page);
  await page.getByRole("button", { name: "2 questions" }).waitFor();
  await openTool(page, "Two", "ask");
  await page.getByLabel(/^What/).fill("Of another?");
  await callNow(page);
  await page.getByText(/^2 more questions/).waitFor();
  await screenshot(page, "waiting", false);

  // Wherever somebody is: here, on the page of the second server.
  await question(page, "One").getByRole("radio", { name: "one" }).check();
  await send(question(page, "One"));
  await question(page, "Two").getByText("Of another?").waitFor();
  await question(page, "Two").getByRole("radio", { name: "two" }).check();
  await send(question(page, "Two"));
  await question(page, "One").getByText("The second?").waitFor();
  await question(page, "One").getByRole("button", { name: "Decline" }).click();
  await result(page, "Chosen: two");
  await openTool(page, "One", "ask");
  await result(page, "Chosen: one");
  await result(page, "Not chosen (decline).");
  expect(watch).toEqual({ faults: [], foreign: [] });
});
