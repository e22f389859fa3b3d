import type { Browser } from "playwright-core";
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
import { focus, inRegions, isInOrder, listen } from "./screen-reader.js";

/** What a screen reader is told in the console, as the browser itself has computed it. */

const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

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
