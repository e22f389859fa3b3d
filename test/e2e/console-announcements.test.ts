import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../night.js";
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
  send,
} from "./console-lab.js";
import { focus, inRegions, listen, nameless, told } from "./screen-reader.js";

/** What a screen reader is told in the console, as the browser itself has computed it. */

const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** What every screen has: its landmarks and one heading of the first level, a name for each control. */
async function isInOrder(page: Page): Promise<void> {
  const all = await told(page);
  const count = (role: string): number => all.filter((one) => one.role === role).length;
  expect([count("banner"), count("main")]).toEqual([1, 1]);
  const landmarks = all.filter(({ role }) => /^(navigation|complementary|region)$/.test(role));
  expect(landmarks.filter(({ name }) => name === "")).toEqual([]);
  expect(await page.locator("h1:visible").count()).toBe(1);
  expect(nameless(all)).toEqual([]);
  // What changes in a region inside another one would be said twice.
  const live = '[role="status"], [role="alert"], [aria-live]';
  expect(
    await page.evaluate(
      (of) =>
        [...document.querySelectorAll(of)]
          .filter((region) => region.parentElement?.closest(of))
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      live,
    ),
  ).toEqual([]);
}

it.each([1280, 390].slice(0, scaled(1, 2)))(
  "from Call to the result, a question is said once and the result once (%i px)",
  async (width) => {
    await using console = await borrowConsole();
    const { page } = await openConsole(browser, console, { viewport: { width, height: 800 } });
    await addServer(page, { target, name: "Mine", protocolVersion: "2026-07-28" });
    await openTool(page, "Mine", "echo");
    expect(await page.title()).toMatch(/^echo/);
    await isInOrder(page);
    const said = await listen(page);
    const heard: string[] = [];
    const hears = (text: string): Promise<void> =>
      expect
        .poll(async () => {
          heard.push(...(await said()));
          return heard.filter((one) => one.includes(text));
        })
        .toHaveLength(1);

    await callNow(page);
    const asked = question(page, "Mine");
    await asked.getByText("Say a word.").waitFor();
    await hears("Mine asks: Say a word.");
    expect(await page.title()).toMatch(/^\(1\) /);
    await isInOrder(page);
    await asked.getByRole("textbox").fill("Hello");
    await send(asked);
    await asked.getByText("You said Hello. Right?").waitFor();
    await hears("Mine asks: You said Hello. Right?");
    await asked.getByRole("button", { name: "Yes", exact: true }).click();
    await result(page, "Hello");
    await expect.poll(async () => (await focus(page))?.name).toMatch(/^Result of echo, /);
    // The focus says the result; no region repeats it, and none keeps a question.
    expect((await focus(page))?.description).toContain("Hello");
    heard.push(...(await said()));
    expect(heard.map((text) => text.replace(/:.*/, ""))).toEqual([
      "Mine asks",
      "Sending…",
      "Mine asks",
      "Sending…",
    ]);
    await expect.poll(async () => (await inRegions(page)).join()).not.toContain("asks");
    expect(await page.title()).toMatch(/^echo/);
    await isInOrder(page);
  },
);
