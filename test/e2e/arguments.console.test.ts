import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  callNow,
  fixture,
  launch,
  openConsole,
  openTool,
  result,
  screenshot,
} from "./console-lab.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const target = `node ${fixture("schemas.mjs")}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const THEMES = ["light", "dark"];

/** What axe finds, at night also dark, and whether something sticks out of a narrow window. */
async function findings(page: Page, state: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(async (themes) => {
    type Axe = {
      run(root: Element): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
    const { axe } = window as unknown as { axe: Axe };
    const all: string[] = [];
    for (const theme of themes) {
      document.documentElement.dataset["theme"] = theme;
      const { violations } = await axe.run(document.querySelector("main")!);
      all.push(
        ...violations.map(
          ({ id, nodes }) => `${theme} ${id} ${nodes.map(({ html }) => html).join("\n")}`,
        ),
      );
    }
    delete document.documentElement.dataset["theme"];
    return all;
  }, THEMES);
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 800 });
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  if (scrollWidth > clientWidth) found.push(`${scrollWidth} > ${clientWidth}`);
  await screenshot(page, `arguments-320-${state}`);
  await page.setViewportSize(size);
  await screenshot(page, `arguments-${state}`);
  return found;
}

it("takes lists, objects, unions and maps by the keyboard, and axe finds nothing", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console, { bypassCSP: true });
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "rich");
  expect(await findings(page, "start")).toEqual([]);

  const { keyboard } = page;
  const press = async (name: string): Promise<void> => {
    await page.getByRole("button", { name, exact: true }).focus();
    await keyboard.press("Enter");
  };
  await press("Use downloads for Directory");
  await page.getByLabel(/^Street/).focus();
  await keyboard.type("Main");
  await press("Add Tags");
  await keyboard.type("a");
  await press("Add an item to Tags");
  await keyboard.type("b");
  await press("Move up Item 2 of Tags");
  // The focus has stayed with the item, which can only move down now.
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  // Tab selects the text, as in every form.
  await keyboard.type("x");
  await press("Add Labels");
  await keyboard.type("app");
  await keyboard.press("Tab");
  await keyboard.type("web");
  await press("Add Pair");
  await keyboard.type("1.5");
  await page.getByLabel("Kind of When").selectOption("On a day");
  await page.getByLabel("Any as JSON").fill('{"free": [1]}');
  await press("Add Tree");
  await keyboard.type("root");
  await press("Add Children");
  await page.getByLabel(/^Floor/).fill("12");
  await callNow(page);
  const summary = page.getByRole("group", { name: /^Please fix the following/ });
  expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await findings(page, "invalid")).toEqual([]);
  await page.getByRole("link", { name: /^Address › Floor/ }).press("Enter");
  await keyboard.press("Control+A");
  await keyboard.type("2");
  await page.getByRole("link", { name: /^Tree › Children › Item 1 › Name/ }).press("Enter");
  await keyboard.type("leaf");
  await press("Edit Pair as JSON");
  await page.getByLabel("Pair as JSON").fill('[1.5, "one"]');
  expect(await findings(page, "json")).toEqual([]);
  await press("Back to the form for Pair");
  await callNow(page);
  await result(page, "Called with");
  const said = await page.locator(".result-text").first().textContent();
  expect(JSON.parse(said!.replace("Called with ", ""))).toEqual({
    directory: "downloads",
    tags: ["b", "x"],
    address: { street: "Main", floor: 2 },
    labels: { app: "web" },
    pair: [1.5, "one"],
    when: {},
    tree: { name: "root", children: [{ name: "leaf" }] },
    any: { free: [1] },
  });
  expect(watch.faults).toEqual([]);
});

it("sends what the form calls wrong when told to, and stays usable with hostile schemas", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console);
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "rich");
  await callNow(page);
  await page.getByRole("button", { name: "Send as it is" }).click();
  await result(page, 'Called with {"address":{}}');
  for (const name of ["many", "endless"]) {
    await openTool(page, "Mine", name);
    await page.getByRole("button", { name: "Edit as JSON", exact: true }).click();
    await page.getByLabel("Arguments as JSON").fill('{"extra":1}');
    await page.getByRole("button", { name: "Back to the form" }).click();
    await callNow(page);
    if (name === "endless") await page.getByRole("button", { name: "Send as it is" }).click();
    await result(page, '"extra":1');
  }
  expect(watch.faults).toEqual([]);
});
