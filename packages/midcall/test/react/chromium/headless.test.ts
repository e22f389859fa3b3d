import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { guest, sure } from "../questions.js";
import { type Lab, type LabPage, openLab } from "./open-page.js";
import { REGISTER } from "./questions.js";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let lab: Lab;
let open: LabPage;
let page: Page;

beforeAll(async () => {
  lab = await openLab();
  open = await lab.open({ viewport: { width: 900, height: 900 }, timezoneId: "Asia/Kolkata" });
  page = open.page;
});

beforeEach(async () => {
  await page.reload();
  await page.waitForFunction(() => "lab" in window);
  await page.evaluate(() => window.lab.start({ ui: "headless" }));
  await page.getByRole("heading", { name: "Lab" }).waitFor();
});

afterAll(async () => {
  expect(open.errors).toEqual([]);
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

const ask = (params: unknown, ownCall = true): Promise<number> =>
  page.evaluate(([one, own]) => window.lab.ask(one as never, { ownCall: own }), [
    params,
    ownCall,
  ] as const);
const result = (index: number): Promise<unknown> =>
  page
    .waitForFunction((of) => window.lab.asked[of]!.result, index)
    .then((answer) => answer.jsonValue());
const good = async (): Promise<void> => {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  });
  expect(violations).toEqual([]);
};
const button = (name: string) => page.getByRole("button", { name, exact: true, disabled: false });

describe("a user interface on useElicitation alone", () => {
  it("has every kind of field, without a fault for a screen reader, also with errors", async () => {
    await ask(REGISTER);
    await page.getByLabel("Full name").waitFor();
    await good();
    await page.getByRole("button", { name: /Send|Review/ }).click();
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBeGreaterThan(2);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe(
      "true",
    );
    await good();
  });

  it("sends what the keyboard alone has entered", async () => {
    const asked = await ask(guest);
    await page.getByLabel("Name").focus();
    await page.keyboard.type("Ada");
    await page.keyboard.press("Enter");
    expect(await result(asked)).toEqual({ action: "accept", content: { name: "Ada" } });
  });

  it("ignores a click or a key that was meant for what was there before", async () => {
    // The click and the key of somebody who is faster than any machine: at the moment the button is there.
    await page.evaluate(() => {
      const found = (): HTMLElement | undefined =>
        [...document.querySelectorAll("button")].find(({ innerText }) => innerText === "Yes");
      const observer = new MutationObserver(() => {
        const yes = found();
        if (!yes) return;
        observer.disconnect();
        const click = (detail: number): void =>
          void yes.dispatchEvent(
            new MouseEvent("click", { detail, bubbles: true, cancelable: true }),
          );
        click(1);
        yes.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        click(0);
        document.body.dataset["tried"] = "true";
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    const asked = await ask(sure, false);
    await page.locator("body[data-tried]").waitFor();
    expect(await page.evaluate((of) => window.lab.asked[of]!.result, asked)).toBeUndefined();
    await button("Yes").press("Space");
    expect(await result(asked)).toEqual({ action: "accept", content: { sure: true } });
  });

  it("keeps a text that is entered at once, without a key, as by pasting or by voice", async () => {
    const asked = await ask(guest);
    await page.getByLabel("Name").fill("Ada");
    expect(await page.getByLabel("Name").inputValue()).toBe("Ada");
    await button("Send").click();
    expect(await result(asked)).toEqual({ action: "accept", content: { name: "Ada" } });
  });

  it("asks before a decline discards what was entered", async () => {
    const asked = await ask(guest);
    await page.getByLabel("Name").fill("Ada");
    await button("Decline").click();
    await button("Discard").click();
    expect(await result(asked)).toEqual({ action: "decline" });
    expect(await page.getByRole("article").count()).toBe(0);
  });
});
