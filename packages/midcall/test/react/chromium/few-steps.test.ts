import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { guest, size, sure, sureOrNot } from "../questions.js";
import { stopClock } from "../../../../../test/e2e/moved-clock.js";
import { clear, type Lab, type LabPage, openLab } from "./open-page.js";

let lab: Lab;
let open: LabPage;
let page: Page;

beforeAll(async () => {
  lab = await openLab();
  open = await lab.open({ viewport: { width: 1280, height: 800 } });
  page = open.page;
});

beforeEach(async () => {
  await page.emulateMedia({ forcedColors: null });
  await page.setViewportSize({ width: 1280, height: 800 });
  await clear(page);
});

afterAll(async () => {
  expect(open.errors).toEqual([]);
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

type StartOptions = Parameters<typeof window.lab.start>[0];
async function start(options: Partial<StartOptions> = {}): Promise<void> {
  await page.evaluate((given) => window.lab.start(given as StartOptions), {
    ui: "inbox",
    ...options,
  });
  await page.getByRole("heading", { name: "Lab", includeHidden: true }).waitFor();
}
const ask = (params: unknown, ownCall = true): Promise<number> =>
  page.evaluate(([one, own]) => window.lab.ask(one as never, { ownCall: own }), [
    params,
    ownCall,
  ] as const);
const result = (index: number): Promise<unknown> =>
  page.evaluate((of) => window.lab.asked[of]!.result, index);
const isFocused = (of: Locator): Promise<boolean> =>
  of.evaluate((element) => element === document.activeElement);
const notes = {
  message: "Notes?",
  requestedSchema: { type: "object", properties: { notes: { type: "string", title: "Notes" } } },
};

describe("a yes/no question", () => {
  it("is one click, and everything is in one row", async () => {
    await start();
    const index = await ask(sureOrNot);
    const tops = await page
      .locator("[data-midcall=actions] button")
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(tops).toHaveLength(5);
    expect(new Set(tops).size).toBe(1);
    await page.getByRole("button", { name: "Yes" }).click();
    await expect.poll(() => result(index)).toEqual({ action: "accept", content: { sure: true } });
  });

  it("is two keys from its heading, where Enter answers nothing", async () => {
    await start();
    await page.getByRole("button", { name: "Something else" }).focus();
    const index = await ask(sure);
    await expect
      .poll(() => isFocused(page.getByRole("heading", { name: "GitHub asks" })))
      .toBe(true);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await result(index)).toBeUndefined();
    await page.keyboard.press("Enter");
    await expect.poll(() => result(index)).toEqual({ action: "accept", content: { sure: true } });
  });
});

describe("an input that was meant for what was there before", () => {
  it("answers no second question with a double click on the first", async () => {
    await start();
    await using clock = await stopClock(page);
    const first = await ask(sure);
    const second = await ask(sure);
    await clock.pass(1000);
    await page.getByRole("button", { name: "Yes", disabled: false }).dblclick();
    await expect.poll(() => result(first)).toEqual({ action: "accept", content: { sure: true } });
    // The second question stands at the same place.
    await page.getByRole("button", { name: "Yes" }).waitFor();
    await clock.pass(1000);
    await page.getByRole("button", { name: "Yes", disabled: false }).waitFor();
    expect(await result(second)).toBeUndefined();
    await page.getByRole("button", { name: "Yes" }).click();
    await expect.poll(() => result(second)).toEqual({ action: "accept", content: { sure: true } });
  });

  it("answers no second question with an Enter that is held", async () => {
    await start();
    await using clock = await stopClock(page);
    const first = await ask(notes);
    const second = await ask(notes);
    await clock.pass(1000);
    await expect.poll(() => isFocused(page.getByLabel("Notes"))).toBe(true);
    await page.keyboard.type("A");
    await page.keyboard.down("Enter");
    await expect.poll(() => result(first)).toEqual({ action: "accept", content: { notes: "A" } });
    await expect.poll(() => page.getByLabel("Notes").inputValue()).toBe("");
    await expect.poll(() => isFocused(page.getByLabel("Notes"))).toBe(true);
    // Playwright repeats a key that is down.
    await clock.pass(1000);
    await page.getByRole("button", { name: "Send", disabled: false }).waitFor();
    await page.keyboard.down("Enter");
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    expect(await result(second)).toBeUndefined();
    await clock.pass(1000);
    await page.keyboard.press("Enter");
    await expect.poll(() => result(second)).toEqual({ action: "accept", content: {} });
  });
});

describe("a question of the user's own call", () => {
  it("is scrolled into view on a phone, with the focus in its first field", async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await start();
    await page.evaluate(() => {
      document.querySelector("h1")!.style.marginBottom = "3000px";
    });
    await page.getByRole("button", { name: "Something else" }).focus();
    await page.evaluate(() => scrollTo(0, 0));
    const index = await ask(guest);
    const name = page.getByLabel("Name");
    await expect.poll(() => isFocused(name)).toBe(true);
    const box = (await page.getByRole("heading", { name: "GitHub asks" }).boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeLessThan(700);
    await page.keyboard.type("Ada");
    await page.keyboard.press("Enter");
    await expect.poll(() => result(index)).toEqual({ action: "accept", content: { name: "Ada" } });
  });

  it("leaves the page where it is if the server asks by itself", async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await start();
    await page.evaluate(() => {
      document.querySelector("h1")!.style.marginBottom = "3000px";
      scrollTo(0, 0);
    });
    await ask(guest, false);
    await page.getByLabel("Name").waitFor();
    expect(await page.evaluate(() => [scrollY, document.activeElement === document.body])).toEqual([
      0,
      true,
    ]);
  });
});

describe("what was entered", () => {
  it("survives a reload", async () => {
    await start({ drafts: true });
    await ask(guest);
    await page.getByLabel("Name").fill("Ada");
    await page.reload();
    await page.waitForFunction(() => "lab" in window);
    await start({ drafts: true });
    await ask(guest);
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Ada");
    await page.evaluate(() => sessionStorage.clear());
  });

  it("survives Escape in the dialog, even twice in a row", async () => {
    await start({ ui: "dialog" });
    const index = await ask(guest);
    const name = page.getByLabel("Name");
    await name.fill("Ada");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Discard what you entered?");
    await page.keyboard.press("Escape");
    await expect.poll(() => isFocused(name)).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByText("Discard what you entered?").waitFor();
    expect(await result(index)).toBeUndefined();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => result(index)).toEqual({ action: "cancel" });
  });
});

describe("in forced colours", () => {
  it("a chosen option looks different from one that is not", async () => {
    await start();
    await ask(size);
    await page.getByRole("radio", { name: "Medium" }).check();
    await page.emulateMedia({ forcedColors: "active" });
    const borders = await page.locator('[data-midcall="option"]').evaluateAll((options) =>
      options.map((option) => {
        const { borderTopWidth, borderTopColor } = getComputedStyle(option);
        const isChosen = option.querySelector(":checked") !== null;
        return { isChosen, border: `${borderTopWidth} ${borderTopColor}` };
      }),
    );
    // A radio button of the browser's own always shows it. This is the border around it.
    const chosen = borders.filter(({ isChosen }) => isChosen).map(({ border }) => border);
    const others = borders.filter(({ isChosen }) => !isChosen).map(({ border }) => border);
    expect([chosen.length, others.length > 0]).toEqual([1, true]);
    expect(others).not.toContain(chosen[0]);
    expect(chosen[0]).toMatch(/^2px /);
  });
});
